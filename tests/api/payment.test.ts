import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { type Buyer, createBuyer, createBuyers, createOrder } from "../support/api/buyers.ts";
import {
  findTransaction,
  listProviderTransactions,
  payAtProvider,
  payOrder,
  setPaymentBehaviour,
  settleRefunds,
} from "../support/api/paymentProvider.ts";
import { defaultRestaurantId, dish } from "../support/api/people.ts";
import { repetitions } from "../support/api/repetitions.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await setPaymentBehaviour(app, { refund_delay_ms: 0 });
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 10_000);
});

afterEach(async () => {
  app.clock.reset();
  await settleRefunds(app);
});

afterAll(async () => {
  await app.close();
});

const startPayment = (buyer: Buyer, order_id: string) => buyer.call(endpoints.pay, { body: { order_id } });
const queryPayment = (buyer: Buyer, order_id: string) =>
  buyer.data(endpoints.payQuery, { query: { order_id } });
const cancelOrder = (buyer: Buyer, order_id: string) => buyer.call(endpoints.cancel, { body: { order_id } });
const getDetail = (buyer: Buyer, order_id: string) => buyer.data(endpoints.detail, { query: { order_id } });

async function listAttempts(order_id: string) {
  return await app.sql<{ out_trade_no: string; state: string; amount_fen: number }>(
    "select out_trade_no, state, amount_fen from payment_attempts where order_id = $1 order by created_at",
    [order_id],
  );
}

describe("paying twice", () => {
  test("creates one prepay for twenty concurrent requests", async () => {
    const buyer = await createBuyer(app);
    const order = await createOrder(buyer);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => startPayment(buyer, order.order_id)),
    );
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map((response) => response.data.h5_url)).size).toBe(1);
    expect(await listAttempts(order.order_id)).toEqual([
      { out_trade_no: `${order.order_no}_1`, state: "pending", amount_fen: order.pay_amount },
    ]);
    const trades = (await listProviderTransactions(app)).filter((item) =>
      item.out_trade_no.startsWith(order.order_no),
    );
    expect(trades).toHaveLength(1);
    expect(responses[0]?.data.h5_url).toContain(trades[0]?.prepay_id);
    await cancelOrder(buyer, order.order_id);
  });

  test("opens the same page again minutes later", async () => {
    const buyer = await createBuyer(app);
    const order = await createOrder(buyer);
    const first = (await startPayment(buyer, order.order_id)).data;
    app.clock.advance(5 * 60_000);
    expect((await startPayment(buyer, order.order_id)).data).toEqual(first);
    expect(await listAttempts(order.order_id)).toHaveLength(1);
    await cancelOrder(buyer, order.order_id);
  });

  test("is refused once the order is paid, and charges nothing more", async () => {
    const buyer = await createBuyer(app);
    const order = await createOrder(buyer);
    await payOrder(app, buyer, order);
    expect(await startPayment(buyer, order.order_id)).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await payAtProvider(app, order)).toBe(200);
    expect((await findTransaction(app, order))?.paid).toBe(order.pay_amount);
  });
});

describe("the payment result", () => {
  test("is unpaid, pending, then paid, and stays paid", async () => {
    const buyer = await createBuyer(app);
    const order = await createOrder(buyer);
    expect(await queryPayment(buyer, order.order_id)).toMatchObject({
      pay_status: "unpaid",
      status: "pending_payment",
    });
    await startPayment(buyer, order.order_id);
    expect(await queryPayment(buyer, order.order_id)).toMatchObject({
      pay_status: "pending",
      status_text: "待付款",
    });
    // The notification could be there before the query.
    await setPaymentBehaviour(app, { notify: "lost" });
    await payAtProvider(app, order);
    await setPaymentBehaviour(app, { notify: "normal" });
    const paid = { order_id: order.order_id, pay_status: "paid", status: "paid", status_text: "已付款" };
    expect(await queryPayment(buyer, order.order_id)).toEqual({ ...paid, provider_state: "paid" });
    expect(await queryPayment(buyer, order.order_id)).toEqual({ ...paid, provider_state: null });
  });

  test("is correct for twenty concurrent queries", async () => {
    const buyer = await createBuyer(app);
    const order = await createOrder(buyer);
    await startPayment(buyer, order.order_id);
    await payAtProvider(app, order);
    const states = await Promise.all(Array.from({ length: 20 }, () => queryPayment(buyer, order.order_id)));
    expect(new Set(states.map((state) => state.pay_status))).toEqual(new Set(["paid"]));
    const { timeline } = await getDetail(buyer, order.order_id);
    expect(timeline.map((entry) => entry.status)).toEqual(["pending_payment", "paid"]);
  });
});

