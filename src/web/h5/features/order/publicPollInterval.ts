const fastPhaseMs = 3 * 60_000;
const fastIntervalMs = 5_000;
const slowIntervalMs = 15_000;

/**
 * Returns the time until a shared order is polled again, in ms: often at first, when it is being watched,
 * seldom later. The server allows 30 requests a minute per IP address: two new viewers send 24. A wait named
 * by the server (in seconds) takes precedence.
 */
export function publicPollIntervalMs(openForMs: number, retryAfterSeconds: number): number {
  return Math.max(openForMs < fastPhaseMs ? fastIntervalMs : slowIntervalMs, retryAfterSeconds * 1_000);
}
