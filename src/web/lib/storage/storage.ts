/** The names under which this app keeps things on the device. */
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
  chunkReload: "chunk_reload",
  wechatAuthSession: "wechat_trip",
} as const;
/** Begins the names of copies of answers. */
export const cachePrefix = "kept_";
export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

/** Holds what the store refused (missing, full, private mode); null marks a key whose removal was refused. */
const memoryFallback = new Map<string, string | null>();

/** The text under a key, or null. Never throws. */
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
 * Keeps a text. A device without room gives up copies of answers first, which can be fetched again; when it refuses
 * all the same, the text stays in memory for this page. Answers whether the device has it. Never throws.
 */
export function writeText(key: StorageKey, value: string): boolean {
  const isSaved = trySetItem(key, value) || (evictCache() && trySetItem(key, value));
  if (isSaved) memoryFallback.delete(key);
  else memoryFallback.set(key, value);
  return isSaved;
}

function trySetItem(key: StorageKey, value: string): boolean {
  try {
    window.localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** True when there was something to delete. */
function evictCache(): boolean {
  try {
    const keys = Object.keys(window.localStorage).filter((name) => name.startsWith(cachePrefix));
    for (const name of keys) window.localStorage.removeItem(name);
    return keys.length > 0;
  } catch {
    return false;
  }
}

/** Whether what stands under a key outlives this document. */
export function isPersisted(key: StorageKey): boolean {
  return !memoryFallback.has(key);
}

/** Forgets a key. Never throws. */
export function removeItem(key: StorageKey): void {
  memoryFallback.delete(key);
  try {
    window.localStorage.removeItem(key);
  } catch {
    memoryFallback.set(key, null);
  }
}

/** The value under a key as `parse` accepts it; anything broken or refused (null) is removed and gives null. */
export function readJson<T>(key: StorageKey, parse: (raw: unknown) => T | null): T | null {
  const text = readText(key);
  if (text === null) return null;
  try {
    const value = parse(JSON.parse(text));
    if (value !== null) return value;
  } catch {
    // Falls through: what cannot be read is as good as absent, and must not be read again.
  }
  removeItem(key);
  return null;
}

/** Keeps a value as JSON. */
export function writeJson(key: StorageKey, value: unknown): void {
  writeText(key, JSON.stringify(value));
}

/** Tells about changes made by other tabs (`key` null: everything was cleared); returns how to stop. */
export function onStorageChange(listener: (key: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => listener(event.key);
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
