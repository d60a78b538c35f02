import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../security/ids.ts";
import { addMs, type Clock } from "../time/clock.ts";
import { deleteIfEquals, findCacheEntry, setCacheEntry, setIfAbsent } from "./cache-entries.repository.ts";
import type { Database } from "./Database.ts";

/** Longer than a loader may take, so that a live loader keeps the lock and a dead one loses it soon. */
const lockMs = 12_000;
const waitMs = 15_000;
const retryDelayMs = 50;

/** Fetches a value and returns it with its lifetime in ms. */
export type Loader = () => Promise<{ value: string; ttlMs: number }>;

/**
 * Cache shared by all server processes for values that are expensive to fetch: one process at a time fetches,
 * the others wait for its result. A failed fetch rejects this process's waiting callers; another process
 * retries.
 */
export class DistributedCache {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #inFlight = new Map<string, Promise<string>>();

  constructor(deps: { database: Database; clock: Clock }) {
    this.#database = deps.database;
    this.#clock = deps.clock;
  }

  /** Returns the cached value, or loads it. Rethrows the loader's errors. */
  async get(key: string, load: Loader): Promise<string> {
    const inFlight = this.#inFlight.get(key);
    if (inFlight) return await inFlight;
    const run = this.#getOrLoad(key, load).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, run);
    return await run;
  }

  /** Deletes a value that proved useless, unless it has been replaced meanwhile. */
  async invalidate(key: string, value: string): Promise<void> {
    await deleteIfEquals(this.#database.queries, key, value);
  }

  async #getOrLoad(key: string, load: Loader): Promise<string> {
    const { queries } = this.#database;
    for (let waited = 0; waited < waitMs; waited += retryDelayMs) {
      const cached = await findCacheEntry<string>(queries, key, this.#clock.now());
      if (cached !== undefined) return cached;
      const loaded = await this.#loadWithLock(key, load);
      if (loaded !== undefined) return loaded;
      await sleep(retryDelayMs);
    }
    throw new Error(`no process fetched ${key} in time`);
  }

  /** Loads the value while holding the lock; returns undefined when another process holds it. */
  async #loadWithLock(key: string, load: Loader): Promise<string | undefined> {
    const { queries } = this.#database;
    const lock = { key: `${key}:turn`, value: newId() };
    const now = this.#clock.now();
    if (!(await setIfAbsent(queries, { ...lock, now, expiresAt: addMs(now, lockMs) }))) return undefined;
    try {
      // Another process may have finished between the first read and taking the lock.
      const cached = await findCacheEntry<string>(queries, key, this.#clock.now());
      if (cached !== undefined) return cached;
      const { value, ttlMs } = await load();
      await setCacheEntry(queries, key, value, addMs(this.#clock.now(), ttlMs));
      return value;
    } finally {
      await deleteIfEquals(queries, lock.key, lock.value);
    }
  }
}
