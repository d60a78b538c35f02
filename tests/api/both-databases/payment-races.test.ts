import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { type Buyer, createBuyer, createBuyers, createOrder } from "../../support/api/buyers.ts";
import {
  findTransaction,
  payAtProvider,
  setPaymentBehaviour,
  settleRefunds,
} from "../../support/api/paymentProvider.ts";
import { repetitions } from "../../support/api/repetitions.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { addPoints, createBoundCard } from "../../support/api/wallet.ts";

const rounds = repetitions(8);
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  await setPaymentBehaviour(app, {
    provider: "normal",
    notify: "lost",
    refund: "success",
    refund_delay_ms: 0,
  });
});

afterEach(async () => {
  await setPaymentBehaviour(app, { provider: "normal", close: "normal" });
  await settleRefunds(app);
});

afterAll(async () => {
  await app.close();
});

const startPayment = (buyer: Buyer, order: OrderReceipt, overrides: object = {}) =>
  buyer.call(endpoints.pay, { body: { order_id: order.order_id, ...overrides } });
const cancelOrder = (buyer: Buyer, order: OrderReceipt) =>
  buyer.call(endpoints.cancel, { body: { order_id: order.order_id } });

/** Statuses allowed for concurrent payers: done, state changed, or retry, also under load. */
const allowedStatuses = new Set([200, 409, 429, 503]);

async function createPayers(count: number): Promise<Buyer[]> {
  const buyers = await createBuyers(app, count);
  for (const { userId } of buyers) {
    await createBoundCard(app, userId, 20_000);
    await addPoints(app, userId, 2_000);
  }
  return buyers;
}

/** Runs all operations on an unpaid order concurrently; returns the disallowed statuses. */
async function payConcurrently(buyer: Buyer, nth: number): Promise<number[]> {
  const order = await createOrder(buyer);
  if (nth % 2 === 0) await startPayment(buyer, order);
  const all = [
    () => startPayment(buyer, order),
    () => startPayment(buyer, order, { payment_method: "card" }),
    () => startPayment(buyer, order, { points_payment: 300 }),
    () => startPayment(buyer, order, { payment_method: "card", points_payment: 200 }),
    () => startPayment(buyer, order),
    () => cancelOrder(buyer, order),
  ];
  const turned = [...all.slice(nth % all.length), ...all.slice(0, nth % all.length)];
  const responses = await Promise.all(turned.map((act) => act()));
  return responses.map(({ status }) => status).filter((status) => !allowedStatuses.has(status));
}

describe("concurrent changes of the payment method, with a cancel among them", () => {
  test("are never reported as a failure of the provider, which is up", { timeout: 240_000 }, async () => {
    const unexpectedStatuses: number[] = [];
    for (const [nth, buyer] of (await createPayers(rounds)).entries())
      unexpectedStatuses.push(...(await payConcurrently(buyer, nth)));
    expect(unexpectedStatuses).toEqual([]);
  });

  test("neither by a slow provider", { timeout: 240_000 }, async () => {
    await setPaymentBehaviour(app, { provider: "slow", provider_delay_ms: 60 });
    const buyers = await createPayers(rounds);
    const unexpectedStatuses = await Promise.all(buyers.map((buyer, nth) => payConcurrently(buyer, nth)));
    expect(unexpectedStatuses.flat()).toEqual([]);
  });

  test.each(["lost", "error"] as const)(
    "nor by one that closes trades with an error (%s)",
    { timeout: 240_000 },
    async (close) => {
      await setPaymentBehaviour(app, { close });
      const unexpectedStatuses: number[] = [];
      for (const [nth, buyer] of (await createPayers(rounds)).entries())
        unexpectedStatuses.push(...(await payConcurrently(buyer, nth)));
      expect(unexpectedStatuses).toEqual([]);
    },
  );
});

describe("a trade that was closed elsewhere while it was being opened", () => {
  test("is replaced by a new one", async () => {
    const buyer = await createBuyer(app);
    const order = await createOrder(buyer);
    await startPayment(buyer, order);
    // The provider's page and its trade are closed, and our server was not notified.
    await fetch(`${app.sandbox.url}/pay/trades/${order.order_no}_1/close`, { method: "POST" });
    await app.sql("update payment_attempts set prepay_expires_at = created_at where order_id = $1", [
      order.order_id,
    ]);
    expect((await startPayment(buyer, order)).status).toBe(200);
    expect(await findTransaction(app, order, 2)).toMatchObject({ state: "NOTPAY" });
    expect(await payAtProvider(app, order, 2)).toBe(200);
    const { data } = await buyer.call(endpoints.payQuery, { query: { order_id: order.order_id } });
    expect(data.pay_status).toBe("paid");
  });
});
