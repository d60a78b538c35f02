import type { Endpoint, EndpointTypes } from "#contract/endpoint.ts";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { StaffTransition } from "#contract/order/status.ts";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { type Buyer, createBuyers, createIdempotencyKey, takeawayOrderForm, toTotalFen } from "../buyers.ts";
import type { ApiResponse } from "../Client.ts";
import { pickupOrderForm } from "../inStore.ts";
import { createToken } from "../namedEndpoints.ts";
import { deliverNotification, setPaymentBehaviour } from "../paymentProvider.ts";
import { dish } from "../people.ts";
import type { TestApp } from "../testApp.ts";
import { FailoverClient } from "./FailoverClient.ts";
import { completeRefunds, decideFailedRefunds, resolveAtProvider } from "./failedRefunds.ts";
import { fundCustomer } from "./fundCustomer.ts";
import type { KillableServer } from "./KillableServer.ts";
import type { MoneyAction } from "./MoneyAction.ts";
import {
  createNotification,
  findLatestTransaction,
  type NotificationKind,
  payLatestTransaction,
} from "./transactions.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

interface TrackedOrder {
  receipt: OrderReceipt;
  owner: Buyer;
}

/**
 * Customers with points and cards, staff, the provider, time and process kills in one scenario; records every
 * response.
 */
export class MoneyScenario {
  readonly #app: TestApp;
  readonly #killableServer: KillableServer;
  readonly #buyers: Buyer[];
  readonly #admin: FailoverClient;
  readonly #orders: TrackedOrder[] = [];
  #decisionQueue: Promise<void> = Promise.resolve();
  /** Responses that must never occur. */
  readonly failures: string[] = [];

  private constructor(app: TestApp, killableServer: KillableServer, buyers: Buyer[], admin: FailoverClient) {
    this.#app = app;
    this.#killableServer = killableServer;
    this.#buyers = buyers;
    this.#admin = admin;
  }

  static async create(app: TestApp, killableServer: KillableServer): Promise<MoneyScenario> {
    const buyers = await createBuyers(app, 2);
    for (const { userId } of buyers) await fundCustomer(app, userId);
    const [member] = await app.sql<{ id: string }>("select id from staff where role = 'admin' order by id");
    const token = await createToken(app, "staff", member!.id, 30 * dayMs);
    return new MoneyScenario(app, killableServer, buyers, new FailoverClient(app, killableServer, token));
  }

  get orderIds(): string[] {
    return this.#orders.map(({ receipt }) => receipt.order_id);
  }

  get userIds(): string[] {
    return this.#buyers.map(({ userId }) => userId);
  }

