import { formatYuanDecimal } from "#contract/money.ts";
import type { BillEntry, WechatPayGateway } from "../../gateways/wechat-pay/WechatPayGateway.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import {
  type DatedEntry,
  listByNumbers,
  listOfDay,
  type MoneyKind,
  sumOfDay,
} from "./close-reconciliation.repository.ts";
import { addDays } from "./figure-range.rules.ts";

const batchSize = 500;
const kinds: readonly MoneyKind[] = ["payment", "refund"];
/** States of a refund in a bill that gave no money back. */
const unpaidStates = ["CLOSED", "CHANGE", "ABNORMAL"];

/** Amounts by restaurant. */
class Amounts {
  readonly #byRestaurant = new Map<string, number>();

  add(restaurantId: string, fen: number): void {
    this.#byRestaurant.set(restaurantId, this.get(restaurantId) + fen);
  }

  get(restaurantId: string): number {
    return this.#byRestaurant.get(restaurantId) ?? 0;
  }

  get restaurantIds(): string[] {
    return [...this.#byRestaurant.keys()];
  }
}

const entryKey = ({ kind, number }: { kind: string; number: string }) => `${kind} ${number}`;

/**
 * Compares the daily close of restaurants with the bills of WeChat Pay, to the fen. What is in the bill of one day and
 * counts on another, such as a refund that took until the next day, is taken into account entry by entry.
 */
export class CloseReconciliation {
  readonly #queries: QueryRunner;
  readonly #pay: Pick<WechatPayGateway, "listBillEntries">;

  constructor(queries: QueryRunner, pay: Pick<WechatPayGateway, "listBillEntries">) {
    this.#queries = queries;
    this.#pay = pay;
  }

  /** Lists every restaurant and day from `from` to `to` whose close is not what the bills say, one sentence each. */
  async listDifferences(from: string, to: string): Promise<string[]> {
    const differences: string[] = [];
    for (let date = from; date <= to; date = addDays(date, 1))
      differences.push(...(await this.#listOfDay(date)));
    return differences;
  }

  async #listOfDay(date: string): Promise<string[]> {
    const bill = (await this.#pay.listBillEntries(date)).filter(({ state }) => !unpaidStates.includes(state));
    const known = await this.#findKnown(bill);
    const ofDay = await listOfDay(this.#queries, date);
    const figures = await sumOfDay(this.#queries, date);
    const billed = new Set(bill.map(entryKey));
    return kinds.flatMap((kind) => {
      const closed = new Amounts();
      for (const sums of figures) closed.add(sums.restaurant_id, sums[kind]);
      const matched = new Amounts();
      for (const entry of bill.filter((line) => line.kind === kind)) {
        const own = known.get(entryKey(entry));
        if (own?.date === date) matched.add(own.restaurant_id, entry.amountFen);
      }
      const elsewhere = new Amounts();
      for (const entry of ofDay)
        if (entry.kind === kind && !billed.has(entryKey(entry)))
          elsewhere.add(entry.restaurant_id, entry.amount_fen);
      const ids = new Set([closed, matched, elsewhere].flatMap(({ restaurantIds }) => restaurantIds));
      return [...ids].sort().flatMap((id) => {
        const expected = matched.get(id) + elsewhere.get(id);
        if (closed.get(id) === expected) return [];
        const other =
          elsewhere.get(id) === 0
            ? ""
            : `, ¥${formatYuanDecimal(elsewhere.get(id))} of it billed on another day`;
        return [
          `restaurant ${id} on ${date}: ${kind}s of ¥${formatYuanDecimal(closed.get(id))} in the daily close, ¥${formatYuanDecimal(expected)} at the provider${other}`,
        ];
      });
    });
  }

  /** Finds what the lines of a bill are in the ledger. */
  async #findKnown(bill: readonly BillEntry[]): Promise<Map<string, DatedEntry>> {
    const known = new Map<string, DatedEntry>();
    for (const kind of kinds) {
      const numbers = bill.filter((entry) => entry.kind === kind).map(({ number }) => number);
      for (let start = 0; start < numbers.length; start += batchSize)
        for (const entry of await listByNumbers(this.#queries, kind, numbers.slice(start, start + batchSize)))
          known.set(entryKey(entry), entry);
    }
    return known;
  }
}
