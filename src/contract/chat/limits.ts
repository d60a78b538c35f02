/** Code points of a message, and how many messages a history holds unless more are asked for. */
export const maxMessageLength = 1_000;
export const defaultHistoryLimit = 30;
