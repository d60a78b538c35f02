import { cachePrefix } from "../storage/storage.ts";

/** What is kept: menus and stores are everybody's, the others one customer's. */
export type CacheName = "menu_takeaway" | "menu_in_store" | "store" | "orders" | "order" | "profile";

/** An answer as it was told last, and when (milliseconds). */
export interface CachedValue<T> {
  readonly at: number;
  readonly value: T;
}

/** The answer that was kept for an owner, as `parse` accepts it; null for anything else. Never throws. */
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

/** Where it lies on the device. */
export function toCacheKey(name: CacheName): string {
  return `${cachePrefix}${name}`;
}
