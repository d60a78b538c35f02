import type { Clock } from "../clock.ts";
import type { Database } from "../Database.ts";
import { markGone, markSeen } from "./presenceRows.ts";

/** Rows of one statement. */
const batch = 1_000;

/**
 * Tells all processes which customers have a stream open at this one: newcomers and leavers within a second, the others
 * once a heartbeat. What a process that died has told runs out by itself.
 */
export class Presence {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #everyMs: number;
  #told = new Set<string>();
  #isTelling = false;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(parts: { database: Database; clock: Clock; everyMs: number }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#everyMs = parts.everyMs;
  }

  /** Takes who is here now; while an earlier word is still on its way, the next one tells it. */
  async tell(here: Set<string>): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      await this.#write(here);
      this.#told = here;
    } finally {
      this.#isTelling = false;
    }
  }

  async #write(here: Set<string>): Promise<void> {
    const isTime = performance.now() - this.#toldAt >= this.#everyMs;
    const news = isTime ? [...here] : [...here].filter((id) => !this.#told.has(id));
    const gone = [...this.#told].filter((id) => !here.has(id));
    const { queries } = this.#database;
    for (let from = 0; from < news.length; from += batch)
      await markSeen(queries, news.slice(from, from + batch), this.#clock.now());
    for (let from = 0; from < gone.length; from += batch)
      await markGone(queries, gone.slice(from, from + batch));
    if (isTime) this.#toldAt = performance.now();
  }
}
