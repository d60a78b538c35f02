import type { QueryRunner } from "../database/Database.ts";
import { type EventRow, listEvents } from "./event.repository.ts";

/** Merges concurrent reads: streams of a channel that are woken together query the database once. */
export class ReadCoalescer {
  readonly #queries: () => QueryRunner;
  readonly #inFlight = new Map<string, Promise<EventRow[]>>();

  constructor(queries: () => QueryRunner) {
    this.#queries = queries;
  }

  /** Reads the next events of a channel after a position. */
  read(channel: string, after: number, limit: number): Promise<EventRow[]> {
    const key = `${after} ${channel}`;
    const existing = this.#inFlight.get(key);
    if (existing !== undefined) return existing;
    // Only until the end of this turn: streams woken later must see what was written since.
    if (this.#inFlight.size === 0) queueMicrotask(() => this.#inFlight.clear());
    const rows = listEvents(this.#queries(), channel, after, limit);
    this.#inFlight.set(key, rows);
    return rows;
  }
}
