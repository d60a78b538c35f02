/** Code points of a message, and how many messages a history holds unless more are asked for. */
export const messageMax = 1_000;
export const historyLimit = 30;
