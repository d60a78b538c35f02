import { cachePrefix } from "../storage/storage.ts";

/**
 * In characters; a menu of about 1,500 dishes. Larger responses are not cached, to leave room for other data.
 */
const maxCharacters = 600_000;

/**
 * Names of cached responses: menus and restaurants are the same for all, the others belong to one customer.
 */
export type CacheName = "menu_takeaway" | "menu_in_store" | "store" | "orders" | "order" | "profile";

/** Cached response with its timestamp (ms). */
export interface CachedValue<T> {
  readonly at: number;
  readonly value: T;
}

/** Reads the cached response of an owner, as `parse` accepts it; null for anything else. Never throws. */
export function readCached<T>(
  name: CacheName,
  owner: string,
  parse: (raw: unknown) => T | null,
): CachedValue<T> | null {
  try {
    const [, at, storedOwner, text] =
      /^(\d+) (\S*) (.+)$/s.exec(window.localStorage.getItem(toCacheKey(name)) ?? "") ?? [];
    const value = text === undefined || storedOwner !== owner ? null : parse(JSON.parse(text));
    return value === null ? null : { at: Number(at), value };
  } catch {
    return null;
  }
}

/** Returns whether there is a cached response of any owner. Never throws. */
export function isCached(name: CacheName): boolean {
  try {
    return window.localStorage.getItem(toCacheKey(name)) !== null;
  } catch {
    return false;
  }
}

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

function toCacheKey(name: CacheName): string {
  return `${cachePrefix}${name}`;
}
