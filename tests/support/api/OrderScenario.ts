import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { OrderType, StaffTransition } from "#contract/order/status.ts";
import { addMs } from "#server/platform/time/clock.ts";
import { formatLocalTime } from "#server/platform/time/local-time.ts";
import { type Buyer, createBuyers, createIdempotencyKey, takeawayOrderForm, toTotalFen } from "./buyers.ts";
import { type ApiResponse, Client } from "./Client.ts";
import { issueVoucher, pickupOrderForm, voucherOrderForm } from "./inStore.ts";
import { createToken } from "./namedEndpoints.ts";
import {
  deliverNotification,
  findTransaction,
  notificationBody,
  paidTransaction,
  payAtProvider,
  signNotification,
} from "./paymentProvider.ts";
import { dish } from "./people.ts";
import type { TestApp } from "./testApp.ts";
import { addPoints, createBoundCard } from "./wallet.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const slotMs = 15 * minuteMs;

/** One action of a scenario; `nth` selects an order, counted from the newest. */
export type OrderAction =
  | { do: "create"; by: number; type: OrderType; slot: number | null; quantity: number; voucher: boolean }
  | { do: "pay"; nth: number; by: "wechat" | "card"; points: number }
  | { do: "settle" | "notify" | "ask" | "cancel" | "request"; nth: number; attempt: number }
  | { do: "refund"; nth: number; type: "full" | "amount"; amount: number }
  | { do: "advance"; nth: number; to: StaffTransition; as: "store" | "admin" }
  | { do: "pass"; minutes: number }
  | { do: "sweep"; job: "due-orders" | "unanswered-payments" | "refunds" | "refund-requests" };

/**
 * A few customers, a restaurant and the head office in one scenario; records the orders and every response.
 */
export class OrderScenario {
  readonly #app: TestApp;
  readonly #buyers: Buyer[];
  readonly #orders: { receipt: OrderReceipt; owner: Buyer }[] = [];
  /** Responses that must never occur: status 401, 500 and above. */
  readonly failures: string[] = [];

  private constructor(app: TestApp, buyers: Buyer[]) {
    this.#app = app;
    this.#buyers = buyers;
  }

  /**
   * Creates a scenario in which all customers have a card and some points, too little of both for all orders.
   */
  static async create(app: TestApp): Promise<OrderScenario> {
    const buyers = await createBuyers(app, 2);
    for (const { userId } of buyers) {
      await addPoints(app, userId, 1_500);
      await createBoundCard(app, userId, 15_000);
    }
    return new OrderScenario(app, buyers);
  }

  get orderIds(): string[] {
    return this.#orders.map(({ receipt }) => receipt.order_id);
  }

  /** Performs an action; any response is accepted unless it counts as a failure. */
  async perform(action: OrderAction): Promise<void> {
    switch (action.do) {
      case "create":
        return await this.#create(action);
      case "pass":
        return this.#app.clock.advance(action.minutes * minuteMs);
      case "sweep":
        return await this.#app.sweep(action.job);
      case "advance":
        return await this.#advance(action);
      default:
        return await this.#performOnOrder(action);
    }
  }

  /**
   * Reports all payments, completes paid orders and lets the others expire, until no order is in progress.
   */
  async finish(): Promise<void> {
    this.#app.clock.advance(2 * minuteMs);
    await this.#app.sweep("unanswered-payments");
    for (const to of ["accepted", "preparing", "ready_for_pickup", "delivering", "completed"] as const)
      for (const order_id of this.orderIds) await this.#step("store", order_id, to);
    this.#app.clock.advance(31 * minuteMs);
    for (const job of ["due-orders", "refund-requests"]) await this.#app.sweep(job);
  }

