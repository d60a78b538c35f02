import type { Queries } from "../Database.ts";
import { type EventRow, readEvents } from "./eventRows.ts";

/** Reads that begin at the same moment are one: streams of a channel that are woken together ask the database once. */
export class SharedReads {
  readonly #queries: () => Queries;
  readonly #beginning = new Map<string, Promise<EventRow[]>>();

  constructor(queries: () => Queries) {
    this.#queries = queries;
  }

  /** The next events of a channel behind a position. */
  read(channel: string, after: number, most: number): Promise<EventRow[]> {
    const key = `${after} ${channel}`;
    const begun = this.#beginning.get(key);
    if (begun !== undefined) return begun;
    // Only until this turn is over: whoever is woken later has to see what was written since.
    if (this.#beginning.size === 0) queueMicrotask(() => this.#beginning.clear());
    const rows = readEvents(this.#queries(), channel, after, most);
    this.#beginning.set(key, rows);
    return rows;
  }
}
