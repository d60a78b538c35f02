import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../database/Database.ts";
import { incrementCounters } from "./rate-limit.repository.ts";

/** Maximum number of keys cached by a process; the oldest are evicted first. */
const maxKeys = 100_000;
const flushEveryMs = 1_000;
/** Counts below one in this many of a limit are not flushed to the database. */
const flushFraction = 20;
/** Timeout of a database query; after it the process counts on its own. */
const queryTimeoutMs = 1_000;

interface Count {
  hits: number;
  /** Hits not yet flushed to the other processes. */
  pendingHits: number;
  expiresAt: number;
}

type IncrementCallback = (error: Error | null, count?: { current: number; ttl: number }) => void;

interface Options {
  database: Database;
  log: FastifyBaseLogger;
}

/**
 * Counts requests for @fastify/rate-limit. The global limit is counted in memory and flushed to the other
 * processes once a second, which costs a request nothing; an endpoint's own limit is small, rare and exact:
 * each request is counted in the database. While that is unavailable every process counts on its own, so
 * limits always apply.
 */
export class PostgresRateLimitStore {
  readonly #options: Options;
  readonly #scope: string;
  readonly #counts = new Map<string, Count>();
  readonly #dirtyKeys = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #windowMs = 0;

  /** `scope` is empty for the global limit, else the route's URL. */
  constructor(options: Options, scope = "") {
    this.#options = options;
    this.#scope = scope;
  }

  /** Called by the plugin for each request. */
  incr(key: string, callback: IncrementCallback, windowMs: number, max: number): void {
    this.#windowMs = windowMs;
    const count = this.#countLocally(key, windowMs);
    const respond = () => callback(null, { current: count.hits, ttl: count.expiresAt - performance.now() });
    if (this.#scope === "") {
      if (count.hits * flushFraction >= max) this.#queueFlush(key);
      respond();
    } else if (count.hits > max) respond();
    else void this.#flush([key]).finally(respond);
  }

  /** Creates the store of a route's own limit. */
  child(options: object): PostgresRateLimitStore {
    const { routeInfo } = options as { routeInfo?: { url?: string } };
    return new PostgresRateLimitStore(this.#options, routeInfo?.url ?? "other");
  }

  #countLocally(key: string, windowMs: number): Count {
    const now = performance.now();
    let count = this.#counts.get(key);
    if (count === undefined || count.expiresAt <= now) {
      count = { hits: 0, pendingHits: 0, expiresAt: now + windowMs };
      this.#counts.delete(key);
      this.#counts.set(key, count);
      this.#evict();
    }
    count.hits += 1;
    count.pendingHits += 1;
    return count;
  }

  #evict(): void {
    for (const [oldest] of this.#counts) {
      if (this.#counts.size <= maxKeys) return;
      this.#counts.delete(oldest);
    }
  }

  #queueFlush(key: string): void {
    this.#dirtyKeys.add(key);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#flushDirty();
    }, flushEveryMs).unref();
  }

  async #flushDirty(): Promise<void> {
    const keys = [...this.#dirtyKeys];
    this.#dirtyKeys.clear();
    if (keys.length > 0) await this.#flush(keys);
  }

  /**
   * Adds unflushed hits to the shared counters and adopts their totals; after a failure it retries all hits.
   */
  async #flush(keys: string[]): Promise<void> {
    const sent = new Map<string, { count: Count; hits: number }>();
    for (const key of keys) {
      const count = this.#counts.get(key);
      if (count === undefined || count.pendingHits === 0) continue;
      sent.set(`${this.#scope}:${key}`, { count, hits: count.pendingHits });
      count.pendingHits = 0;
    }
    try {
      const list = [...sent].map(([key, { hits }]) => ({ key, hits }));
      const counted = await withTimeout(
        incrementCounters(this.#options.database.queries, list, this.#windowMs),
      );
      for (const { key, hits, remainingMs: leftMs } of counted) {
        const count = sent.get(key)?.count;
        if (count)
          Object.assign(count, { hits: hits + count.pendingHits, expiresAt: performance.now() + leftMs });
      }
    } catch (error) {
      for (const { count, hits } of sent.values()) count.pendingHits += hits;
      this.#options.log.warn({ err: error }, "requests are counted by this process alone");
    }
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the counters do not answer")), queryTimeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
