import { type CachedValue, type CacheName, toCacheKey } from "./readCached.ts";

/**
 * In characters; a menu of about 1,500 dishes. Larger responses are not cached, to leave room for other data.
 */
const maxCharacters = 600_000;

/** Caches a response in place of the previous one; if the device refuses, none is left. Never throws. */
export function writeCached(name: CacheName, owner: string, { at, value }: CachedValue<unknown>): void {
  write(name, `${at} ${owner} ${JSON.stringify(value)}`);
}

/** Updates the timestamp of a cached response that is still current. Never throws. */
export function touchCached(name: CacheName, at: number): void {
  try {
    const text = window.localStorage.getItem(toCacheKey(name));
    if (text !== null) write(name, text.replace(/^\d+/, String(at)));
  } catch {
    // Keeps the old timestamp.
  }
}

function write(name: CacheName, text: string): void {
  try {
    if (text.length > maxCharacters) throw new RangeError("too large to be kept");
    window.localStorage.setItem(toCacheKey(name), text);
  } catch {
    deleteCached(name);
  }
}

/** Deletes a cached response. Never throws. */
export function deleteCached(name: CacheName): void {
  try {
    window.localStorage.removeItem(toCacheKey(name));
  } catch {
    // A device that refuses to store has nothing to delete.
  }
}
