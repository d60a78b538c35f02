/** Timeout and polling interval of a test, in ms: long enough for a busy machine. */
export const waitOptions = { timeout: 20_000, interval: 20 };
