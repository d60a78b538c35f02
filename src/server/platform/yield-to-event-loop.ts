import { setImmediate } from "node:timers/promises";

/**
 * Lets other requests have their turn between the parts of a long computation; await it every few milliseconds of work.
 * Within a transaction read or write in batches instead: others may wait for its locks.
 */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}
