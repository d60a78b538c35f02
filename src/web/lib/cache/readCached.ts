import { cachePrefix } from "../storage/storage.ts";

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

/** Returns its storage key on the device. */
export function toCacheKey(name: CacheName): string {
  return `${cachePrefix}${name}`;
}
