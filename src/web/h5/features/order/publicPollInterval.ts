const fastPhaseMs = 3 * 60_000;
const fastIntervalMs = 5_000;
const slowIntervalMs = 15_000;

/**
 * How long to wait until a shared order is asked for again, in ms: often at first, when somebody is looking, seldom
 * later. The server allows 30 questions a minute to all who share an address: two who have just opened the link ask 24
 * times. Where it named a wait (in seconds), that counts.
 */
export function publicPollIntervalMs(openForMs: number, retryAfterSeconds: number): number {
  return Math.max(openForMs < fastPhaseMs ? fastIntervalMs : slowIntervalMs, retryAfterSeconds * 1_000);
}
