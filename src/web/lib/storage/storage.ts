import { memoryPolicy } from "./memoryPolicy.ts";

/** Keys of the values that this app stores on the device. */
export const storageKeys = {
  token: "token",
  serviceToken: "service_token",
  selectedAddress: "selectedAddress",
  hiddenAddress: "hidden_address",
  nearestRestaurant: "nearestRestaurant",
  takeawayCart: "takeawayCart",
  checkout: "checkout",
  voucherCheckout: "redeem",
  inStoreCarts: "inStoreCarts",
  inStoreCheckout: "inStoreCheckout",
  chat: "chat",
  inviteCode: "invite_code",
  lastUser: "last_user",
  device: "device",
  lastPosition: "last_position",
  homeOrders: "home_orders",
  staffConsole: "staff_desk",
  staffColumns: "staff_columns",
  staffRestaurant: "staff_restaurant",
  chunkReload: "chunk_reload",
  wechatAuthSession: "wechat_trip",
  elderMode: "elder_mode",
} as const;
/** Prefix of the keys of cached responses. */
export const cachePrefix = "kept_";
export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

/**
 * Holds values that the storage refused (missing, full, private mode); null marks a key whose removal was
 * refused.
 */
const memoryFallback = new Map<string, string | null>();

/** Returns the text under a key, or null. Never throws. */
export function readText(key: StorageKey): string | null {
  const fallback = memoryFallback.get(key);
  if (fallback !== undefined) return fallback;
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a text. A full device evicts cached responses first, which can be fetched again; if it still
 * refuses, the text stays in memory for this page. Returns whether the device stored it. Never throws.
 */
export function writeText(key: StorageKey, value: string): boolean {
  const isSaved = trySetItem(key, value) || (evictCache() && trySetItem(key, value));
  if (isSaved) memoryFallback.delete(key);
  else if (memoryPolicy.isAllowed) memoryFallback.set(key, value);
  announce(key);
  return isSaved;
}

/** Tells the server about the login and the address of its next document. */
function announce(key: StorageKey): void {
  if (key === storageKeys.token || key === storageKeys.selectedAddress) globalThis.announceSsrState?.();
}

function trySetItem(key: StorageKey, value: string): boolean {
  try {
    window.localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether there was something to delete. */
function evictCache(): boolean {
  try {
    const keys = Object.keys(window.localStorage).filter((name) => name.startsWith(cachePrefix));
    for (const name of keys) window.localStorage.removeItem(name);
    return keys.length > 0;
  } catch {
    return false;
  }
}

/** Returns whether the value under a key outlives this document. */
export function isPersisted(key: StorageKey): boolean {
  return !memoryFallback.has(key);
}

/** Deletes a key. Never throws. */
export function removeItem(key: StorageKey): void {
  memoryFallback.delete(key);
  try {
    window.localStorage.removeItem(key);
  } catch {
    if (memoryPolicy.isAllowed) memoryFallback.set(key, null);
  }
  announce(key);
}

/**
 * Returns the value under a key as `parse` accepts it; removes anything broken or rejected (null) and returns
 * null.
 */
export function readJson<T>(key: StorageKey, parse: (raw: unknown) => T | null): T | null {
  const text = readText(key);
  if (text === null) return null;
  try {
    const value = parse(JSON.parse(text));
    if (value !== null) return value;
  } catch {
    // Falls through: an unreadable value counts as absent, and must not be read again.
  }
  removeItem(key);
  return null;
}

/** Stores a value as JSON. */
export function writeJson(key: StorageKey, value: unknown): void {
  writeText(key, JSON.stringify(value));
}

/**
 * Subscribes to changes made by other tabs (`key` null: everything was cleared); returns the cleanup
 * function.
 */
export function onStorageChange(listener: (key: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => listener(event.key);
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
