import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { type Buyer, createBuyer, createOrder } from "./buyers.ts";
import {
  findTransaction,
  notificationBody,
  paidTransaction,
  type SignedNotification,
  setPaymentBehaviour,
  signNotification,
} from "./paymentProvider.ts";
import type { TestApp } from "./testApp.ts";

/** A customer at the provider's cashier with an unpaid order, while the provider's notifications are lost. */
export class PendingPayment {
  readonly #app: TestApp;
  readonly buyer: Buyer;
  readonly order: OrderReceipt;

  private constructor(app: TestApp, buyer: Buyer, order: OrderReceipt) {
    this.#app = app;
    this.buyer = buyer;
    this.order = order;
  }

  static async create(app: TestApp): Promise<PendingPayment> {
    await setPaymentBehaviour(app, { notify: "lost", refund_delay_ms: 0 });
    const buyer = await createBuyer(app);
    const order = await createOrder(buyer);
    await buyer.data(endpoints.pay, { body: { order_id: order.order_id } });
    return new PendingPayment(app, buyer, order);
  }

  /** Returns the order's status. */
  async getOrderStatus(): Promise<string> {
    return (await this.buyer.data(endpoints.detail, { query: { order_id: this.order.order_id } })).status;
  }

  /** Queries the payment and returns its status. */
  async queryStatus(): Promise<string> {
    const state = await this.buyer.data(endpoints.payQuery, { query: { order_id: this.order.order_id } });
    return state.pay_status;
  }

  /** Creates the notification that the provider would send now, true to its records. */
  async createNotification(): Promise<SignedNotification> {
    const transaction = await findTransaction(this.#app, this.order);
    const resource = paidTransaction(this.#app, this.order, { transaction_id: transaction?.transaction_id });
    return signNotification(this.#app, notificationBody(this.#app, resource));
  }

  /** Counts audit entries that require manual work on this order's first transaction. */
  async countAlerts(action: string): Promise<number> {
    const sql = "select count(*) as n from audit_log where action = $1 and target = $2";
    const [row] = await this.#app.sql<{ n: number }>(sql, [action, `${this.order.order_no}_1`]);
    return row!.n;
  }
}

/** Counts the stored notifications with an outcome. */
export async function countStoredNotifications(
  app: TestApp,
  outcome: "accepted" | "refused",
): Promise<number> {
  const sql = "select count(*) as n from payment_notifications where outcome = $1";
  return (await app.sql<{ n: number }>(sql, [outcome]))[0]!.n;
}
