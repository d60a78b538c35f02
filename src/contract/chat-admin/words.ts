/** Where a customer's thread is; `pending` waits for something else than staff's words. */
export const sessionStatuses = ["open", "pending", "resolved"] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/** Whose threads a queue shows. */
export const sessionFilters = ["mine", "unassigned", "all"] as const;
export type SessionFilter = (typeof sessionFilters)[number];

/** What staff do with a thread beside writing into it. */
export const sessionActions = ["assign_me", "assign", "unassign", "resolve", "reopen", "pending"] as const;
export type SessionAction = (typeof sessionActions)[number];
