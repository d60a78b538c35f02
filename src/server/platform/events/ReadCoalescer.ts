import type { QueryRunner } from "../database/Database.ts";
import { type EventRow, listEvents } from "./event.repository.ts";

/** Reads that begin at the same moment are one: streams of a channel that are woken together ask the database once. */
export class ReadCoalescer {
  readonly #queries: () => QueryRunner;
  readonly #inFlight = new Map<string, Promise<EventRow[]>>();

  constructor(queries: () => QueryRunner) {
    this.#queries = queries;
  }

  /** The next events of a channel behind a position. */
  read(channel: string, after: number, limit: number): Promise<EventRow[]> {
    const key = `${after} ${channel}`;
    const existing = this.#inFlight.get(key);
    if (existing !== undefined) return existing;
    // Only until this turn is over: whoever is woken later has to see what was written since.
    if (this.#inFlight.size === 0) queueMicrotask(() => this.#inFlight.clear());
    const rows = listEvents(this.#queries(), channel, after, limit);
    this.#inFlight.set(key, rows);
    return rows;
  }
}
