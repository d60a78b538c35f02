/** Maximum code points of a message, and default number of messages of a history page. */
export const maxMessageLength = 1_000;
export const defaultHistoryLimit = 30;
