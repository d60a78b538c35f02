import { type CachedValue, type CacheName, toCacheKey } from "./readCached.ts";

/** Characters; a menu of some 1,500 dishes. What is larger is not kept, so that there is room for everything else. */
const maxCharacters = 600_000;

/** Keeps an answer in the place of the one before; when the device refuses there is none. Never throws. */
export function writeCached(name: CacheName, owner: string, { at, value }: CachedValue<unknown>): void {
  write(name, `${at} ${owner} ${JSON.stringify(value)}`);
}

/** Says that what is kept was true still at a later moment. Never throws. */
export function touchCached(name: CacheName, at: number): void {
  try {
    const text = window.localStorage.getItem(toCacheKey(name));
    if (text !== null) write(name, text.replace(/^\d+/, String(at)));
  } catch {
    // It stays as old as it was.
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

/** Removes what is kept. Never throws. */
export function deleteCached(name: CacheName): void {
  try {
    window.localStorage.removeItem(toCacheKey(name));
  } catch {
    // What could not be kept need not be removed.
  }
}
