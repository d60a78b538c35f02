import { setTimeout as sleep } from "node:timers/promises";
import { type Clock, later } from "./clock.ts";
import type { Database } from "./Database.ts";
import { newId } from "./ids.ts";
import { claimShared, readShared, removeShared, writeShared } from "./sharedRows.ts";

/** Longer than a loader may take, so that a live one is never overtaken and a dead one soon is. */
const turnMs = 12_000;
const waitMs = 15_000;
const pauseMs = 50;

/** Fetches a value and says how long it may be used. */
export type Loader = () => Promise<{ value: string; lifeMs: number }>;

/**
 * Values that are dear to fetch, once for all server processes: one process at a time fetches, the others wait for
 * its answer. When fetching fails, everybody who waited in this process gets that failure; another process tries again.
 */
export class SharedCache {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #underWay = new Map<string, Promise<string>>();

  constructor(deps: { database: Database; clock: Clock }) {
    this.#database = deps.database;
    this.#clock = deps.clock;
  }

  /** The value of that name, fetched when there is none. Throws what the loader throws. */
  async get(key: string, load: Loader): Promise<string> {
    const running = this.#underWay.get(key);
    if (running) return await running;
    const run = this.#find(key, load).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, run);
    return await run;
  }

  /** Forgets a value that turned out to be of no use; a newer one stays. */
  async drop(key: string, value: string): Promise<void> {
    await removeShared(this.#database.queries, key, value);
  }

  async #find(key: string, load: Loader): Promise<string> {
    const { queries } = this.#database;
    for (let waited = 0; waited < waitMs; waited += pauseMs) {
      const known = await readShared<string>(queries, key, this.#clock.now());
      if (known !== undefined) return known;
      const loaded = await this.#loadInTurn(key, load);
      if (loaded !== undefined) return loaded;
      await sleep(pauseMs);
    }
    throw new Error(`nobody fetched ${key} in time`);
  }

  /** Fetches when it is this process's turn; undefined when another one is at it. */
  async #loadInTurn(key: string, load: Loader): Promise<string | undefined> {
    const { queries } = this.#database;
    const turn = { key: `${key}:turn`, value: newId() };
    const now = this.#clock.now();
    if (!(await claimShared(queries, { ...turn, now, until: later(now, turnMs) }))) return undefined;
    try {
      // Somebody may have finished between our look and our turn.
      const known = await readShared<string>(queries, key, this.#clock.now());
      if (known !== undefined) return known;
      const { value, lifeMs } = await load();
      await writeShared(queries, key, value, later(this.#clock.now(), lifeMs));
      return value;
    } finally {
      await removeShared(queries, turn.key, turn.value);
    }
  }
}
