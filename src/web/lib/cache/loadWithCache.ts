import type { Loadable } from "../async/Loadable.ts";
import { isOffline, type PersistentQueryCache } from "./PersistentQueryCache.ts";

/**
 * Fetches into a Loadable and caches the response; offline the Loadable holds the last usable response.
 * Rethrows other failures.
 */
export async function loadWithCache<T>(
  cache: PersistentQueryCache<T>,
  loadable: Loadable<T>,
  task: (signal: AbortSignal) => Promise<T>,
  isUsable?: (value: T) => boolean,
): Promise<T> {
  try {
    const value = await loadable.run(task);
    cache.save(value);
    return value;
  } catch (error) {
    if (!isOffline(error)) throw error;
    return fallBackToCache(cache, loadable, error, isUsable);
  }
}

function fallBackToCache<T>(
  cache: PersistentQueryCache<T>,
  loadable: Loadable<T>,
  error: unknown,
  isUsable?: (value: T) => boolean,
): T {
  if (loadable.value !== undefined) {
    cache.markStale();
    return loadable.value;
  }
  const value = cache.load(isUsable);
  if (value === null) throw error;
  loadable.set(value);
  return value;
}
