import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { markPast, recompute, takeOutdated, tryLockFigures } from "./figure-sums.repository.ts";

/** Rows of outdated days that one transaction works on: a fraction of a second. */
const defaultBatch = 300;
/** Longest time that a run goes on, so that other work of the process is not held up. */
const maxRunMs = 2_000;

/** Longest time that one transaction looks for days of the past. */
const maxMarkMs = 1_000;

type Step = "busy" | "done" | "more";

/** Computes the figures of outdated days again; one process at a time does so, and repeating it changes nothing. */
export class FiguresJob {
  readonly #deps: Pick<Deps, "database" | "clock">;
  readonly #batch: number;

  constructor(deps: Pick<Deps, "database" | "clock">, batch = defaultBatch) {
    this.#deps = deps;
    this.#batch = batch;
  }

  /** Works until nothing is outdated, for some seconds at most. */
  async sweep(): Promise<void> {
    const startedAt = performance.now();
    while ((await this.#step()) === "more") if (performance.now() - startedAt > maxRunMs) return;
  }

  /** Works until nothing is outdated, however long it takes; false if another process holds the lock. */
  async catchUp(): Promise<boolean> {
    for (;;) {
      const step = await this.#step();
      if (step !== "more") return step === "done";
    }
  }

  /** Computes one batch, or looks for days of the past when no other is waiting. */
  async #step(): Promise<Step> {
    return await this.#deps.database.transaction(async (tx): Promise<Step> => {
      if (!(await tryLockFigures(tx))) return "busy";
      const { days, rowCount } = await takeOutdated(tx, this.#batch);
      if (rowCount > 0) {
        await recompute(tx, days);
        return "more";
      }
      return (await this.#markPast(tx)) ? "more" : "done";
    });
  }

  /** Marks about a batch of days of the past; returns whether there may be more. */
  async #markPast(tx: QueryRunner): Promise<boolean> {
    const startedAt = performance.now();
    for (let total = 0; total < this.#batch && performance.now() - startedAt < maxMarkMs; ) {
      const { hasMore, marked } = await markPast(tx, this.#deps.clock.now());
      if (!hasMore) return total > 0;
      total += marked;
    }
    return true;
  }
}
