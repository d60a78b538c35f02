import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import type { AddressRequest } from "#contract/address/schema.ts";
import type { Endpoint, EndpointTypes } from "#contract/endpoint.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import type { Installation } from "../lib/Installation.ts";

/** Facts acknowledged to the outside, which have to hold after any crash. */
export interface ExpectedState {
  /** Orders whose creation was acknowledged, by their idempotency key. */
  orders: Map<string, { orderId: string; orderNo: string; total: number }>;
  /** Transactions that the provider was paid for. */
  paid: Set<string>;
  calls: number;
  failures: number;
}

/** A demo dish with unlimited stock and one with limited stock, at a restaurant that never closes. */
const store = "SH001";
const dishIds = { plain: "10205", limited: "10901" };
const retryMs = 50;
const requestTimeoutMs = 5_000;
/** Restarts take a second or two, ten times as long on a busy machine; a longer wait is a defect. */
const recoveryTimeoutMs = 120_000;

/** Customers' address: near the demo restaurant that never closes. */
export const homeAddress: AddressRequest = {
  recipient: "测试",
  phone: "13812345678",
  location: "上海市 上海市 徐汇区",
  details: "漕溪新苑",
  house_number: "1号",
  is_default: true,
  poi_info: {
    id: "B1",
    name: "漕溪新苑",
    address: "漕溪北路",
    location: "121.437000,31.189800",
    adcode: "310104",
    citycode: "021",
    cityname: "上海市",
    adname: "徐汇区",
    type: "住宅",
    typecode: "120302",
  },
};

/**
 * A customer who orders and pays continuously; retries a request whose response was lost with the same
 * idempotency key.
 */
export class SimulatedCustomer {
  readonly #installation: Pick<Installation, "url" | "sandboxUrl">;
  readonly #expected: ExpectedState;
  readonly #signal: AbortSignal;
  #token = "";
  #addressId = "";

  constructor(
    installation: Pick<Installation, "url" | "sandboxUrl">,
    expected: ExpectedState,
    signal: AbortSignal,
  ) {
    this.#installation = installation;
    this.#expected = expected;
    this.#signal = signal;
  }

  async login(phone: string): Promise<void> {
    await this.#call(userEndpoints.sendCode, { phone });
    const messages = await fetch(`${this.#installation.sandboxUrl}/sms?phone=${phone}`);
    const [newest] = (await messages.json()) as { code: string }[];
    const consent = { agreement: 0, privacy: 0 };
    const form = { phone, code: newest?.code ?? "", loginType: "sms" as const, consent };
    this.#token = (await this.#call(userEndpoints.login, form)).token;
    this.#addressId = (await this.#call(addressEndpoints.add, homeAddress)).id;
  }

  /** Runs until the run is aborted, with `pauseMs` between two orders. */
  async run(pauseMs = 0): Promise<void> {
    for (let nth = 0; !this.#signal.aborted; nth++) {
      await sleep(pauseMs);
      const key = randomUUID();
      const order = await this.#retry(() =>
        this.#placeOrder(key, nth % 3 === 0 ? dishIds.limited : dishIds.plain),
      );
      if (order === null) return;
      this.#expected.orders.set(key, {
        orderId: order.order_id,
        orderNo: order.order_no,
        total: order.total_amount,
      });
      const payment = await this.#retry(() => this.#call(orderEndpoints.pay, { order_id: order.order_id }));
      if (payment === null) return;
      const transaction = `${order.order_no}_1`;
      if ((await this.#retry(() => this.#payAtProvider(transaction))) === null) return;
      this.#expected.paid.add(transaction);
      await this.#retry(() => this.#assertPaid(order.order_id));
    }
  }

  /** Places an order that is never paid; returns its id, or null when the run is aborted. */
  async placeUnpaidOrder(): Promise<string | null> {
    const key = randomUUID();
    const order = await this.#retry(() => this.#placeOrder(key, dishIds.limited));
    return order?.order_id ?? null;
  }

  async #placeOrder(idempotencyKey: string, dishId: string) {
    const orderForm = {
      order_type: "takeaway" as const,
      restaurant_id: store,
      items: [{ id: dishId, quantity: 1 }],
      address_id: this.#addressId,
    };
    const quote = await this.#call(orderEndpoints.quote, orderForm);
    return await this.#call(orderEndpoints.create, {
      ...orderForm,
      expected_total: quote.total_amount,
      client_key: idempotencyKey,
    });
  }

  /** Polls, as the page does after paying, until the server has recorded the payment. */
  async #assertPaid(orderId: string): Promise<boolean> {
    const state = await this.#call(orderEndpoints.payQuery, { order_id: orderId });
    if (state.pay_status !== "paid") throw new Error(`the money has not arrived: ${state.pay_status}`);
    return true;
  }

  async #payAtProvider(transaction: string): Promise<boolean> {
    const url = `${this.#installation.sandboxUrl}/pay/trades/${transaction}/pay`;
    const response = await fetch(url, { method: "POST", signal: AbortSignal.timeout(requestTimeoutMs) });
    if (!response.ok) throw new Error(`the provider answered ${response.status}`);
    return true;
  }

  /** Retries until the work succeeds; returns null when the run is aborted. */
  async #retry<T>(work: () => Promise<T>): Promise<T | null> {
    const until = Date.now() + recoveryTimeoutMs;
    while (!this.#signal.aborted) {
      try {
        return await work();
      } catch (error) {
        if (Date.now() > until) throw error;
        // Connections break here by design; any error other than a lost response is a real failure.
        if (error instanceof RejectedError) throw error;
        this.#expected.failures += 1;
        await sleep(retryMs);
      }
    }
    return null;
  }

  /** Sends the input as a body, or as a query string for a reading endpoint. */
  async #call<Types extends EndpointTypes>(
    endpoint: Endpoint<Types>,
    values: Types["body"] | Types["query"],
  ): Promise<Types["data"]> {
    this.#expected.calls += 1;
    const isRead = endpoint.method === "GET";
    const query = isRead ? `?${new URLSearchParams(values as Record<string, string>)}` : "";
    const response = await fetch(`${this.#installation.url}${endpoint.path}${query}`, {
      method: endpoint.method,
      headers: { "content-type": "application/json", authorization: `Bearer ${this.#token}` },
      body: isRead ? null : JSON.stringify(values),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const reply = (await response.json()) as { data: Types["data"]; msg: string };
    const isRejected = response.status >= 400 && response.status <= 500 && response.status !== 429;
    if (isRejected) throw new RejectedError(`${endpoint.path}: ${JSON.stringify(reply)}`);
    if (response.status !== 200) throw new Error(`${endpoint.path}: ${response.status}`);
    return reply.data;
  }
}

/** The server rejected the request, not only for now (429), or failed in itself (500): a defect in this run. */
class RejectedError extends Error {}
