import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { OrderType, StoreStep } from "#contract/order/status.ts";
import { later } from "#server/platform/clock.ts";
import { wallText } from "#server/platform/shanghai.ts";
import { type Buyer, newBuyers, newKey, wishOf } from "./buyers.ts";
import { type Answer, Client } from "./Client.ts";
import { newToken } from "./calls.ts";
import { newVoucher, pickupWish, voucherWish } from "./inStore.ts";
import { dish } from "./people.ts";
import { deliver, noticeText, paidTrade, payAtProvider, sign, tradeOf } from "./provider.ts";
import type { TestApp } from "./testApp.ts";
import { giveCard, givePoints } from "./wallet.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const slotMs = 15 * minuteMs;

/** One thing that somebody does; `nth` says which order, counted from the newest. */
export type Deed =
  | { do: "create"; by: number; type: OrderType; slot: number | null; quantity: number; voucher: boolean }
  | { do: "pay"; nth: number; by: "wechat" | "card"; points: number }
  | { do: "settle" | "notify" | "ask" | "cancel" | "request"; nth: number; attempt: number }
  | { do: "refund"; nth: number; type: "full" | "amount"; amount: number }
  | { do: "advance"; nth: number; to: StoreStep; as: "store" | "admin" }
  | { do: "pass"; minutes: number }
  | { do: "sweep"; job: "due-orders" | "unanswered-payments" | "refunds" | "refund-requests" };

/** A few customers, a store and the head office in one story; it remembers the orders and every answer. */
export class OrderLife {
  readonly #app: TestApp;
  readonly #buyers: Buyer[];
  readonly #orders: { receipt: OrderReceipt; owner: Buyer }[] = [];
  /** Answers that nobody here may ever get: the server's own failures, and not to be known. */
  readonly failures: string[] = [];

  private constructor(app: TestApp, buyers: Buyer[]) {
    this.#app = app;
    this.#buyers = buyers;
  }

  /** Everybody has a card and some points, too little of both for everything. */
  static async begin(app: TestApp): Promise<OrderLife> {
    const buyers = await newBuyers(app, 2);
    for (const { userId } of buyers) {
      await givePoints(app, userId, 1_500);
      await giveCard(app, userId, 15_000);
    }
    return new OrderLife(app, buyers);
  }

  get orderIds(): string[] {
    return this.#orders.map(({ receipt }) => receipt.order_id);
  }

  /** Does it; whatever the answer is, unless it counts as a failure, is fine here. */
  async act(deed: Deed): Promise<void> {
    switch (deed.do) {
      case "create":
        return await this.#create(deed);
      case "pass":
        return this.#app.clock.pass(deed.minutes * minuteMs);
      case "sweep":
        return await this.#app.sweep(deed.job);
      case "advance":
        return await this.#advance(deed);
      default:
        return await this.#touch(deed);
    }
  }

  /** Lets all money be known, the store finish what is paid, and the rest run out, until no order is under way. */
  async end(): Promise<void> {
    this.#app.clock.pass(2 * minuteMs);
    await this.#app.sweep("unanswered-payments");
    for (const to of ["accepted", "preparing", "ready_for_pickup", "delivering", "completed"] as const)
      for (const order_id of this.orderIds) await this.#step("store", order_id, to);
    this.#app.clock.pass(31 * minuteMs);
    for (const job of ["due-orders", "refund-requests"]) await this.#app.sweep(job);
  }

