import { makeAutoObservable } from "mobx";
import { ApiError } from "../api/ApiError.ts";
import type { Loadable } from "../async/Loadable.ts";
import { type CacheName, readCached, touchCached, writeCached } from "./cachedResponse.ts";

/** Delay in ms before a response is stored, so that rendering comes first. */
const writeDelayMs = 500;

/** Returns whether a request failed because the network or the server was unavailable. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && ["offline", "timeout", "unavailable"].includes(error.code);
}

/** Last response of a query, cached on the device, with the age of the shown one. */
export class PersistentQueryCache<T> {
  /** Timestamp (ms) of the shown response while it is not confirmed as current; null if it is. */
  staleSince: number | null = null;
  /** Responses that came with the document date from its load. */
  private at = Date.now();
  private readonly name: CacheName;
  private readonly owner: () => string;
  private readonly parse: (raw: unknown) => T | null;

  /** `owner` returns whose response it is; empty if it is the same for all users. */
  constructor(name: CacheName, owner: () => string, parse: (raw: unknown) => T | null) {
    this.name = name;
    this.owner = owner;
    this.parse = parse;
    makeAutoObservable(this);
  }

  /** Loads the response from the device and marks it as stale; null without a usable one. */
  load(isUsable: (value: T) => boolean = () => true): T | null {
    const cached = readCached(this.name, this.owner(), this.parse);
    if (cached === null || !isUsable(cached.value)) return null;
    this.at = cached.at;
    this.markStale();
    return cached.value;
  }

  /** Stores a fresh response in place of the previous one. */
  save(value: unknown): void {
    const owner = this.owner();
    this.scheduleWrite((at) => {
      if (owner === this.owner()) writeCached(this.name, owner, { at, value });
    });
  }

  /** Confirms that the shown response is current. */
  markFresh(): void {
    this.scheduleWrite((at) => touchCached(this.name, at));
  }

  /** Marks the shown response as stale, because it could not be fetched again. */
  markStale(): void {
    this.staleSince = this.at;
  }

  /** Resets the staleness when nothing is shown any more. */
  reset(): void {
    this.staleSince = null;
  }

  private scheduleWrite(write: (at: number) => void): void {
    const at = Date.now();
    this.at = at;
    this.staleSince = null;
    // Server rendering stores nothing on a device.
    if (!import.meta.env.SSR) setTimeout(write, writeDelayMs, at);
  }
}

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
