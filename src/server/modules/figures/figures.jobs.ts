import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { pgCode } from "../../platform/database/database-errors.ts";
import { wholeChain } from "../../schema/figures.ts";
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
/** Days of the chain that one transaction works on. */
const chainBatch = 60;
/** Longest time that a run goes on, so that other work of the process is not held up. */
const maxRunMs = 2_000;

/** Longest time that one transaction looks for days of the past. */
const maxMarkMs = 1_000;

/** Time for which a day is left out that alone takes longer than a statement may. */
const postponeMs = 600_000;
/** SQLSTATE of a statement that took longer than it may. */
const tooSlow = "57014";

type Step = "busy" | "done" | "more";

/** Number of rows that the next transaction takes: fewer than `max` after one that took too long. */
interface Batch {
  readonly max: number;
  limit: number;
}

/** What a transaction took to compute. */
interface Taken {
  batch: Batch;
  days: RestaurantDay[];
  /** Number of rows that the days were taken from. */
  size: number;
}

/** What the job works with. */
export interface FiguresJobDeps extends Pick<Deps, "database" | "clock"> {
  /** Is told of a day that could not be computed in time; it is tried again later. */
  onSlowDay: (day: RestaurantDay, error: unknown) => void;
}

/** Computes the figures of outdated days again; one process at a time does so, and repeating it changes nothing. */
export class FiguresJob {
  readonly #deps: FiguresJobDeps;
  readonly #restaurants: Batch;
  readonly #chain: Batch = { max: chainBatch, limit: chainBatch };
  /** Whose days the next transaction looks for first, so that neither waits for all of the other's. */
  #isChainFirst = true;
  /** Days that are left out, with the time until which they are; those of the chain too. */
  readonly #postponed = new Map<RestaurantDay, number>();

  constructor(deps: FiguresJobDeps, batch = defaultBatch) {
    this.#deps = deps;
    this.#restaurants = { max: batch, limit: batch };
  }

  /** Works until nothing is outdated, for some seconds at most. */
  async sweep(): Promise<void> {
    const startedAt = performance.now();
    while ((await this.#step()) === "more") if (performance.now() - startedAt > maxRunMs) return;
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
   * Computes one batch, or looks for days of the past when no other is waiting. "done" is what a
   * transaction returns that saw nothing left while it held the lock, so that a process that finds the lock taken can leave
   * the rest to its holder. A batch that takes longer than a statement may is halved; a single day that does is left out
   * for a while, so that it holds up no other.
   */
  async #step(): Promise<Step> {
    const taken: Taken = { batch: this.#restaurants, days: [], size: 0 };
    try {
      const step = await this.#deps.database.transaction(async (tx): Promise<Step> => {
        if (!(await tryLockFigures(tx))) return "busy";
        const works = [() => this.#computeChain(tx, taken), () => this.#computeRestaurants(tx, taken)];
        if (!this.#isChainFirst) works.reverse();
        this.#isChainFirst = !this.#isChainFirst;
        for (const work of works) if (await work()) return "more";
        return (await this.#markPast(tx)) ? "more" : "done";
      });
      if (step === "done") for (const batch of [this.#restaurants, this.#chain]) batch.limit = batch.max;
      return step;
    } catch (error) {
      if (pgCode(error) !== tooSlow || taken.days[0] === undefined) throw error;
      this.#reduce(taken, error);
      return "more";
    }
  }

  /** Computes outdated days of the chain; returns whether there were some. */
  async #computeChain(tx: QueryRunner, taken: Taken): Promise<boolean> {
    const postponed = this.#listPostponed().filter(({ restaurantId }) => restaurantId === wholeChain);
    const dates = await takeOutdatedDays(
      tx,
      this.#chain.limit,
      postponed.map(({ date }) => date),
    );
    Object.assign(taken, {
      batch: this.#chain,
      days: dates.map((date) => ({ restaurantId: wholeChain, date })),
      size: dates.length,
    });
    if (dates.length > 0) await sumChainDays(tx, dates);
    return dates.length > 0;
  }

  /** Computes outdated days of restaurants; returns whether there were some. */
  async #computeRestaurants(tx: QueryRunner, taken: Taken): Promise<boolean> {
    const { days, rowCount } = await takeOutdated(tx, this.#restaurants.limit, this.#listPostponed());
    Object.assign(taken, { batch: this.#restaurants, days, size: rowCount });
    if (rowCount > 0) await recompute(tx, days);
    return rowCount > 0;
  }

  /** Halves the batch that took too long, or leaves its only day out for a while. */
  #reduce({ batch, days, size }: Taken, error: unknown): void {
    if (days.length > 1) {
      batch.limit = Math.ceil(size / 2);
      return;
    }
    batch.limit = batch.max;
    for (const day of days) {
      this.#postponed.set(day, this.#deps.clock.now().getTime() + postponeMs);
      this.#deps.onSlowDay(day, error);
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
    for (let total = 0; total < this.#restaurants.max && performance.now() - startedAt < maxMarkMs; ) {
      const { hasMore, marked } = await markPast(tx, this.#deps.clock.now());
      if (!hasMore) return total > 0;
      total += marked;
    }
    return true;
  }
}
