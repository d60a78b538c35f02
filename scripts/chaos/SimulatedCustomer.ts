import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import type { AddressRequest } from "#contract/address/schema.ts";
import type { Endpoint, EndpointTypes } from "#contract/endpoint.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import type { Installation } from "../lib/Installation.ts";

/** What the outside world was told: it has to be true after any crash. */
export interface ExpectedState {
  /** Orders whose making was answered, by their client key. */
  orders: Map<string, { orderId: string; orderNo: string; total: number }>;
  /** Trades that the provider took money for. */
  paid: Set<string>;
  calls: number;
  failures: number;
}

/** A dish of the demo without limit and one with a limited stock, at a store that never closes. */
const store = "SH001";
const dishIds = { plain: "10205", limited: "10901" };
const retryMs = 50;
const requestTimeoutMs = 5_000;
/** Restarts take a second or two, on a busy machine ten times as long; who waits longer has met a defect. */
const recoveryTimeoutMs = 120_000;

/** Where customers of a run live: near the store of the demo that never closes. */
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

/** One customer who orders and pays without end; a lost answer is asked for again with the same key. */
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
    const form = { phone, code: newest?.code ?? "", loginType: "sms" as const };
    this.#token = (await this.#call(userEndpoints.login, form)).token;
    this.#addressId = (await this.#call(addressEndpoints.add, homeAddress)).id;
  }

  /** Goes on until the run is over, with a pause between two orders. */
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

  async #placeOrder(clientKey: string, dishId: string) {
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
      client_key: clientKey,
    });
  }

  /** Asks, as the page does after paying, until the server knows of the money. */
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

  /** Tries again until it works or the run is over (null). */
  async #retry<T>(work: () => Promise<T>): Promise<T | null> {
    const until = Date.now() + recoveryTimeoutMs;
    while (!this.#signal.aborted) {
      try {
        return await work();
      } catch (error) {
        if (Date.now() > until) throw error;
        // Connections break here by design; anything that is not a lost answer is a real failure.
        if (error instanceof RejectedError) throw error;
        this.#expected.failures += 1;
        await sleep(retryMs);
      }
    }
    return null;
  }

  /** Sends values as a body, or in the address when the call reads. */
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
    if (response.status >= 400 && response.status < 500)
      throw new RejectedError(`${endpoint.path}: ${JSON.stringify(reply)}`);
    if (response.status !== 200) throw new Error(`${endpoint.path}: ${response.status}`);
    return reply.data;
  }
}

/** The server understood and said no: a defect in this run, never something to try again. */
class RejectedError extends Error {}