  async #create(action: OrderAction & { do: "create" }): Promise<void> {
    const owner = this.#buyers[action.by % this.#buyers.length] as Buyer;
    const response = await owner.callWithRetry(endpoints.create, {
      body: await this.#createOrderForm(owner, action),
    });
    this.#recordFailure(response);
    if (response.status === 200) this.#orders.unshift({ receipt: response.data, owner });
  }

  async #createOrderForm(owner: Buyer, action: OrderAction & { do: "create" }) {
    const { type, quantity } = action;
    const items = [{ id: dish.id, quantity }];
    const goods = quantity * dish.price;
    if (type === "takeaway") {
      return takeawayOrderForm(owner, { items, expected_total: toTotalFen(goods) });
    }
    const place = { order_type: type, booking_time: this.#time(action.slot) };
    if (action.voucher) return voucherOrderForm(await issueVoucher(this.#app), place);
    return pickupOrderForm({ ...place, items, expected_total: goods });
  }

  /** Returns one of the first bookable times; null means as soon as possible. */
  #time(slot: number | null): string | null {
    if (slot === null) return null;
    const first = Math.ceil(addMs(this.#app.clock.now(), 30 * minuteMs + 1_000).getTime() / slotMs);
    return formatLocalTime(new Date((first + slot) * slotMs));
  }

  async #advance({ nth, to, as }: OrderAction & { do: "advance" }): Promise<void> {
    const order = this.#orders[nth];
    if (order === undefined) return;
    await this.#step(as, order.receipt.order_id, to);
  }

  /** Logs staff in for each step: a session expires when idle for long. */
  async #step(as: "store" | "admin", order_id: string, to: StaffTransition): Promise<void> {
    const [member] = await this.#app.sql<{ id: string }>("select id from staff where role = $1", [as]);
    const token = await createToken(this.#app, "staff", member!.id, dayMs);
    const staff = new Client(this.#app.server, token);
    this.#recordFailure(await staff.callWithRetry(endpoints.advance, { body: { order_id, to } }));
  }

  async #performOnOrder(
    action: Exclude<OrderAction, { do: "create" | "pass" | "sweep" | "advance" }>,
  ): Promise<void> {
    const order = this.#orders[action.nth];
    if (order === undefined) return;
    const { receipt, owner } = order;
    const order_id = receipt.order_id;
    if (action.do === "pay") {
      const body = { order_id, payment_method: action.by, points_payment: action.points };
      this.#recordFailure(await owner.callWithRetry(endpoints.pay, { body }));
    } else if (action.do === "refund") await this.#refund(order_id, action);
    else if (action.do === "ask")
      this.#recordFailure(await owner.callWithRetry(endpoints.payQuery, { query: { order_id } }));
    else if (action.do === "cancel")
      this.#recordFailure(await owner.callWithRetry(endpoints.cancel, { body: { order_id } }));
    else if (action.do === "settle") await payAtProvider(this.#app, receipt, action.attempt);
    else if (action.do === "notify") await this.#notify(receipt, action.attempt);
    else {
      const body = { order_id, reason: "少送了", client_key: createIdempotencyKey() };
      this.#recordFailure(await owner.callWithRetry(endpoints.refundRequest, { body }));
    }
  }

  async #refund(order_id: string, { type, amount }: OrderAction & { do: "refund" }): Promise<void> {
    const [member] = await this.#app.sql<{ id: string }>("select id from staff where role = 'admin'");
    const admin = new Client(this.#app.server, await createToken(this.#app, "staff", member!.id, dayMs));
    const refundInput = type === "full" ? { type } : { type, amount };
    const body = { order_id, refund_no: createIdempotencyKey(), reason_code: "菜品问题", ...refundInput };
    this.#recordFailure(await admin.callWithRetry(endpoints.refund, { body }));
  }

  /** Sends the provider's notification of a paid attempt twice; does nothing when it is unpaid. */
  async #notify(order: OrderReceipt, attempt: number): Promise<void> {
    const transaction = await findTransaction(this.#app, order, attempt);
    if (transaction === undefined || transaction.paid === 0) return;
    const resource = paidTransaction(this.#app, order, {
      out_trade_no: transaction.out_trade_no,
      transaction_id: transaction.transaction_id,
      amount: { total: transaction.total, currency: "CNY" },
    });
    const atS = Math.floor(this.#app.clock.now().getTime() / 1000);
    const notification = signNotification(this.#app, notificationBody(this.#app, resource), { atS });
    for (const status of await Promise.all([
      deliverNotification(this.#app, notification),
      deliverNotification(this.#app, notification),
    ]))
      if (status !== 204) this.failures.push(`a notification was answered ${status}`);
  }

  /**
   * Accepts the error for a transaction that another request closes while it is being opened, because it
   * cannot be paid.
   */
  #recordFailure(response: ApiResponse<unknown>): void {
    if (response.error === "payment_failed") return;
    if (response.status >= 500 || response.status === 401)
      this.failures.push(`${response.status} ${response.error}`);
  }
}
