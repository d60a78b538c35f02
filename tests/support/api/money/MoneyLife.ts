import type { CallTypes, Endpoint } from "#contract/endpoint.ts";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { StoreStep } from "#contract/order/status.ts";
import { orderAdminEndpoints } from "#contract/order-admin/endpoints.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { type Buyer, newBuyers, newKey, wishOf } from "../buyers.ts";
import type { Answer } from "../Client.ts";
import { newToken } from "../calls.ts";
import { pickupWish } from "../inStore.ts";
import { dish } from "../people.ts";
import { behave, deliver } from "../provider.ts";
import type { TestApp } from "../testApp.ts";
import { Desk } from "./Desk.ts";
import {
  type Decision,
  decide,
  endRefunds,
  type RefundBehaviour,
  type Resolution,
  resolveAtProvider,
} from "./failures.ts";
import type { Mortal } from "./Mortal.ts";
import { fillPurse } from "./purse.ts";
import { type NoticeKind, newestTrade, noticeOf, settleTrade } from "./trades.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** One thing that somebody does; `nth` counts orders from the newest, `there` goes to the process that may die. */
export type Deed =
  | { do: "create"; by: number; type: "takeaway" | "pickup"; quantity: number; there: boolean }
  | { do: "pay"; nth: number; method: "wechat" | "card"; points: number; there: boolean }
  | { do: "ask" | "cancel" | "request"; nth: number; there: boolean }
  | { do: "answer"; nth: number; approve: boolean; there: boolean }
  | { do: "reopen"; nth: number; there: boolean }
  | { do: "decide"; nth: number; how: Decision; there: boolean }
  | { do: "resolve"; nth: number; how: Resolution }
  | { do: "provider"; behaviour: RefundBehaviour }
  | { do: "settle"; nth: number }
  | { do: "notify"; nth: number; kind: NoticeKind }
  | { do: "refund"; nth: number; type: "full" | "items" | "amount"; amount: number; there: boolean }
  | { do: "advance"; nth: number; to: StoreStep; there: boolean }
  | { do: "withdraw"; by: number; points: number; there: boolean }
  | { do: "pass"; minutes: number }
  | { do: "sweep"; job: string; there: boolean }
  | { do: "kill" };

interface Known {
  receipt: OrderReceipt;
  owner: Buyer;
}

/** Customers with points and cards, staff, the provider, time and death in one story; it remembers every answer. */
export class MoneyLife {
  readonly #app: TestApp;
  readonly #mortal: Mortal;
  readonly #buyers: Buyer[];
  readonly #admin: Desk;
  readonly #orders: Known[] = [];
  #deciding: Promise<void> = Promise.resolve();
  /** Answers that nobody here may ever get. */
  readonly failures: string[] = [];

  private constructor(app: TestApp, mortal: Mortal, buyers: Buyer[], admin: Desk) {
    this.#app = app;
    this.#mortal = mortal;
    this.#buyers = buyers;
    this.#admin = admin;
  }

  static async begin(app: TestApp, mortal: Mortal): Promise<MoneyLife> {
    const buyers = await newBuyers(app, 2);
    for (const { userId } of buyers) await fillPurse(app, userId);
    const [member] = await app.sql<{ id: string }>("select id from staff where role = 'admin' order by id");
    const token = await newToken(app, "staff", member!.id, 30 * dayMs);
    return new MoneyLife(app, mortal, buyers, new Desk(app, mortal, token));
  }

  get orderIds(): string[] {
    return this.#orders.map(({ receipt }) => receipt.order_id);
  }

  get userIds(): string[] {
    return this.#buyers.map(({ userId }) => userId);
  }

