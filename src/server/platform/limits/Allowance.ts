import { AppError } from "../AppError.ts";
import type { Queries } from "../Database.ts";
import { countHits } from "./rateRows.ts";

/** So many in so long. */
export interface Rate {
  most: number;
  windowMs: number;
}

/** How often one caller, and all of them together, may have something asked of a company that counts or charges for it. */
export interface AllowanceRates {
  each: Rate;
  shop: Rate;
}

interface Parts {
  queries: Queries;
  /** Names what is counted. */
  name: string;
  rates: AllowanceRates;
  /** What a caller reads who has asked too often, and what everybody reads when all together have. */
  messages: { each: string; shop: string };
}

/** Counts for all processes what callers let us ask outside. */
export class Allowance {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Counts one more of `who`; throws "rate_limited" with the time to wait. What is refused to one caller does not count
   * for the shop: nobody can use up what all have alone.
   */
  async take(who: string): Promise<void> {
    const { name, rates, messages } = this.#parts;
    await this.#count(`${name}:each:${who}`, rates.each, messages.each);
    await this.#count(`${name}:shop`, rates.shop, messages.shop);
  }

  async #count(key: string, { most, windowMs }: Rate, message: string): Promise<void> {
    const [counted] = await countHits(this.#parts.queries, [{ key, hits: 1 }], windowMs);
    if (counted !== undefined && counted.hits > most)
      throw new AppError("rate_limited", {}, message, Math.ceil(counted.leftMs / 1_000));
  }
}
