import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { staffOrderEndpoints as endpoints } from "#contract/staff/order/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey } from "./buyers.ts";
import type { Client } from "./Client.ts";
import { createOrderInStatus, createStaffClient } from "./orders.ts";
import { findTransaction, setPaymentBehaviour, settleRefunds } from "./paymentProvider.ts";
import type { TestApp } from "./testApp.ts";

/** A completed order, its customer, and an agent who refunds it and decides about failed refunds. */
export class FailedRefundScenario {
  readonly app: TestApp;
  readonly buyer: Buyer;
  readonly order: OrderReceipt;
  agent: Client & { id: string };

  private constructor(app: TestApp, options: Pick<FailedRefundScenario, "buyer" | "order" | "agent">) {
    this.app = app;
    this.buyer = options.buyer;
    this.order = options.order;
    this.agent = options.agent;
  }

  static async create(app: TestApp): Promise<FailedRefundScenario> {
    await setPaymentBehaviour(app, {
      provider: "normal",
      notify: "lost",
      refund: "success",
      refund_delay_ms: 0,
    });
    await setPaymentBehaviour(app, { refund_error: "NOT_ENOUGH" });
    const agent = await createStaffClient(app, "agent");
    const buyer = await createBuyer(app);
    return new FailedRefundScenario(app, {
      agent,
      buyer,
      order: await createOrderInStatus(app, buyer, "completed"),
    });
  }

  async createRefund(overrides: Record<string, unknown> = { type: "full" }) {
    const body = {
      order_id: this.order.order_id,
      refund_no: createIdempotencyKey(),
      reason_code: "菜品问题",
      ...overrides,
    };
    return await this.agent.call(orderEndpoints.refund, { body });
  }

  /** Refunds the whole order and waits for the outcome configured at the provider. */
  async completeRefund(behaviour: Parameters<typeof setPaymentBehaviour>[1]): Promise<void> {
    await setPaymentBehaviour(this.app, behaviour);
    await this.createRefund();
    await settleRefunds(this.app);
  }

  async getOrder() {
    return await this.buyer.data(orderEndpoints.detail, { query: { order_id: this.order.order_id } });
  }

  /** Lists the provider's refunds: amount and state of each. */
  async listRefunds() {
    return (await findTransaction(this.app, this.order))?.refunds.map(({ amount, status }) => [
      amount,
      status,
    ]);
  }

  /** Lists the order's refunds that await staff. */
  async listTasks() {
    const { list } = await this.agent.data(endpoints.failedRefunds, { query: { pageSize: 50 } });
    return list.filter(({ order_id }) => order_id === this.order.order_id);
  }

  async retryRefund(overrides: object = {}) {
    const body = { refund_no: await this.#number(), client_key: createIdempotencyKey(), ...overrides };
    return await this.agent.call(endpoints.retryRefund, { body });
  }

  async settleRefund(overrides: object = {}) {
    const body = {
      refund_no: await this.#number(),
      note: "已微信转账",
      client_key: createIdempotencyKey(),
      ...overrides,
    };
    return await this.agent.call(endpoints.settleRefund, { body });
  }

  /** Ends an abnormal refund on the provider's own pages, as the merchant. */
  async resolveAtProvider(action: "succeed" | "close"): Promise<void> {
    await fetch(`${this.app.sandbox.url}/pay/refunds/${await this.#number()}/${action}`, { method: "POST" });
  }

  async #number(): Promise<string> {
    return (await this.listTasks())[0]?.refund_no ?? "none";
  }
}
