import type { QueryRunner } from "../database/Database.ts";
import { AppError } from "../http/AppError.ts";
import { incrementCounters } from "./rate-limit.repository.ts";

/** Maximum number of requests in a window. */
export interface Rate {
  max: number;
  windowMs: number;
}

/** Rates of requests to a provider that counts or charges for them: of each caller, and of all together. */
export interface OutboundRates {
  each: Rate;
  shop: Rate;
}

interface Options {
  queries: QueryRunner;
  /** Name of the counted operation. */
  name: string;
  rates: OutboundRates;
  /** Messages for a caller above the own rate, and for all callers above the total. */
  messages: { each: string; shop: string };
}

/** Limits callers' requests to outside providers, counted over all processes. */
export class OutboundRateLimiter {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Counts one more request of a caller. Requests refused by the caller's own rate do not count towards the
   * total: no single caller can use it up.
   * @throws AppError("rate_limited") with the time to wait
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
