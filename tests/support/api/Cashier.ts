import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { type Buyer, newBuyer, newOrder } from "./buyers.ts";
import { behave, noticeText, paidTrade, type SignedNotice, sign, tradeOf } from "./provider.ts";
import type { TestApp } from "./testApp.ts";

/** A customer who stands at the provider's cashier with an order, while the provider's own notifications get lost. */
export class Cashier {
  readonly #app: TestApp;
  readonly buyer: Buyer;
  readonly order: OrderReceipt;

  private constructor(app: TestApp, buyer: Buyer, order: OrderReceipt) {
    this.#app = app;
    this.buyer = buyer;
    this.order = order;
  }

  static async open(app: TestApp): Promise<Cashier> {
    await behave(app, { notify: "lost", refund_delay_ms: 0 });
    const buyer = await newBuyer(app);
    const order = await newOrder(buyer);
    await buyer.data(calls.pay, { body: { order_id: order.order_id } });
    return new Cashier(app, buyer, order);
  }

  /** The order's status. */
  async status(): Promise<string> {
    return (await this.buyer.data(calls.detail, { query: { order_id: this.order.order_id } })).status;
  }

  /** What asking for the payment answers. */
  async ask(): Promise<string> {
    const state = await this.buyer.data(calls.payQuery, { query: { order_id: this.order.order_id } });
    return state.pay_status;
  }

  /** What the provider would send now: it says truly what its books say. */
  async truth(): Promise<SignedNotice> {
    const trade = await tradeOf(this.#app, this.order);
    const told = paidTrade(this.#app, this.order, { transaction_id: trade?.transaction_id });
    return sign(this.#app, noticeText(this.#app, told));
  }

  /** Entries about this order's first trade that a person has to look at. */
  async alerts(action: string): Promise<number> {
    const sql = "select count(*) as n from audit_log where action = $1 and target = $2";
    const [row] = await this.#app.sql<{ n: number }>(sql, [action, `${this.order.order_no}_1`]);
    return row!.n;
  }
}

/** How many notifications were kept with an outcome. */
export async function keptNotices(app: TestApp, outcome: "accepted" | "refused"): Promise<number> {
  const sql = "select count(*) as n from payment_notifications where outcome = $1";
  return (await app.sql<{ n: number }>(sql, [outcome]))[0]!.n;
}
