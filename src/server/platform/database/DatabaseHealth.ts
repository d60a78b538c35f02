import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../http/AppError.ts";
import type { ContentChangeFeed } from "../response-cache/ContentChangeFeed.ts";
import type { Database } from "./Database.ts";

const tickMs = 100;
/** With half a second between two probes, all waiting requests are rejected within three seconds. */
const unresponsiveAfterTicks = 23;
/** Longer than a mere pause of the database: pending queries are lost, so its connections are destroyed. */
const reconnectEveryTicks = 120;
const retryAfterS = 2;
/** Maximum number of requests waiting for a connection, whatever the recent hold times. */
const maxWaiters = 1_000;
const maxEventLoopLagMs = 1_500;

/** Dependencies and thresholds of DatabaseHealth. */
export interface HealthOptions {
  content: ContentChangeFeed;
  database: Database;
  log: FastifyBaseLogger;
  /** Requests whose expected wait for a connection is longer are rejected at once, in ms. */
  waitMs: number;
}

/**
 * Detects an unresponsive database or an overloaded process, and rejects waiting requests with a Retry-After
 * instead of letting them wait. Work already begun goes on: a database that only paused finishes it, and a
 * retry with the same idempotency key gets the same response. Counts time in its own ticks, so that a process
 * that was itself suspended does not take that for an unresponsive database.
 */
export class DatabaseHealth {
  readonly #options: HealthOptions;
  readonly #pending = new Set<(error: AppError) => void>();
  #timer: NodeJS.Timeout | null = null;
  #unresponsiveTicks = 0;
  /** Number of consecutive ticks in which requests waited for a connection and none was handed out. */
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

  /** Whether the database is connected but does not respond. */
  get isUnresponsive(): boolean {
    return this.#unresponsiveTicks >= unresponsiveAfterTicks;
  }

  /** Whether the database is connected but has owed a response for longer than a request may wait. */
  get isSilent(): boolean {
    return this.#unresponsiveTicks * tickMs > this.#options.waitMs || this.isUnresponsive;
  }

  /** Throws AppError("unavailable") for a write that would wait too long, before any work is done for it. */
  assertCapacity(): void {
    if (this.#options.database.transactionWaitMs > this.#options.waitMs) throw serviceUnavailable();
  }

  /**
   * Returns the result of `work`.
   * @throws AppError("unavailable") as soon as it is clear that the result will not come in time
   */
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
    // Averages the old value and the new lag: one long pause does not trip the limit, several do.
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
