import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../Database.ts";
import { countHits } from "./rateRows.ts";

/** How many addresses a process remembers; the longest known go first. */
const mostKeys = 100_000;
const shareMs = 1_000;
/** Who has used up less than one part in so many of a limit is not told to the others. */
const quietShare = 20;
/** The database is asked for no longer; the process then counts for itself. */
const patienceMs = 1_000;

interface Count {
  hits: number;
  /** Hits that the other processes do not know of. */
  unsent: number;
  until: number;
}

type Answer = (error: Error | null, count?: { current: number; ttl: number }) => void;

interface Parts {
  database: Database;
  log: FastifyBaseLogger;
}

/**
 * Counts requests for @fastify/rate-limit. The limit of all calls is counted here and told to the other processes once a
 * second, which costs a request nothing; a call's own limit is small, rare and exact: each request is counted in the
 * database. While that is away every process counts for itself, so a limit is never open.
 */
export class RateStore {
  readonly #parts: Parts;
  readonly #scope: string;
  readonly #counts = new Map<string, Count>();
  readonly #loud = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #windowMs = 0;

  /** `scope` is empty for the limit of all calls, else it names the call. */
  constructor(parts: Parts, scope = "") {
    this.#parts = parts;
    this.#scope = scope;
  }

  /** What the plugin asks for each request. */
  incr(key: string, answer: Answer, windowMs: number, max: number): void {
    this.#windowMs = windowMs;
    const count = this.#countHere(key, windowMs);
    const told = () => answer(null, { current: count.hits, ttl: count.until - performance.now() });
    if (this.#scope === "") {
      if (count.hits * quietShare >= max) this.#tellSoon(key);
      told();
    } else if (count.hits > max) told();
    else void this.#share([key]).finally(told);
  }

  /** The counter of one call. */
  child(options: object): RateStore {
    const { routeInfo } = options as { routeInfo?: { url?: string } };
    return new RateStore(this.#parts, routeInfo?.url ?? "other");
  }

  #countHere(key: string, windowMs: number): Count {
    const now = performance.now();
    let count = this.#counts.get(key);
    if (count === undefined || count.until <= now) {
      count = { hits: 0, unsent: 0, until: now + windowMs };
      this.#counts.delete(key);
      this.#counts.set(key, count);
      this.#forgetSurplus();
    }
    count.hits += 1;
    count.unsent += 1;
    return count;
  }

  #forgetSurplus(): void {
    for (const [oldest] of this.#counts) {
      if (this.#counts.size <= mostKeys) return;
      this.#counts.delete(oldest);
    }
  }

  #tellSoon(key: string): void {
    this.#loud.add(key);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#tell();
    }, shareMs).unref();
  }

  async #tell(): Promise<void> {
    const keys = [...this.#loud];
    this.#loud.clear();
    if (keys.length > 0) await this.#share(keys);
  }

  /** Adds what the others do not know and takes over what they counted; a failure leaves everything for the next time. */
  async #share(keys: string[]): Promise<void> {
    const sent = new Map<string, { count: Count; hits: number }>();
    for (const key of keys) {
      const count = this.#counts.get(key);
      if (count === undefined || count.unsent === 0) continue;
      sent.set(`${this.#scope}:${key}`, { count, hits: count.unsent });
      count.unsent = 0;
    }
    try {
      const list = [...sent].map(([key, { hits }]) => ({ key, hits }));
      const counted = await inTime(countHits(this.#parts.database.queries, list, this.#windowMs));
      for (const { key, hits, leftMs } of counted) {
        const count = sent.get(key)?.count;
        if (count) Object.assign(count, { hits: hits + count.unsent, until: performance.now() + leftMs });
      }
    } catch (error) {
      for (const { count, hits } of sent.values()) count.unsent += hits;
      this.#parts.log.warn({ err: error }, "requests are counted by this process alone");
    }
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the counters do not answer")), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
