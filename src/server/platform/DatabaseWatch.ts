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
/** So many a connection may wait for one before newcomers are sent away at once. */
const waitersPerConnection = 50;
const lateMostMs = 1_500;

/** What is watched, and with what. */
export interface WatchParts {
  content: ContentNews;
  database: Database;
  log: FastifyBaseLogger;
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
    const { waitingCount, options } = this.#parts.database.pool;
    return this.#lateMs > lateMostMs || waitingCount > waitersPerConnection * (options.max ?? 1);
  }

  #tick(): void {
    const now = performance.now();
    const lateMs = now - this.#tickedAt - tickMs;
    this.#tickedAt = now;
    // Half of what was known and half of what is new: one long pause is no reason, several are.
    this.#lateMs = (this.#lateMs + lateMs) / 2;
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
