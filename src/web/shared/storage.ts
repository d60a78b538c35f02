/** The names under which this app keeps things on the device. */
export const storageKeys = {
  token: "token",
  serviceToken: "service_token",
  selectedAddress: "selectedAddress",
  nearestRestaurant: "nearestRestaurant",
  takeawayCart: "takeawayCart",
  checkout: "checkout",
  redeem: "redeem",
  inStoreCarts: "inStoreCarts",
  inStoreCheckout: "inStoreCheckout",
  chat: "chat",
  inviteCode: "invite_code",
  lastUser: "last_user",
  lastPosition: "last_position",
  homeOrders: "home_orders",
  staffDesk: "staff_desk",
  chunkReload: "chunk_reload",
} as const;
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

/** Keeps a text; in memory for this page when the device refuses. Never throws. */
export function writeText(key: StorageKey, value: string): void {
  try {
    window.localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
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
