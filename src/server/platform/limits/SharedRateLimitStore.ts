import type { FastifyBaseLogger } from "fastify";
import { runWithoutTrace } from "../tracing/trace.ts";
import type { SharedCounters } from "./SharedCounters.ts";

/** Maximum number of keys cached by a process; the oldest are evicted first. */
const maxKeys = 100_000;
const flushEveryMs = 1_000;
/** Counts below one in this many of a limit are not flushed to the shared counters. */
const flushFraction = 20;
/** Timeout of the shared counters; after it the process counts on its own. */
const countersTimeoutMs = 1_000;

interface Count {
  hits: number;
  /** Hits not yet flushed to the other processes. */
  pendingHits: number;
  /** All hits that reached this process in the window. */
  arrivals: number;
  expiresAt: number;
}

/** A request that waits for its number among all requests of its key. */
interface Waiter {
  key: string;
  count: Count;
  /** Its number among the arrivals at this process. */
  arrival: number;
  /** Its number as far as this process knows, for when the shared counters do not answer. */
  localHits: number;
  respond(current: number): void;
}

/** Hits of a key over all processes, and the arrivals at this one that are among them. */
interface Total {
  hits: number;
  arrivals: number;
}

type IncrementCallback = (error: Error | null, count?: { current: number; ttl: number }) => void;

interface Options {
  counters: SharedCounters;
  log: FastifyBaseLogger;
}

/**
 * Counts requests for @fastify/rate-limit. The global limit is counted in memory and flushed to the other
 * processes once a second, which costs a request nothing; an endpoint's own limit is small, rare and exact:
 * each request is counted in the shared counters before it is answered, those that arrive during a query with the next
 * one, so that a burst takes one connection and few queries. While they are unavailable every process counts on its own,
 * so limits always apply.
 */
export class SharedRateLimitStore {
  readonly #options: Options;
  readonly #scope: string;
  readonly #counts = new Map<string, Count>();
  readonly #dirtyKeys = new Set<string>();
  readonly #waiters: Waiter[] = [];
  #isCounting = false;
  /** Whether the last flush failed, which is logged once. */
  #isAlone = false;
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
    const { hits: localHits, arrivals: arrival } = count;
    const respond = (current: number) =>
      callback(null, { current, ttl: count.expiresAt - performance.now() });
    if (this.#scope === "") {
      if (localHits * flushFraction >= max) this.#queueFlush(key);
      respond(localHits);
    } else if (localHits > max) respond(localHits);
    else {
      this.#waiters.push({ key, count, arrival, localHits, respond });
      void this.#countWaiters();
    }
  }

  /** Counts the waiting requests in the shared counters, one query at a time, and tells each its own number. */
  async #countWaiters(): Promise<void> {
    if (this.#isCounting) return;
    this.#isCounting = true;
    try {
      while (this.#waiters.length > 0) {
        const waiters = this.#waiters.splice(0);
        const totals = await this.#flush([...new Set(waiters.map(({ key }) => key))]);
        for (const { count, arrival, localHits, respond } of waiters) {
          const total = totals.get(count);
          respond(total === undefined ? localHits : total.hits - (total.arrivals - arrival));
        }
      }
    } finally {
      this.#isCounting = false;
    }
  }

  /** Creates the store of a route's own limit. */
  child(options: object): SharedRateLimitStore {
    const { routeInfo } = options as { routeInfo?: { url?: string } };
    return new SharedRateLimitStore(this.#options, routeInfo?.url ?? "other");
  }

  #countLocally(key: string, windowMs: number): Count {
    const now = performance.now();
    let count = this.#counts.get(key);
    if (count === undefined || count.expiresAt <= now) {
      count = { hits: 0, pendingHits: 0, arrivals: 0, expiresAt: now + windowMs };
      this.#counts.delete(key);
      this.#counts.set(key, count);
      this.#evict();
    }
    count.hits += 1;
    count.pendingHits += 1;
    count.arrivals += 1;
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
    this.#timer ??= runWithoutTrace(() =>
      setTimeout(() => {
        this.#timer = null;
        void this.#flushDirty();
      }, flushEveryMs).unref(),
    );
  }

  async #flushDirty(): Promise<void> {
    const keys = [...this.#dirtyKeys];
    this.#dirtyKeys.clear();
    if (keys.length > 0) await this.#flush(keys);
  }

  /**
   * Adds unflushed hits to the shared counters, adopts their totals and returns them; after a failure it returns
   * none, and the next flush sends all hits.
   */
  async #flush(keys: string[]): Promise<Map<Count, Total>> {
    const sent = new Map<string, { count: Count; hits: number; arrivals: number }>();
    const totals = new Map<Count, Total>();
    for (const key of keys) {
      const count = this.#counts.get(key);
      if (count === undefined || count.pendingHits === 0) continue;
      sent.set(`${this.#scope}:${key}`, { count, hits: count.pendingHits, arrivals: count.arrivals });
      count.pendingHits = 0;
    }
    try {
      const list = [...sent].map(([key, { hits }]) => ({ key, hits }));
      const counted = await withTimeout(this.#options.counters.increment(list, this.#windowMs));
      this.#isAlone = false;
      for (const { key, hits, remainingMs: leftMs } of counted) {
        const entry = sent.get(key);
        if (entry === undefined) continue;
        const { count, arrivals } = entry;
        Object.assign(count, { hits: hits + count.pendingHits, expiresAt: performance.now() + leftMs });
        totals.set(count, { hits, arrivals });
      }
    } catch (error) {
      for (const { count, hits } of sent.values()) count.pendingHits += hits;
      if (!this.#isAlone)
        this.#options.log.warn({ err: error }, "requests are counted by this process alone");
      this.#isAlone = true;
    }
    return totals;
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the counters do not answer")), countersTimeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
