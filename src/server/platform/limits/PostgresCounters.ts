import type { Database } from "../database/Database.ts";
import { incrementCounters } from "./rate-limit.repository.ts";
import type { CounterState, SharedCounters } from "./SharedCounters.ts";

/** Counters as rows of `rate_counters`; windows follow the database's clock. */
export class PostgresCounters implements SharedCounters {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async increment(increments: { key: string; hits: number }[], windowMs: number): Promise<CounterState[]> {
    return await incrementCounters(this.#database.queries, increments, windowMs);
  }
}
