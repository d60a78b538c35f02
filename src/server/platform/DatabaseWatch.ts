import type { FastifyBaseLogger } from "fastify";
import { AppError } from "./AppError.ts";
import type { ContentNews } from "./content/ContentNews.ts";
import type { Database } from "./Database.ts";

const tickMs = 100;
/** With half a second between two questions to it, everybody who waits is told within three seconds. */
const awayTicks = 23;
/** Longer than a database that only paused: what was sent to it is lost, and its connections are given up. */
const lostTicks = 120;
const retryAfterS = 2;
/** So many newcomers wait at most, whatever the last ones took. */
const waitersMost = 1_000;
const lateMostMs = 1_500;

/** What is watched, and with what. */
export interface WatchParts {
  content: ContentNews;
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
export class DatabaseWatch {
  readonly #parts: WatchParts;
  readonly #waiting = new Set<(error: AppError) => void>();
  #timer: NodeJS.Timeout | null = null;
  #silentTicks = 0;
  /** For so many ticks some wait for a connection and none is given out. */
  #stuckTicks = 0;
  #served = 0;
  #tickedAt = 0;
  #lateMs = 0;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#tickedAt = performance.now();
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#silentTicks = 0;
  }

  /** Whether the database is connected and says nothing. */
  get isAway(): boolean {
    return this.#silentTicks >= awayTicks;
  }

  /** Throws AppError("unavailable") for a write that would wait too long: nothing has been done for it yet. */
  requireTurn(): void {
    if (this.#parts.database.turnMs > this.#parts.waitMs) throw tooBusy();
  }

  /** The answer of `work`, or AppError("unavailable") as soon as it is clear that it will not come in time. */
  async orAway<T>(work: () => Promise<T>): Promise<T> {
    if (this.isAway || this.#isOverrun) throw tooBusy();
    let giveUp: ((error: AppError) => void) | undefined;
    const away = new Promise<never>((_resolve, reject) => {
      giveUp = reject;
      this.#waiting.add(reject);
    });
    try {
      return await Promise.race([work(), away]);
    } finally {
      if (giveUp) this.#waiting.delete(giveUp);
    }
  }

  get #isOverrun(): boolean {
    const { database, waitMs } = this.#parts;
    if (this.#lateMs > lateMostMs || database.queueMs > waitMs) return true;
    return this.#stuckTicks * tickMs > waitMs || database.pool.waitingCount > waitersMost;
  }

  #tick(): void {
    const now = performance.now();
    const lateMs = now - this.#tickedAt - tickMs;
    this.#tickedAt = now;
    // Half of what was known and half of what is new: one long pause is no reason, several are.
    this.#lateMs = (this.#lateMs + lateMs) / 2;
    const { served, pool } = this.#parts.database;
    this.#stuckTicks = pool.waitingCount > 0 && served === this.#served ? this.#stuckTicks + 1 : 0;
    this.#served = served;
    this.#silentTicks = this.#parts.content.silentMs > 0 ? this.#silentTicks + 1 : 0;
    if (this.#silentTicks === awayTicks) this.#sendAway();
    if (this.#silentTicks > 0 && this.#silentTicks % lostTicks === 0)
      this.#parts.database.giveUpConnections();
  }

  #sendAway(): void {
    this.#parts.log.error({ waiting: this.#waiting.size }, "the database is silent");
    for (const giveUp of this.#waiting) giveUp(tooBusy());
  }
}

function tooBusy(): AppError {
  return new AppError("unavailable", {}, undefined, retryAfterS);
}