  async #create(deed: Deed & { do: "create" }): Promise<void> {
    const owner = this.#buyers[deed.by % this.#buyers.length] as Buyer;
    const answer = await owner.persist(calls.create, { body: await this.#wish(owner, deed) });
    this.#note(answer);
    if (answer.status === 200) this.#orders.unshift({ receipt: answer.data, owner });
  }

  async #wish(owner: Buyer, deed: Deed & { do: "create" }) {
    const { type, quantity } = deed;
    const items = [{ id: dish.id, quantity }];
    const goods = quantity * dish.price;
    if (type === "takeaway") {
      return wishOf(owner, { items, expected_total: goods + (goods >= 5_000 ? 0 : 500) });
    }
    const place = { order_type: type, booking_time: this.#time(deed.slot) };
    if (deed.voucher) return voucherWish(await newVoucher(this.#app), place);
    return pickupWish({ ...place, items, expected_total: goods });
  }

  /** One of the first times that can be booked; null as soon as possible. */
  #time(slot: number | null): string | null {
    if (slot === null) return null;
    const first = Math.ceil(later(this.#app.clock.now(), 30 * minuteMs + 1_000).getTime() / slotMs);
    return wallText(new Date((first + slot) * slotMs));
  }

  async #advance({ nth, to, as }: Deed & { do: "advance" }): Promise<void> {
    const order = this.#orders[nth];
    if (order === undefined) return;
    await this.#step(as, order.receipt.order_id, to);
  }

  /** Whoever works for the chain logs in for each step: a session ends when it rests for long. */
  async #step(as: "store" | "admin", order_id: string, to: StoreStep): Promise<void> {
    const [member] = await this.#app.sql<{ id: string }>("select id from staff where role = $1", [as]);
    const token = await newToken(this.#app, "staff", member!.id, dayMs);
    const staff = new Client(this.#app.server, token);
    this.#note(await staff.persist(calls.advance, { body: { order_id, to } }));
  }

  async #touch(deed: Exclude<Deed, { do: "create" | "pass" | "sweep" | "advance" }>): Promise<void> {
    const order = this.#orders[deed.nth];
    if (order === undefined) return;
    const { receipt, owner } = order;
    const order_id = receipt.order_id;
    if (deed.do === "pay") {
      const body = { order_id, payment_method: deed.by, points_payment: deed.points };
      this.#note(await owner.persist(calls.pay, { body }));
    } else if (deed.do === "refund") await this.#refund(order_id, deed);
    else if (deed.do === "ask") this.#note(await owner.persist(calls.payQuery, { query: { order_id } }));
    else if (deed.do === "cancel") this.#note(await owner.persist(calls.cancel, { body: { order_id } }));
    else if (deed.do === "settle") await payAtProvider(this.#app, receipt, deed.attempt);
    else if (deed.do === "notify") await this.#notify(receipt, deed.attempt);
    else {
      const body = { order_id, reason: "少送了", client_key: newKey() };
      this.#note(await owner.persist(calls.refundRequest, { body }));
    }
  }

  async #refund(order_id: string, { type, amount }: Deed & { do: "refund" }): Promise<void> {
    const [member] = await this.#app.sql<{ id: string }>("select id from staff where role = 'admin'");
    const admin = new Client(this.#app.server, await newToken(this.#app, "staff", member!.id, dayMs));
    const wish = type === "full" ? { type } : { type, amount };
    const body = { order_id, refund_no: newKey(), reason_code: "菜品问题", ...wish };
    this.#note(await admin.persist(calls.refund, { body }));
  }

  /** The provider reports what its books say of an attempt, twice, if anything was paid. */
  async #notify(order: OrderReceipt, attempt: number): Promise<void> {
    const trade = await tradeOf(this.#app, order, attempt);
    if (trade === undefined || trade.paid === 0) return;
    const told = paidTrade(this.#app, order, {
      out_trade_no: trade.out_trade_no,
      transaction_id: trade.transaction_id,
      amount: { total: trade.total, currency: "CNY" },
    });
    const atS = Math.floor(this.#app.clock.now().getTime() / 1000);
    const notice = sign(this.#app, noticeText(this.#app, told), { atS });
    for (const status of await Promise.all([deliver(this.#app, notice), deliver(this.#app, notice)]))
      if (status !== 204) this.failures.push(`a notification was answered ${status}`);
  }

  /** A trade that somebody else closes while it is being opened cannot be paid: that is told as well. */
  #note(answer: Answer<unknown>): void {
    if (answer.error === "payment_failed") return;
    if (answer.status >= 500 || answer.status === 401) this.failures.push(`${answer.status} ${answer.error}`);
  }
}
