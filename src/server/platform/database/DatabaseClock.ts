import type { FastifyBaseLogger } from "fastify";
import type { SweeperJob } from "../jobs/Sweeper.ts";
import type { Clock } from "../time/clock.ts";
import type { Database } from "./Database.ts";

const syncEveryMs = 10_000;

/**
 * Clock that follows the database's time, the same in all server processes however their own clocks are set.
 * Syncs periodically and runs on a monotonic clock in between.
 */
export class DatabaseClock implements Clock {
  readonly #database: Database;
  /** Unix time in ms at which `performance.now()` was 0; the process's own until the first sync. */
  #originMs = Date.now() - performance.now();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Creates a clock and syncs it if the database is available. */
  static async open(database: Database, log: FastifyBaseLogger): Promise<DatabaseClock> {
    const clock = new DatabaseClock(database);
    await clock.sync().catch((err: unknown) => log.warn({ err }, "the database's time is not known yet"));
    return clock;
  }

  /** Sweeper job that syncs the clock. */
  get job(): SweeperJob {
    return { name: "clock", everyMs: syncEveryMs, run: () => this.sync() };
  }

  now(): Date {
    return new Date(this.#originMs + performance.now());
  }

  /** Syncs with the database's time. Rethrows database errors; the clock then keeps running as before. */
  async sync(): Promise<void> {
    const startedAtMs = performance.now();
    const { rows } = await this.#database.pool.query<{ ms: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
    );
    const midpointMs = (startedAtMs + performance.now()) / 2;
    const [row] = rows;
    if (row !== undefined) this.#originMs = row.ms - midpointMs;
  }
}
