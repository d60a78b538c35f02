import { isAway, type KeptAnswer } from "./KeptAnswer.ts";
import type { Loadable } from "./Loadable.ts";

/**
 * Fetches into a Loadable and keeps the answer; without a network the Loadable holds what was told last, if anything
 * that fits. Rethrows other failures.
 */
export async function runKept<T>(
  kept: KeptAnswer<T>,
  loadable: Loadable<T>,
  work: (signal: AbortSignal) => Promise<T>,
  fits?: (value: T) => boolean,
): Promise<T> {
  try {
    const value = await loadable.run(work);
    kept.renew(value);
    return value;
  } catch (error) {
    if (!isAway(error)) throw error;
    return fallBack(kept, loadable, error, fits);
  }
}

function fallBack<T>(
  kept: KeptAnswer<T>,
  loadable: Loadable<T>,
  error: unknown,
  fits?: (value: T) => boolean,
): T {
  if (loadable.value !== undefined) {
    kept.age();
    return loadable.value;
  }
  const value = kept.recall(fits);
  if (value === null) throw error;
  loadable.set(value);
  return value;
}
