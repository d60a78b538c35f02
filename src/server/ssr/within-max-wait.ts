import { setTimeout as sleep } from "node:timers/promises";

/** Maximum wait for a rendered page, in ms; beyond it, the shell and its own requests are faster. */
const maxWaitMs = 800;

/** Returns the result of a rendering, or null when it takes longer than the maximum wait. */
export async function withinMaxWait<T>(rendering: Promise<T | null>): Promise<T | null> {
  const finished = new AbortController();
  const timeout = sleep(maxWaitMs, null, { signal: finished.signal, ref: false }).catch(() => null);
  return await Promise.race([rendering, timeout]).finally(() => finished.abort());
}
