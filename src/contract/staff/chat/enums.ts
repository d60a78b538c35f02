/** Statuses of a conversation; `pending` waits for something other than a reply of staff. */
export const conversationStatuses = ["open", "pending", "resolved"] as const;
export type ConversationStatus = (typeof conversationStatuses)[number];

/** Ownership filters of the queue. */
export const conversationFilters = ["mine", "unassigned", "all"] as const;
export type ConversationFilter = (typeof conversationFilters)[number];

/** Actions of staff on a conversation beside writing messages. */
export const conversationActions = [
  "assign_me",
  "assign",
  "unassign",
  "resolve",
  "reopen",
  "pending",
] as const;
export type ConversationAction = (typeof conversationActions)[number];
