import type { Deps } from "../../platform/Deps.ts";
import { pgCode, type QueryRunner } from "../../platform/database/Database.ts";
import { sumChainDays, takeOutdatedDays } from "./chain-figures.repository.ts";
import type { RestaurantDay } from "./figure-events.repository.ts";
import {
  findLastOutdated,
  hasOutdated,
  markPast,
  recompute,
  takeOutdated,
  tryLockFigures,
} from "./figure-sums.repository.ts";

/** Rows of outdated days that one transaction works on: a fraction of a second. */
const defaultBatch = 300;
/** Longest time that a run goes on, so that other work of the process is not held up. */
const maxRunMs = 2_000;
/** Days of the chain that one transaction computes, and the longest time that a run spends with them. */
const chainBatch = 60;
const maxChainMs = 1_000;

/** Longest time that one transaction looks for days of the past. */
const maxMarkMs = 1_000;

/** Time for which a day is left out that alone takes longer than a statement may. */
const postponeMs = 600_000;
/** SQLSTATE of a statement that took longer than it may. */
const tooSlow = "57014";

type Step = "busy" | "done" | "more";

/** What the job works with. */
export interface FiguresJobDeps extends Pick<Deps, "database" | "clock"> {
  /** Is told of a day that could not be computed in time; it is tried again later. */
  onSlowDay: (day: RestaurantDay, error: unknown) => void;
}

/** Computes the figures of outdated days again; one process at a time does so, and repeating it changes nothing. */
export class FiguresJob {
  readonly #deps: FiguresJobDeps;
  readonly #batch: number;
  /** Rows of the next transaction: fewer than a batch after one that took too long. */
  #limit: number;
  /** Days that are left out, with the time until which they are. */
  readonly #postponed = new Map<RestaurantDay, number>();

  constructor(deps: FiguresJobDeps, batch = defaultBatch) {
    this.#deps = deps;
    this.#batch = batch;
    this.#limit = batch;
  }

  /** Works until nothing is outdated, for some seconds at most. */
  async sweep(): Promise<void> {
    const startedAt = performance.now();
    await this.#computeChain();
    let step = await this.#step();
    while (step === "more") {
      if (performance.now() - startedAt > maxRunMs) return;
      step = await this.#step();
    }
    // Those of the past, which the last step may have found. Never while another process works: its next step would find
    // the lock taken, and both would leave the rest.
    if (step === "done") await this.#computeChain();
  }

  /** Computes outdated days of the chain, for some time at most. */
  async #computeChain(): Promise<void> {
    const startedAt = performance.now();
    while (await this.#computeChainBatch()) if (performance.now() - startedAt > maxChainMs) return;
  }

  /** Computes some outdated days of the chain; returns whether there may be more. */
  async #computeChainBatch(): Promise<boolean> {
    return await this.#deps.database.transaction(async (tx) => {
      if (!(await tryLockFigures(tx))) return false;
      const dates = await takeOutdatedDays(tx, chainBatch);
      if (dates.length > 0) await sumChainDays(tx, dates);
      return dates.length === chainBatch;
    });
  }

  /**
   * Works until everything is computed that was outdated when it was called, however long it takes; what changes meanwhile,
   * the past, and days that take too long are left to others. False if another process holds the lock.
   */
  async catchUp(): Promise<boolean> {
    const { queries } = this.#deps.database;
    const last = await findLastOutdated(queries);
    while (await hasOutdated(queries, last, this.#listPostponed()))
      if ((await this.#step()) === "busy") return false;
    return true;
  }

  /**
   * Computes one batch, or looks for days of the past when no other is waiting. A batch that takes longer than a statement
   * may is halved; a single day that does is left out for a while, so that it holds up no other.
   */
  async #step(): Promise<Step> {
    let taken: Awaited<ReturnType<typeof takeOutdated>> = { days: [], rowCount: 0 };
    try {
      const step = await this.#deps.database.transaction(async (tx): Promise<Step> => {
        if (!(await tryLockFigures(tx))) return "busy";
        taken = await takeOutdated(tx, this.#limit, this.#listPostponed());
        if (taken.rowCount > 0) {
          await recompute(tx, taken.days);
          return "more";
        }
        return (await this.#markPast(tx)) ? "more" : "done";
      });
      if (step === "done") this.#limit = this.#batch;
      return step;
    } catch (error) {
      const [day] = taken.days;
      if (pgCode(error) !== tooSlow || day === undefined) throw error;
      if (taken.days.length > 1) this.#limit = Math.ceil(taken.rowCount / 2);
      else {
        this.#limit = this.#batch;
        this.#postponed.set(day, this.#deps.clock.now().getTime() + postponeMs);
        this.#deps.onSlowDay(day, error);
      }
      return "more";
    }
  }

  /** Lists the days that are left out now. */
  #listPostponed(): RestaurantDay[] {
    const now = this.#deps.clock.now().getTime();
    for (const [day, until] of this.#postponed) if (until <= now) this.#postponed.delete(day);
    return [...this.#postponed.keys()];
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
