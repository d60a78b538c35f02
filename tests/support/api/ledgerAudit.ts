import { expect } from "vitest";
import { brokenLaws } from "./bookLaws.ts";
import { type BookEntry, providerBooks } from "./provider.ts";
import type { TestApp } from "./testApp.ts";

interface Shelf {
  store: string;
  dish: string;
  stock: number | null;
  sales: number;
  held: number;
  sold: number;
}

interface Capture {
  number: string;
  transaction: string | null;
  amount: number;
  refunded: number;
}

async function shelves(app: TestApp): Promise<Map<string, Shelf>> {
  const rows = await app.sql<Shelf>(`
    select s.restaurant_id as store, s.dish_id as dish, s.stock, s.sales,
      coalesce(sum(i.held_stock), 0)::int as held,
      coalesce(sum(i.quantity) filter (where o.paid_at is not null and o.status <> 'cancelled'), 0)::int as sold
    from store_dishes s
    left join orders o on o.restaurant_id = s.restaurant_id
    left join order_items i on i.order_id = o.id and i.dish_id = s.dish_id
    group by s.restaurant_id, s.dish_id`);
  return new Map(rows.map((row) => [`${row.store}/${row.dish}`, row]));
}

/** Compares the books of orders, payments, refunds and stock with one another and with the provider's. */
export class LedgerAudit {
  readonly #app: TestApp;
  #start: Map<string, Shelf>;

  private constructor(app: TestApp, start: Map<string, Shelf>) {
    this.#app = app;
    this.#start = start;
  }

  /** Remembers what lies on the shelves now. */
  static async begin(app: TestApp): Promise<LedgerAudit> {
    return new LedgerAudit(app, await shelves(app));
  }

  /** Puts portions on a shelf as a store would, and takes that as the new beginning. */
  async stock(storeId: string, dishId: string, portions: number | null): Promise<void> {
    const sql = "update store_dishes set stock = $3 where restaurant_id = $1 and dish_id = $2";
    await this.#app.sql(sql, [storeId, dishId, portions]);
    this.#start = await shelves(this.#app);
  }

  /** Fails with every law that is broken; call it when no money is on its way. */
  async check(): Promise<void> {
    const faults = [await brokenLaws(this.#app), await this.#shelfFaults(), await this.#bookFaults()];
    expect(faults.flat()).toEqual([]);
  }

  async #shelfFaults(): Promise<string[]> {
    const faults: string[] = [];
    for (const [key, now] of await shelves(this.#app)) {
      const start = this.#start.get(key);
      if (start === undefined) continue;
      const expected = start.stock === null ? null : start.stock + start.held - now.held;
      if (now.stock !== expected) faults.push(`stock of ${key} is ${now.stock}, not ${expected}`);
      const sales = start.sales - start.sold + now.sold;
      if (now.sales !== sales) faults.push(`sales of ${key} are ${now.sales}, not ${sales}`);
    }
    return faults;
  }

  async #bookFaults(): Promise<string[]> {
    const captures = await this.#app.sql<Capture>(`
      select a.out_trade_no as number, a.transaction_id as transaction, a.amount_fen as amount,
        coalesce(sum(r.money_fen) filter (where r.state = 'success'), 0)::int as refunded
      from payment_attempts a left join refunds r on r.attempt_id = a.id
      where a.state = 'success' and a.channel in ('h5', 'jsapi') and a.out_trade_no not like 'DEMO%' group by a.id`);
    const cancelled = new Set(
      (
        await this.#app.sql<{ number: string }>(
          "select a.out_trade_no as number from payment_attempts a join orders o on o.id = a.order_id where o.status = 'cancelled'",
        )
      ).map((row) => row.number),
    );
    const trades = new Map((await providerBooks(this.#app)).map((trade) => [trade.out_trade_no, trade]));
    const payable = [...trades.values()].filter(
      (trade) => trade.state === "NOTPAY" && cancelled.has(trade.out_trade_no),
    );
    return [
      ...payable.map((trade) => `the trade ${trade.out_trade_no} of a cancelled order can still be paid`),
      ...captures.flatMap((capture) => captureFaults(capture, trades.get(capture.number))),
      ...[...trades.values()].flatMap((trade) => missingFaults(trade, captures)),
    ];
  }
}

function captureFaults(ours: Capture, theirs: BookEntry | undefined): string[] {
  if (theirs === undefined) return [`the provider knows nothing of ${ours.number}`];
  const same =
    theirs.paid === ours.amount &&
    theirs.transaction_id === ours.transaction &&
    theirs.refunded === ours.refunded;
  return same ? [] : [`${ours.number} differs: ${JSON.stringify({ ours, theirs })}`];
}

function missingFaults(theirs: BookEntry, captures: Capture[]): string[] {
  const isKnown = captures.some((ours) => ours.number === theirs.out_trade_no);
  return theirs.paid > 0 && !isKnown ? [`money for ${theirs.out_trade_no} is not in our books`] : [];
}
