import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../http/AppError.ts";
import type { ContentChangeFeed } from "../response-cache/ContentChangeFeed.ts";
import type { Database } from "./Database.ts";

const tickMs = 100;
/** With half a second between two questions to it, everybody who waits is told within three seconds. */
const unresponsiveAfterTicks = 23;
/** Longer than a database that only paused: what was sent to it is lost, and its connections are given up. */
const reconnectEveryTicks = 120;
const retryAfterS = 2;
/** So many newcomers wait at most, whatever the last ones took. */
const maxWaiters = 1_000;
const maxEventLoopLagMs = 1_500;

/** What is watched, and with what. */
export interface HealthOptions {
  content: ContentChangeFeed;
  database: Database;
  log: FastifyBaseLogger;
  /** Who would wait longer for a connection is sent away at once. */
  waitMs: number;
}

/**
 * Knows when the database owes answers or this process cannot keep up, and sends those who wait away with a time to come
 * back instead of letting them wait. What was begun goes on: a database that only paused finishes it, and whoever asks
 * again with the same key gets the same answer. Time is counted in ticks of our own, so that a process that was itself
 * held up does not take that for a silent database.
 */
export class DatabaseHealth {
  readonly #options: HealthOptions;
  readonly #pending = new Set<(error: AppError) => void>();
  #timer: NodeJS.Timeout | null = null;
  #unresponsiveTicks = 0;
  /** For so many ticks some wait for a connection and none is given out. */
  #stalledTicks = 0;
  #acquireCount = 0;
  #lastTickAt = 0;
  #eventLoopLagMs = 0;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  start(): void {
    this.#lastTickAt = performance.now();
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#unresponsiveTicks = 0;
  }

  /** Whether the database is connected and says nothing. */
  get isUnresponsive(): boolean {
    return this.#unresponsiveTicks >= unresponsiveAfterTicks;
  }

  /** Throws AppError("unavailable") for a write that would wait too long: nothing has been done for it yet. */
  assertCapacity(): void {
    if (this.#options.database.transactionWaitMs > this.#options.waitMs) throw serviceUnavailable();
  }

  /** The answer of `work`, or AppError("unavailable") as soon as it is clear that it will not come in time. */
  async withLoadShedding<T>(work: () => Promise<T>): Promise<T> {
    if (this.isUnresponsive || this.#isOverloaded) throw serviceUnavailable();
    let rejectPending: ((error: AppError) => void) | undefined;
    const unavailable = new Promise<never>((_resolve, reject) => {
      rejectPending = reject;
      this.#pending.add(reject);
    });
    try {
      return await Promise.race([work(), unavailable]);
    } finally {
      if (rejectPending) this.#pending.delete(rejectPending);
    }
  }

  get #isOverloaded(): boolean {
    const { database, waitMs } = this.#options;
    if (this.#eventLoopLagMs > maxEventLoopLagMs || database.connectionWaitMs > waitMs) return true;
    return this.#stalledTicks * tickMs > waitMs || database.pool.waitingCount > maxWaiters;
  }

  #tick(): void {
    const now = performance.now();
    const lagMs = now - this.#lastTickAt - tickMs;
    this.#lastTickAt = now;
    // Half of what was known and half of what is new: one long pause is no reason, several are.
    this.#eventLoopLagMs = (this.#eventLoopLagMs + lagMs) / 2;
    const { acquireCount: served, pool } = this.#options.database;
    this.#stalledTicks = pool.waitingCount > 0 && served === this.#acquireCount ? this.#stalledTicks + 1 : 0;
    this.#acquireCount = served;
    this.#unresponsiveTicks = this.#options.content.pendingReplyMs > 0 ? this.#unresponsiveTicks + 1 : 0;
    if (this.#unresponsiveTicks === unresponsiveAfterTicks) this.#rejectPending();
    if (this.#unresponsiveTicks > 0 && this.#unresponsiveTicks % reconnectEveryTicks === 0)
      this.#options.database.destroyConnections();
  }

  #rejectPending(): void {
    this.#options.log.error({ waiting: this.#pending.size }, "the database is silent");
    for (const rejectPending of this.#pending) rejectPending(serviceUnavailable());
  }
}

function serviceUnavailable(): AppError {
  return new AppError("unavailable", {}, undefined, retryAfterS);
}
