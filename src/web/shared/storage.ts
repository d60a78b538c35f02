/** The names under which this app keeps things on the device. */
export const storageKeys = {
  token: "token",
  serviceToken: "service_token",
  selectedAddress: "selectedAddress",
  hiddenAddress: "hidden_address",
  nearestRestaurant: "nearestRestaurant",
  takeawayCart: "takeawayCart",
  checkout: "checkout",
  redeem: "redeem",
  inStoreCarts: "inStoreCarts",
  inStoreCheckout: "inStoreCheckout",
  chat: "chat",
  inviteCode: "invite_code",
  lastUser: "last_user",
  device: "device",
  lastPosition: "last_position",
  homeOrders: "home_orders",
  staffDesk: "staff_desk",
  chunkReload: "chunk_reload",
  wechatTrip: "wechat_trip",
} as const;
/** Begins the names of copies of answers. */
export const cachedAnswerPrefix = "kept_";
export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

/** Holds what the store refused (missing, full, private mode); null marks a key whose removal was refused. */
const memory = new Map<string, string | null>();

/** The text under a key, or null. Never throws. */
export function readText(key: StorageKey): string | null {
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
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
  const isDone = isStored(key, value) || (deleteCachedAnswers() && isStored(key, value));
  if (isDone) memory.delete(key);
  else memory.set(key, value);
  return isDone;
}

function isStored(key: StorageKey, value: string): boolean {
  try {
    window.localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** True when there was something to delete. */
function deleteCachedAnswers(): boolean {
  try {
    const keys = Object.keys(window.localStorage).filter((name) => name.startsWith(cachedAnswerPrefix));
    for (const name of keys) window.localStorage.removeItem(name);
    return keys.length > 0;
  } catch {
    return false;
  }
}

/** Whether what stands under a key outlives this document. */
export function isPersisted(key: StorageKey): boolean {
  return !memory.has(key);
}

/** Forgets a key. Never throws. */
export function remove(key: StorageKey): void {
  memory.delete(key);
  try {
    window.localStorage.removeItem(key);
  } catch {
    memory.set(key, null);
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
  remove(key);
  return null;
}

/** Keeps a value as JSON. */
export function writeJson(key: StorageKey, value: unknown): void {
  writeText(key, JSON.stringify(value));
}

/** Tells about changes made by other tabs (`key` null: everything was cleared); returns how to stop. */
export function onStorageChange(listener: (key: string | null) => void): () => void {
  const hear = (event: StorageEvent) => listener(event.key);
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
}