  /** Performs an action; any response is accepted unless it counts as a failure. */
  async perform(action: MoneyAction): Promise<void> {
    switch (action.do) {
      case "kill":
        return this.#killableServer.kill();
      case "pass":
        this.#app.clock.advance(action.minutes * minuteMs);
        return await this.#killableServer.advanceClock(action.minutes * minuteMs);
      case "sweep":
        if (!(action.there && (await this.#killableServer.runJob(action.job))))
          await this.#app.sweep(action.job);
        return;
      case "provider":
        return await setPaymentBehaviour(this.#app, action.behaviour);
      case "create":
        return await this.#create(action);
      case "withdraw":
        return await this.#withdraw(action);
      default:
        return await this.#performOnOrder(action);
    }
  }

  /**
   * Reports all payments, completes paid orders and lets the others expire, until no order is in progress.
   */
  async finish(): Promise<void> {
    await setPaymentBehaviour(this.#app, { refund: "success" });
    await this.perform({ do: "pass", minutes: 2 });
    await this.#app.sweep("unanswered-payments");
    for (const to of ["accepted", "preparing", "ready_for_pickup", "delivering", "completed"] as const)
      for (const order_id of this.orderIds) await this.#advance(order_id, to, false);
    await this.perform({ do: "pass", minutes: 31 });
    for (const job of ["due-orders", "refund-requests"]) await this.#app.sweep(job);
  }

  /** Brings every refund to a final status. */
  async endRefunds(): Promise<void> {
    const call = (endpoint: Endpoint<EndpointTypes>, body: object) => this.#admin.call(endpoint, body, false);
    await completeRefunds(this.#app, call, this.orderIds);
  }

  #clientOf(buyer: Buyer): FailoverClient {
    return new FailoverClient(this.#app, this.#killableServer, buyer.token ?? "");
  }

  #buyer(by: number): Buyer {
    return this.#buyers[by % this.#buyers.length] as Buyer;
  }

  async #create({ by, type, quantity, there }: Extract<MoneyAction, { do: "create" }>): Promise<void> {
    const owner = this.#buyer(by);
    const items = [{ id: dish.id, quantity }];
    const goods = quantity * dish.price;
    const orderForm =
      type === "takeaway"
        ? takeawayOrderForm(owner, { items, expected_total: toTotalFen(goods) })
        : pickupOrderForm({ items, expected_total: goods });
    const response = await this.#clientOf(owner).call(endpoints.create, orderForm, there);
    this.#recordFailure(response);
    if (response.status === 200) this.#orders.unshift({ receipt: response.data, owner });
  }

  async #withdraw({ by, points, there }: Extract<MoneyAction, { do: "withdraw" }>): Promise<void> {
    const body = { points, client_key: createIdempotencyKey() };
    this.#recordFailure(
      await this.#clientOf(this.#buyer(by)).call(withdrawalEndpoints.withdraw, body, there),
    );
  }

  async #performOnOrder(action: Extract<MoneyAction, { nth: number }>): Promise<void> {
    const order = this.#orders[action.nth];
    if (order === undefined) return;
    const order_id = order.receipt.order_id;
    if (action.do === "settle") return await payLatestTransaction(this.#app, order_id);
    if (action.do === "notify") return await this.#notify(order_id, action.kind);
    if (action.do === "advance") return await this.#advance(order_id, action.to, action.there);
    if (action.do === "resolve" || action.do === "decide")
      return await this.#serialize(() => this.#decide(order_id, action));
    if (action.do === "refund" || action.do === "answer" || action.do === "reopen")
      return await this.#performAsStaff(order_id, action);
    return await this.#performAsOwner(order, action);
  }

  async #performAsOwner(
    { receipt: { order_id }, owner }: TrackedOrder,
    action: Extract<MoneyAction, { do: "pay" | "ask" | "cancel" | "request" }>,
  ): Promise<void> {
    const client = this.#clientOf(owner);
    if (action.do === "pay") {
      const body = { order_id, payment_method: action.method, points_payment: action.points };
      this.#recordFailure(await client.call(endpoints.pay, body, action.there));
    } else if (action.do === "cancel") {
      this.#recordFailure(await client.call(endpoints.cancel, { order_id }, action.there));
    } else if (action.do === "request") {
      const body = { order_id, reason: "少送了", client_key: createIdempotencyKey() };
      this.#recordFailure(await client.call(endpoints.refundRequest, body, action.there));
    } else {
      this.#recordFailure(await owner.callWithRetry(endpoints.payQuery, { query: { order_id } }));
    }
  }

  /**
   * Serializes refund decisions: a refund must not be ended at the provider while staff record that it was
   * paid otherwise.
   */
  async #serialize(task: () => Promise<void>): Promise<void> {
    const current = this.#decisionQueue.then(task);
    this.#decisionQueue = current;
    await current;
  }

  async #decide(orderId: string, action: Extract<MoneyAction, { do: "resolve" | "decide" }>): Promise<void> {
    if (action.do === "resolve") return await resolveAtProvider(this.#app, orderId, action.how);
    const call = (endpoint: Endpoint<EndpointTypes>, body: object) =>
      this.#admin.call(endpoint, body, action.there);
    for (const response of await decideFailedRefunds(this.#app, call, orderId, action.how))
      this.#recordFailure(response);
  }

  async #performAsStaff(
    order_id: string,
    action: Extract<MoneyAction, { do: "refund" | "answer" | "reopen" }>,
  ): Promise<void> {
    if (action.do === "reopen") {
      const body = { order_id, client_key: createIdempotencyKey() };
      this.#recordFailure(await this.#admin.call(staffOrderEndpoints.reopenRequest, body, action.there));
      return;
    }
    if (action.do === "answer") {
      const body = {
        order_id,
        approve: action.approve,
        reason: "已核实",
        client_key: createIdempotencyKey(),
      };
      this.#recordFailure(await this.#admin.call(staffOrderEndpoints.answerRequest, body, action.there));
      return;
    }
    const options = {
      full: {},
      items: { items: [{ id: dish.id, quantity: 1 }] },
      amount: { amount: action.amount },
    }[action.type];
    const body = {
      order_id,
      refund_no: `M${createIdempotencyKey()}`,
      type: action.type,
      ...options,
      reason_code: "other",
    };
    this.#recordFailure(await this.#admin.call(endpoints.refund, body, action.there));
  }

  async #advance(order_id: string, to: StaffTransition, there: boolean): Promise<void> {
    this.#recordFailure(await this.#admin.call(endpoints.advance, { order_id, to }, there));
  }

  /** Sends a notification, genuine or forged. */
  async #notify(orderId: string, kind: NotificationKind): Promise<void> {
    const transaction = await findLatestTransaction(this.#app, orderId, kind === "late");
    const notification = transaction && (await createNotification(this.#app, transaction, kind));
    if (!notification) return;
    const times = kind === "twice" ? 2 : 1;
    const expected = kind === "forged" ? 401 : 204;
    for (const status of await Promise.all(
      Array.from({ length: times }, () => deliverNotification(this.#app, notification)),
    ))
      if (status !== expected) this.failures.push(`a notification (${kind}) was answered ${status}`);
  }

  #recordFailure(response: ApiResponse<unknown>): void {
    if (response.status >= 500 || response.status === 401)
      this.failures.push(`${response.status} ${response.error}`);
  }
}
