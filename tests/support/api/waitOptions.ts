/** How long a test waits for what has to happen: long enough for a machine that is busy with other things. */
export const waitOptions = { timeout: 20_000, interval: 20 };
