import { vi } from "vitest";
import { type PriceComponents, type PriceSums, sumPrice } from "#contract/order/amounts.ts";
import { findViolations } from "#server/backup/ledger-invariants.ts";
import { findTransactionMismatches } from "./findTransactionMismatches.ts";
import type { TestApp } from "./testApp.ts";

type LedgerSources = Pick<TestApp, "sql" | "select" | "sandbox">;

/** Maximum time that money may be in transit after a test, and the polling interval, in ms. */
const settleTimeout = { timeout: 10_000, interval: 50 };

/** Maximum number of reported rows. */
const maxReportedLines = 20;

const amountsQuery = `select order_no as "orderNo", goods_fen as "goodsFen", delivery_fee_fen as "deliveryFeeFen", packing_fee_fen as "packingFeeFen",
  points_fen as "pointsFen", total_fen as "totalFen", pay_fen as "payFen" from orders`;

/** Stock plus reserved portions, sales minus paid orders: constant per dish despite sales and returns. */
const stockQuery = `
  select s.restaurant_id || '/' || s.dish_id as dish,
    coalesce((s.stock + coalesce(i.held, 0))::text, 'uncounted') as portions, s.sales - coalesce(i.sold, 0) as sales
  from store_dishes s left join (
    select o.restaurant_id, i.dish_id, sum(i.reserved_stock) as held,
      sum(i.quantity) filter (where o.paid_at is not null and o.status <> 'cancelled') as sold
    from orders o join order_items i on i.order_id = o.id group by o.restaurant_id, i.dish_id) i
  on i.restaurant_id = s.restaurant_id and i.dish_id = s.dish_id`;
const stockChecksumQuery = `select sum(hashtextextended(dish || portions || '/' || sales, 0)) as print from (${stockQuery}) dishes`;

/**
 * Compares the ledgers of a test's app - orders, payments, refunds, points, cards and stock - with one
 * another and with the provider's. All `activeLedgerChecks` run after every test.
 */
export class LedgerCheck {
  readonly #app: LedgerSources;
  #baseline = new Map<string, string>();
  #baselineChecksum: unknown;
  #reported = new Set<string>();

  private constructor(app: LedgerSources) {
    this.#app = app;
  }

  /** Creates a check with the current stock as the baseline. */
  static async open(app: LedgerSources): Promise<LedgerCheck> {
    const ledgerCheck = new LedgerCheck(app);
    await ledgerCheck.resetBaseline();
    return ledgerCheck;
  }

  /** Makes the current stock the new baseline, after the test has changed it as a restaurant would. */
  async resetBaseline(): Promise<void> {
    this.#baseline = await this.#readStock();
    this.#baselineChecksum = await this.#readChecksum();
  }

  /** Sets the portions in stock as a restaurant would, and makes that the new baseline. */
  async setStock(storeId: string, dishId: string, portions: number | null): Promise<void> {
    const sql = "update store_dishes set stock = $3 where restaurant_id = $1 and dish_id = $2";
    await this.#app.sql(sql, [storeId, dishId, portions]);
    await this.resetBaseline();
  }

  /**
   * Fails with every invariant that is violated now and was not at the previous call, so that the test that
   * broke it fails. Invariants hold at any time; only the provider may temporarily be ahead of our records.
   */
  async check(): Promise<void> {
    const violations = [
      ...(await findViolations(this.#app.select)),
      ...(await this.#findWrongSums()),
      ...(await this.#findStockChanges()),
    ];
    let mismatches: string[] = [];
    try {
      this.#assertNoNew("the books do not agree", violations);
      await vi.waitFor(async () => {
        mismatches = await findTransactionMismatches(this.#app);
        this.#assertNoNew("the provider's books are not ours", mismatches);
      }, settleTimeout);
    } finally {
      this.#reported = new Set([...violations, ...mismatches]);
    }
  }

  #assertNoNew(summary: string, violations: string[]): void {
    const unreported = violations.filter((fault) => !this.#reported.has(fault));
    const more =
      unreported.length > maxReportedLines ? [`and ${unreported.length - maxReportedLines} more`] : [];
    if (unreported.length > 0)
      throw new Error([summary, ...unreported.slice(0, maxReportedLines), ...more].join("\n"));
  }

  async #findWrongSums(): Promise<string[]> {
    type Row = { orderNo: string } & PriceComponents & Omit<PriceSums, "feesFen">;
    return (await this.#app.select<Row>(amountsQuery)).flatMap((row) => {
      const { totalFen, payFen } = sumPrice(row);
      const isRight = row.totalFen === totalFen && row.payFen === payFen;
      return isRight
        ? []
        : `${row.orderNo}: total ${row.totalFen}, to pay ${row.payFen}, not the sum of its components`;
    });
  }

  async #readStock(): Promise<Map<string, string>> {
    const rows = await this.#app.select<{ dish: string; portions: string; sales: number }>(stockQuery);
    return new Map(rows.map(({ dish, portions, sales }) => [dish, `${portions} portions, sales ${sales}`]));
  }

  async #readChecksum(): Promise<unknown> {
    return (await this.#app.select<{ print: unknown }>(stockChecksumQuery))[0]?.print;
  }

  async #findStockChanges(): Promise<string[]> {
    if ((await this.#readChecksum()) === this.#baselineChecksum) return [];
    const current = [...(await this.#readStock())];
    return current
      .filter(([dish, state]) => this.#baseline.has(dish) && this.#baseline.get(dish) !== state)
      .map(
        ([dish, state]) => `${dish}: ${state} with what is held and sold, not ${this.#baseline.get(dish)}`,
      );
  }
}

/** Checks of the running apps, except those with a reason to skip them. */
export const activeLedgerChecks = new Set<LedgerCheck>();
