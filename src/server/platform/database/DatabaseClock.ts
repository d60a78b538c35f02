import type { FastifyBaseLogger } from "fastify";
import type { SweeperJob } from "../jobs/Sweeper.ts";
import type { Clock } from "../time/clock.ts";
import type { Database } from "./Database.ts";

const syncEveryMs = 10_000;

/**
 * The database's time, the same in all server processes however their own clocks are set. It is read now and then and
 * counted on in between by a clock that only runs forward.
 */
export class DatabaseClock implements Clock {
  readonly #database: Database;
  /** The time when `performance.now()` was 0; the process's own until the database has been asked. */
  #originMs = Date.now() - performance.now();

  constructor(database: Database) {
    this.#database = database;
  }

  /** A clock that has read the database's time, if the database is there. */
  static async open(database: Database, log: FastifyBaseLogger): Promise<DatabaseClock> {
    const clock = new DatabaseClock(database);
    await clock.sync().catch((err: unknown) => log.warn({ err }, "the database's time is not known yet"));
    return clock;
  }

  /** Reads the time again and again. */
  get job(): SweeperJob {
    return { name: "clock", everyMs: syncEveryMs, run: () => this.sync() };
  }

  now(): Date {
    return new Date(this.#originMs + performance.now());
  }

  /** Reads the database's time. Throws what the database throws; the clock then runs on as it was. */
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