test("an order that costs nothing is settled at once, without the provider", async () => {
  const buyer = await createBuyer(app);
  const order = await createOrder(buyer);
  const free = "goods_fen = 0, delivery_fee_fen = 0, total_fen = 0, pay_fen = 0";
  await app.sql(`update orders set ${free} where id = $1`, [order.order_id]);
  await setPaymentBehaviour(app, { provider: "error" });
  const responses = await Promise.all(Array.from({ length: 5 }, () => startPayment(buyer, order.order_id)));
  await setPaymentBehaviour(app, { provider: "normal" });
  const good = responses.filter((response) => response.status === 200);
  expect(good.map((response) => response.data)).toEqual([
    { status: "paid", kind: "settled", h5_url: null, jsapi: null },
  ]);
  expect(responses.filter((response) => response.status !== 200).map((response) => response.error)).toEqual(
    Array(4).fill("invalid_state"),
  );
  expect(await listAttempts(order.order_id)).toEqual([]);
  expect(await queryPayment(buyer, order.order_id)).toMatchObject({ pay_status: "paid" });
  expect(await cancelOrder(buyer, order.order_id)).toMatchObject({
    status: 200,
    data: { status: "cancelled" },
  });
});

test("each restaurant numbers its orders from one, without a gap, when a dozen pay concurrently", async () => {
  const otherRestaurantId = "SH002";
  const buyers = await createBuyers(app, 12);
  const orders = await Promise.all(
    buyers.map((buyer) => createOrder(buyer, { restaurant_id: otherRestaurantId })),
  );
  await Promise.all(buyers.map((buyer, nth) => payOrder(app, buyer, orders[nth]!)));
  const details = await Promise.all(buyers.map((buyer, nth) => getDetail(buyer, orders[nth]!.order_id)));
  const numbers = details.map((detail) => detail.pickup_code).sort();
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, n) => `W${String(n + 1).padStart(3, "0")}`));
});

describe("paying and cancelling concurrently", () => {
  /** Returns the order's final state, once no operation on it is pending. */
  async function finalState(buyer: Buyer, order_id: string): Promise<string> {
    await queryPayment(buyer, order_id);
    return (await getDetail(buyer, order_id)).status;
  }

  test("ends in one of the two every time, and the money is with its owner", async () => {
    for (const buyer of await createBuyers(app, repetitions(25))) {
      const order = await createOrder(buyer);
      await startPayment(buyer, order.order_id);
      const [money, cancelled] = await Promise.all([
        payAtProvider(app, order),
        cancelOrder(buyer, order.order_id),
      ]);
      expect([200, 400]).toContain(money);
      expect([undefined, "invalid_state"]).toContain(cancelled.error);
      const end = await finalState(buyer, order.order_id);
      expect(end).toBe(money === 200 && cancelled.status !== 200 ? "paid" : "cancelled");
    }
  });

  test("leaves nothing to pay when the cashier was only being opened, every time", async () => {
    for (const buyer of await createBuyers(app, repetitions(25))) {
      const order = await createOrder(buyer);
      const [started, cancelled] = await Promise.all([
        startPayment(buyer, order.order_id),
        cancelOrder(buyer, order.order_id),
      ]);
      expect([undefined, "invalid_state", "payment_in_progress"]).toContain(started.error);
      expect([undefined, "invalid_state", "payment_in_progress"]).toContain(cancelled.error);
      if (cancelled.status !== 200) expect((await cancelOrder(buyer, order.order_id)).status).toBe(200);
      expect(await payAtProvider(app, order)).not.toBe(200);
    }
  });

  test("leaves nothing to pay when the provider was slow to open the cashier", async () => {
    const buyer = await createBuyer(app);
    const order = await createOrder(buyer);
    await setPaymentBehaviour(app, { provider: "slow", provider_delay_ms: 400 });
    const starting = startPayment(buyer, order.order_id);
    await expect.poll(() => listAttempts(order.order_id)).toHaveLength(1);
    await setPaymentBehaviour(app, { provider: "normal" });
    const cancelled = await cancelOrder(buyer, order.order_id);
    const started = await starting;
    expect(cancelled.status).toBe(200);
    expect(started).toMatchObject({ status: 409, error: "invalid_state" });
    expect((await findTransaction(app, order))?.state).not.toBe("NOTPAY");
    expect(await payAtProvider(app, order)).not.toBe(200);
  });
});
