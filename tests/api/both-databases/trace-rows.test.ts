import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountEndpoints } from "#contract/account/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../../support/api/buyers.ts";
import { payOrder, setPaymentBehaviour, settleRefunds } from "../../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

const minuteMs = 60_000;

interface Line {
  msg: string;
  trace?: string;
  [field: string]: unknown;
}

const lines: Line[] = [];
let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp({ log: (line) => lines.push(JSON.parse(line) as Line) });
});

beforeEach(async () => {
  app.clock.reset();
  // What the test before left is due no more.
  await app.sql("update payment_attempts set next_query_at = null");
  await app.sql("update orders set due_at = null");
  buyer = await createBuyer(app);
  await setPaymentBehaviour(app, { provider: "normal", notify: "lost" });
});

afterAll(async () => {
  await app.close();
});

/** Trace of a response's request. */
function toTrace({ headers }: { headers: Record<string, unknown> }): string {
  return String(headers["x-request-id"]).replaceAll("-", "");
}

async function placeOrder(): Promise<{ order: OrderReceipt; trace: string }> {
  const order = await createOrder(buyer);
  const [row] = await app.sql<{ traceparent: string }>("select traceparent from orders where id = $1", [
    order.order_id,
  ]);
  return { order, trace: row!.traceparent.split("-")[1]! };
}

/** Runs a job and returns its lines about one provider operation or with one message. */
async function sweepAndFind(job: string, wanted: Partial<Line>): Promise<Line[]> {
  lines.length = 0;
  await app.sweep(job);
  return lines.filter((line) => Object.entries(wanted).every(([field, value]) => line[field] === value));
}

test("an unanswered payment is queried in the trace of the request that started it", async () => {
  const { order } = await placeOrder();
  const started = await buyer.call(orderEndpoints.pay, { body: { order_id: order.order_id } });
  app.clock.advance(minuteMs);
  const found = await sweepAndFind("unanswered-payments", { operation: "query" });
  expect(found).toMatchObject([{ trace: toTrace(started) }]);
});

test("a refund is requested in the trace of the request that cancelled", async () => {
  const { order } = await placeOrder();
  await payOrder(app, buyer, order);
  const cancelled = await buyer.call(orderEndpoints.cancel, { body: { order_id: order.order_id } });
  expect(cancelled.status).toBe(200);
  const found = await sweepAndFind("refunds", { operation: "refund" });
  expect(found).toMatchObject([{ trace: toTrace(cancelled) }]);
  await settleRefunds(app);
});

test("an unpaid order ends in the trace of the request that placed it", async () => {
  const { order, trace } = await placeOrder();
  await buyer.data(orderEndpoints.pay, { body: { order_id: order.order_id } });
  app.clock.advance(20 * minuteMs);
  const found = await sweepAndFind("due-orders", { operation: "close" });
  expect(found).toMatchObject([{ trace }]);
});

test("a copy of data that cannot be made says so in the trace of its request", async () => {
  const body = { client_key: createIdempotencyKey() };
  const requested = await buyer.call(accountEndpoints.requestDataCopy, { body });
  expect(requested.status).toBe(200);
  await app.sql("alter table addresses rename to hidden_addresses");
  const msg = "a copy of a customer's data could not be made";
  const found = await sweepAndFind("data-copies", { msg });
  await app.sql("alter table hidden_addresses rename to addresses");
  expect(found).toMatchObject([{ trace: toTrace(requested) }]);
});

test("work of a row without a trace is in the trace of the job's run", async () => {
  const { order } = await placeOrder();
  await buyer.data(orderEndpoints.pay, { body: { order_id: order.order_id } });
  await app.sql("update payment_attempts set traceparent = null where order_id = $1", [order.order_id]);
  app.clock.advance(minuteMs);
  const [line] = await sweepAndFind("unanswered-payments", { operation: "query" });
  expect(line?.trace).toMatch(/^[\da-f]{32}$/);
  app.clock.advance(minuteMs);
  const [next] = await sweepAndFind("unanswered-payments", { operation: "query" });
  expect(next?.trace).toMatch(/^[\da-f]{32}$/);
  expect(next?.trace).not.toBe(line?.trace);
});
