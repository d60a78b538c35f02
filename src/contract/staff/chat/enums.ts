/** Where a customer's thread is; `pending` waits for something else than staff's words. */
export const conversationStatuses = ["open", "pending", "resolved"] as const;
export type ConversationStatus = (typeof conversationStatuses)[number];

/** Whose threads a queue shows. */
export const conversationFilters = ["mine", "unassigned", "all"] as const;
export type ConversationFilter = (typeof conversationFilters)[number];

/** What staff do with a thread beside writing into it. */
export const conversationActions = [
  "assign_me",
  "assign",
  "unassign",
  "resolve",
  "reopen",
  "pending",
] as const;
export type ConversationAction = (typeof conversationActions)[number];
