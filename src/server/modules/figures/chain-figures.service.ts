import type { ChainFigures, ChainPoint, ChainSums } from "#contract/staff/figures/chain.schema.ts";
import { figureFirstDay } from "#contract/staff/figures/limits.ts";
import type { Deps } from "../../platform/Deps.ts";
import * as repository from "./chain-figures.repository.ts";
import {
  addDays,
  assertRange,
  type DayRange,
  isDaily,
  listPoints,
  rangeBefore,
} from "./figure-range.rules.ts";
import { readProgress } from "./figure-report.repository.ts";

/** What is outstanding: money on cards, and points. */
type Balances = Pick<ChainFigures, "cards_balance" | "points_balance">;

const noSums: ChainSums = {
  cards_issued: 0,
  cards_value: 0,
  cards_adjusted: 0,
  cards_bound: 0,
  cards_spent: 0,
  vouchers_issued: 0,
  vouchers_redeemed: 0,
  points_of_orders: 0,
  points_invited: 0,
  points_revoked: 0,
  points_expired: 0,
  points_requested: 0,
  points_adjusted: 0,
  withdrawals: 0,
  points_withdrawn: 0,
};
const names = Object.keys(noSums) as (keyof ChainSums)[];

/** Returns what is outstanding after what happened. */
function addToBalances(before: Balances, sums: ChainSums): Balances {
  return {
    cards_balance: before.cards_balance + sums.cards_value + sums.cards_adjusted - sums.cards_spent,
    points_balance:
      before.points_balance +
      sums.points_of_orders +
      sums.points_invited +
      sums.points_revoked +
      sums.points_expired +
      sums.points_requested +
      sums.points_adjusted,
  };
}

/** Reads the figures of the whole chain beside orders. */
export class ChainFiguresService {
  readonly #deps: Pick<Deps, "database">;

  constructor(deps: Pick<Deps, "database">) {
    this.#deps = deps;
  }

  /**
   * Returns sums and balances of a range, of the range before, and of each of its days or months. Throws "validation" for
   * days that do not exist and ranges that are too long.
   */
  async read(range: DayRange) {
    assertRange(range);
    const before = rangeBefore(range);
    const unit: "day" | "month" = isDaily(range) ? "day" : "month";
    const [earlier, sumsBefore, rows, progress] = await this.#deps.database.read((queries) =>
      Promise.all([
        repository.sumChain(queries, { from: figureFirstDay, to: addDays(range.from, -1) }),
        repository.sumChain(queries, before),
        repository.sumChainByPoint(queries, range, unit),
        readProgress(queries),
      ]),
    );
    const opening = addToBalances({ cards_balance: 0, points_balance: 0 }, earlier);
    const byPoint = new Map(rows.map((row) => [row.at, row]));
    const total = { ...noSums };
    let balances = opening;
    const list = listPoints(range).map((at): ChainPoint => {
      const sums = byPoint.get(at) ?? { ...noSums, at };
      for (const name of names) total[name] += sums[name];
      balances = addToBalances(balances, sums);
      return { ...sums, ...balances };
    });
    return {
      sums: { ...total, ...balances },
      before: { ...before, sums: { ...sumsBefore, ...opening } },
      unit,
      list,
      counted_until: progress.countedUntil.toISOString(),
    };
  }
}
