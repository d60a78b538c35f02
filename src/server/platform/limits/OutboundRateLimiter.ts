import type { QueryRunner } from "../database/Database.ts";
import { AppError } from "../http/AppError.ts";
import { incrementCounters } from "./rate-limit.repository.ts";

/** So many in so long. */
export interface Rate {
  max: number;
  windowMs: number;
}

/** How often one caller, and all of them together, may have something asked of a company that counts or charges for it. */
export interface OutboundRates {
  each: Rate;
  shop: Rate;
}

interface Options {
  queries: QueryRunner;
  /** Names what is counted. */
  name: string;
  rates: OutboundRates;
  /** What a caller reads who has asked too often, and what everybody reads when all together have. */
  messages: { each: string; shop: string };
}

/** Counts for all processes what callers let us ask outside. */
export class OutboundRateLimiter {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Counts one more of `who`; throws "rate_limited" with the time to wait. What is refused to one caller does not count
   * for the shop: nobody can use up what all have alone.
   */
  async consume(caller: string): Promise<void> {
    const { name, rates, messages } = this.#options;
    await this.#count(`${name}:each:${caller}`, rates.each, messages.each);
    await this.#count(`${name}:shop`, rates.shop, messages.shop);
  }

  async #count(key: string, { max, windowMs }: Rate, message: string): Promise<void> {
    const [counted] = await incrementCounters(this.#options.queries, [{ key, hits: 1 }], windowMs);
    if (counted !== undefined && counted.hits > max)
      throw new AppError("rate_limited", {}, message, Math.ceil(counted.remainingMs / 1_000));
  }
}
