import type { Database } from "../database/Database.ts";
import type { Clock } from "../time/clock.ts";
import { deletePresence, upsertPresence } from "./presence.repository.ts";

/** Rows for each statement. */
const batchSize = 1_000;

/**
 * Publishes to all processes which customers have a stream open in this one: changes within a second, the
 * others once every heartbeat. Entries of a process that died expire by themselves.
 */
export class Presence {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #everyMs: number;
  #published = new Set<string>();
  #isPublishing = false;
  #lastPublishedAt = Number.NEGATIVE_INFINITY;

  constructor(options: { database: Database; clock: Clock; everyMs: number }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#everyMs = options.everyMs;
  }

  /** Publishes the connected customers; while an earlier write is still running, the next call catches up. */
  async publish(connected: Set<string>): Promise<void> {
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    try {
      await this.#write(connected);
      this.#published = connected;
    } finally {
      this.#isPublishing = false;
    }
  }

  async #write(connected: Set<string>): Promise<void> {
    const isDue = performance.now() - this.#lastPublishedAt >= this.#everyMs;
    const added = isDue ? [...connected] : [...connected].filter((id) => !this.#published.has(id));
    const removed = [...this.#published].filter((id) => !connected.has(id));
    const { queries } = this.#database;
    for (let from = 0; from < added.length; from += batchSize)
      await upsertPresence(queries, added.slice(from, from + batchSize), this.#clock.now());
    for (let from = 0; from < removed.length; from += batchSize)
      await deletePresence(queries, removed.slice(from, from + batchSize));
    if (isDue) this.#lastPublishedAt = performance.now();
  }
}
