import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { orderAdminEndpoints as calls } from "#contract/order-admin/endpoints.ts";
import { type Buyer, newBuyer, newKey } from "./buyers.ts";
import type { Client } from "./Client.ts";
import { newMember, orderAt } from "./kitchen.ts";
import { behave, settleRefunds, tradeOf } from "./provider.ts";
import type { TestApp } from "./testApp.ts";

/** A completed order, its customer, and an agent who gives its money back and decides about what fails. */
export class FailedRefunds {
  readonly app: TestApp;
  readonly buyer: Buyer;
  readonly order: OrderReceipt;
  agent: Client & { id: string };

  private constructor(app: TestApp, parts: Pick<FailedRefunds, "buyer" | "order" | "agent">) {
    this.app = app;
    this.buyer = parts.buyer;
    this.order = parts.order;
    this.agent = parts.agent;
  }

  static async begin(app: TestApp): Promise<FailedRefunds> {
    await behave(app, { provider: "normal", notify: "lost", refund: "success", refund_delay_ms: 0 });
    await behave(app, { refund_error: "NOT_ENOUGH" });
    const agent = await newMember(app, "agent");
    const buyer = await newBuyer(app);
    return new FailedRefunds(app, { agent, buyer, order: await orderAt(app, buyer, "completed") });
  }

  async give(more: Record<string, unknown> = { type: "full" }) {
    const body = { order_id: this.order.order_id, refund_no: newKey(), reason_code: "菜品问题", ...more };
    return await this.agent.call(orderEndpoints.refund, { body });
  }

  /** Gives everything back and waits until it ended as the provider was told to. */
  async end(behaviour: Parameters<typeof behave>[1]): Promise<void> {
    await behave(this.app, behaviour);
    await this.give();
    await settleRefunds(this.app);
  }

  async detail() {
    return await this.buyer.data(orderEndpoints.detail, { query: { order_id: this.order.order_id } });
  }

  /** What the provider's books show as given back: amount and state of each refund. */
  async given() {
    return (await tradeOf(this.app, this.order))?.refunds.map(({ amount, status }) => [amount, status]);
  }

  /** The refunds of the order that wait for staff. */
  async tasks() {
    const { list } = await this.agent.data(calls.failedRefunds, { query: { pageSize: 50 } });
    return list.filter(({ order_id }) => order_id === this.order.order_id);
  }

  async retry(more: object = {}) {
    const body = { refund_no: await this.#number(), client_key: newKey(), ...more };
    return await this.agent.call(calls.retryRefund, { body });
  }

  async settle(more: object = {}) {
    const body = { refund_no: await this.#number(), note: "已微信转账", client_key: newKey(), ...more };
    return await this.agent.call(calls.settleRefund, { body });
  }

  /** Has the merchant end an abnormal refund on the provider's own pages. */
  async resolveAtProvider(action: "succeed" | "close"): Promise<void> {
    await fetch(`${this.app.sandbox.url}/pay/refunds/${await this.#number()}/${action}`, { method: "POST" });
  }

  async #number(): Promise<string> {
    return (await this.tasks())[0]?.refund_no ?? "none";
  }
}