  /** Does it; whatever the answer is, unless it counts as a failure, is fine here. */
  async act(deed: Deed): Promise<void> {
    switch (deed.do) {
      case "kill":
        return this.#mortal.kill();
      case "pass":
        this.#app.clock.pass(deed.minutes * minuteMs);
        return await this.#mortal.pass(deed.minutes * minuteMs);
      case "sweep":
        if (!(deed.there && (await this.#mortal.sweep(deed.job)))) await this.#app.sweep(deed.job);
        return;
      case "provider":
        return await behave(this.#app, deed.behaviour);
      case "create":
        return await this.#create(deed);
      case "withdraw":
        return await this.#withdraw(deed);
      default:
        return await this.#touch(deed);
    }
  }

  /** Lets all money be known, the store finish what is paid, and the rest run out, until no order is under way. */
  async end(): Promise<void> {
    await behave(this.#app, { refund: "success" });
    await this.act({ do: "pass", minutes: 2 });
    await this.#app.sweep("unanswered-payments");
    for (const to of ["accepted", "preparing", "ready_for_pickup", "delivering", "completed"] as const)
      for (const order_id of this.orderIds) await this.#advance(order_id, to, false);
    await this.act({ do: "pass", minutes: 31 });
    for (const job of ["due-orders", "refund-requests"]) await this.#app.sweep(job);
  }

  /** Brings every refund to its end. */
  async endRefunds(): Promise<void> {
    const call = (endpoint: Endpoint<CallTypes>, body: object) => this.#admin.call(endpoint, body, false);
    await endRefunds(this.#app, call, this.orderIds);
  }

  #desk(buyer: Buyer): Desk {
    return new Desk(this.#app, this.#mortal, buyer.token ?? "");
  }

  #buyer(by: number): Buyer {
    return this.#buyers[by % this.#buyers.length] as Buyer;
  }

  async #create({ by, type, quantity, there }: Extract<Deed, { do: "create" }>): Promise<void> {
    const owner = this.#buyer(by);
    const items = [{ id: dish.id, quantity }];
    const goods = quantity * dish.price;
    const wish =
      type === "takeaway"
        ? wishOf(owner, { items, expected_total: goods + (goods >= 5_000 ? 0 : 500) })
        : pickupWish({ items, expected_total: goods });
    const answer = await this.#desk(owner).call(calls.create, wish, there);
    this.#note(answer);
    if (answer.status === 200) this.#orders.unshift({ receipt: answer.data, owner });
  }

  async #withdraw({ by, points, there }: Extract<Deed, { do: "withdraw" }>): Promise<void> {
    const body = { points, client_key: newKey() };
    this.#note(await this.#desk(this.#buyer(by)).call(withdrawalEndpoints.withdraw, body, there));
  }

  async #touch(deed: Extract<Deed, { nth: number }>): Promise<void> {
    const order = this.#orders[deed.nth];
    if (order === undefined) return;
    const order_id = order.receipt.order_id;
    if (deed.do === "settle") return await settleTrade(this.#app, order_id);
    if (deed.do === "notify") return await this.#notify(order_id, deed.kind);
    if (deed.do === "advance") return await this.#advance(order_id, deed.to, deed.there);
    if (deed.do === "resolve" || deed.do === "decide")
      return await this.#oneByOne(() => this.#decide(order_id, deed));
    if (deed.do === "refund" || deed.do === "answer" || deed.do === "reopen")
      return await this.#serve(order_id, deed);
    return await this.#ownersDeed(order, deed);
  }

  async #ownersDeed(
    { receipt: { order_id }, owner }: Known,
    deed: Extract<Deed, { do: "pay" | "ask" | "cancel" | "request" }>,
  ): Promise<void> {
    const desk = this.#desk(owner);
    if (deed.do === "pay") {
      const body = { order_id, payment_method: deed.method, points_payment: deed.points };
      this.#note(await desk.call(calls.pay, body, deed.there));
    } else if (deed.do === "cancel") {
      this.#note(await desk.call(calls.cancel, { order_id }, deed.there));
    } else if (deed.do === "request") {
      const body = { order_id, reason: "少送了", client_key: newKey() };
      this.#note(await desk.call(calls.refundRequest, body, deed.there));
    } else {
      this.#note(await owner.persist(calls.payQuery, { query: { order_id } }));
    }
  }

  /** Nobody ends a refund on the provider's pages while somebody else records that it was given back otherwise. */
  async #oneByOne(work: () => Promise<void>): Promise<void> {
    const turn = this.#deciding.then(work);
    this.#deciding = turn;
    await turn;
  }

  async #decide(orderId: string, deed: Extract<Deed, { do: "resolve" | "decide" }>): Promise<void> {
    if (deed.do === "resolve") return await resolveAtProvider(this.#app, orderId, deed.how);
    const call = (endpoint: Endpoint<CallTypes>, body: object) =>
      this.#admin.call(endpoint, body, deed.there);
    for (const answer of await decide(this.#app, call, orderId, deed.how)) this.#note(answer);
  }

  async #serve(order_id: string, deed: Extract<Deed, { do: "refund" | "answer" | "reopen" }>): Promise<void> {
    if (deed.do === "reopen") {
      const body = { order_id, client_key: newKey() };
      this.#note(await this.#admin.call(orderAdminEndpoints.reopenRequest, body, deed.there));
      return;
    }
    if (deed.do === "answer") {
      const body = { order_id, approve: deed.approve, reason: "已核实", client_key: newKey() };
      this.#note(await this.#admin.call(orderAdminEndpoints.answerRequest, body, deed.there));
      return;
    }
    const parts = {
      full: {},
      items: { items: [{ id: dish.id, quantity: 1 }] },
      amount: { amount: deed.amount },
    }[deed.type];
    const body = { order_id, refund_no: `M${newKey()}`, type: deed.type, ...parts, reason_code: "other" };
    this.#note(await this.#admin.call(calls.refund, body, deed.there));
  }

  async #advance(order_id: string, to: StoreStep, there: boolean): Promise<void> {
    this.#note(await this.#admin.call(calls.advance, { order_id, to }, there));
  }

  /** The provider reports, or somebody pretends to be it. */
  async #notify(orderId: string, kind: NoticeKind): Promise<void> {
    const trade = await newestTrade(this.#app, orderId, kind === "late");
    const notice = trade && (await noticeOf(this.#app, trade, kind));
    if (!notice) return;
    const times = kind === "twice" ? 2 : 1;
    const expected = kind === "forged" ? 401 : 204;
    for (const status of await Promise.all(Array.from({ length: times }, () => deliver(this.#app, notice))))
      if (status !== expected) this.failures.push(`a notification (${kind}) was answered ${status}`);
  }

  #note(answer: Answer<unknown>): void {
    if (answer.status >= 500 || answer.status === 401) this.failures.push(`${answer.status} ${answer.error}`);
  }
}
