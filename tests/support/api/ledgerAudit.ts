import { expect } from "vitest";
import { type BookEntry, providerBooks } from "./provider.ts";
import { purseLaws } from "./purseLaws.ts";
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

/** Each finds rows that break one law of the books; the name says which. */
const laws: Record<string, string> = {
  ...purseLaws,
  "an order's paid money is what was captured for it": `
    select o.order_no from orders o where o.paid_fen <> (
      select coalesce(sum(a.amount_fen), 0) from payment_attempts a where a.order_id = o.id and a.state = 'success'
        and not exists (select 1 from refunds r where r.attempt_id = a.id and r.kind = 'late'))`,
  "an order's refunded money is the sum of its finished refunds": `
    select o.order_no from orders o where o.refunded_fen <> (
      select coalesce(sum(r.money_fen), 0) from refunds r
      where r.order_id = o.id and r.state = 'success' and r.kind <> 'late')`,
  "refunds of a payment never exceed it": `
    select a.out_trade_no from payment_attempts a join refunds r on r.attempt_id = a.id and r.state <> 'failed'
    group by a.out_trade_no, a.amount_fen having sum(r.money_fen) > a.amount_fen`,
  "only paid orders are beyond waiting for money": `
    select order_no from orders where (paid_at is not null and status = 'pending_payment')
      or (paid_at is null and (paid_fen > 0 or status not in ('pending_payment', 'cancelled')))`,
  "a cancelled order holds nothing": `
    select o.order_no from orders o where o.status = 'cancelled'
      and (o.held_at is not null or exists (select 1 from order_items i where i.order_id = o.id and i.held_stock > 0))`,
  "an order that is not cancelled keeps what it holds": `
    select o.order_no from orders o where o.status <> 'cancelled' and o.held_at is null
      and not exists (select 1 from payment_attempts a where a.order_id = o.id and a.out_trade_no like 'DEMO%')`,
  "the places taken in a slot are those of the orders that hold one": `
    select coalesce(b.restaurant_id, o.restaurant_id) as store, coalesce(b.slot_at, o.booking_at) as slot, b.taken, o.held
    from booking_slots b full join (
      select restaurant_id, booking_at, count(*) as held from orders
      where booking_at is not null and held_at is not null group by restaurant_id, booking_at) o
    on o.restaurant_id = b.restaurant_id and o.booking_at = b.slot_at
    where coalesce(b.taken, 0) <> coalesce(o.held, 0)`,
  "no slot has more or fewer places taken than there are": `
    select restaurant_id, slot_at from booking_slots where taken not between 0 and capacity`,
  "a voucher is redeemed by one live order, and only then": `
    select v.id from vouchers v left join orders o on o.voucher_id = v.id and o.status <> 'cancelled'
    where (v.status = 'redeemed') <> (o.id is not null) or v.order_id is distinct from o.id`,
  "an order made with a voucher costs nothing and gives nothing back": `
    select o.order_no from orders o where o.voucher_id is not null and (o.total_fen > 0 or o.paid_fen > 0
      or o.refund_status <> 'none' or exists (select 1 from refunds r where r.order_id = o.id))`,
  "only an order that waits for money has an open payment": `
    select o.order_no from orders o join payment_attempts a on a.order_id = o.id and a.state in ('created','pending')
    where o.status <> 'pending_payment'`,
  "an order has at most one row for each version of its history, and none is missing": `
    select o.order_no from orders o where o.version <> (select count(*) from order_history h where h.order_id = o.id)`,
  "a history is a chain": `
    select order_id from (select order_id, from_state,
      lag(to_state) over (partition by order_id, axis order by version) as earlier from order_history) h
    where earlier is not null and from_state <> earlier`,
};

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
    const broken: string[] = [];
    for (const [law, sql] of Object.entries(laws)) {
      const rows = await this.#app.sql(sql);
      if (rows.length > 0) broken.push(`${law}: ${JSON.stringify(rows)}`);
    }
    broken.push(...(await this.#shelfFaults()), ...(await this.#bookFaults()));
    expect(broken).toEqual([]);
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
