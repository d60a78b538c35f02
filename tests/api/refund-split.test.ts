import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { pointsEndpoints } from "#contract/points/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../support/api/buyers.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { payAtProvider, setPaymentBehaviour, settleRefunds } from "../support/api/paymentProvider.ts";
import { dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { addPoints, createBoundCard } from "../support/api/wallet.ts";

const goodsFen = dish.price;
const totalFen = goodsFen + 500;

let app: TestApp;
let buyer: Buyer;
let orderId: string;

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
  buyer = await createBuyer(app);
  await addPoints(app, buyer.userId, 2_000);
  await createBoundCard(app, buyer.userId, 10_000);
});

afterEach(async () => {
  await setPaymentBehaviour(app, { provider: "normal", refund: "success" });
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

/** Pays one portion and delivery, 38 yuan, with points (fen) and the rest by WeChat or card. */
async function createPaidOrder(payment_method: "wechat" | "card", points_payment: number): Promise<void> {
  const order = await createOrder(buyer);
  orderId = order.order_id;
  await buyer.data(endpoints.pay, { body: { order_id: orderId, payment_method, points_payment } });
  if (payment_method === "card") return;
  expect(await payAtProvider(app, order)).toBe(200);
  await buyer.data(endpoints.payQuery, { query: { order_id: orderId } });
}

async function refundOrder(refundInput: object) {
  const admin = await createStaffClient(app, "admin");
  const body = {
    order_id: orderId,
    refund_no: createIdempotencyKey(),
    reason_code: "菜品问题",
    ...refundInput,
  };
  return await admin.call(endpoints.refund, { body });
}

const getDetail = () => buyer.data(endpoints.detail, { query: { order_id: orderId } });
const getPoints = () => buyer.data(pointsEndpoints.account);
const getCardBalance = async () => (await buyer.data(cardEndpoints.show))?.balance;
const cancelOrder = () => buyer.call(endpoints.cancel, { body: { order_id: orderId } });

describe.each(["wechat", "card"] as const)("what was paid by %s and with points", (method) => {
  const soon = method === "card" ? "success" : "created";

  test("is refunded as it was paid when the customer cancels, and the earned points are revoked", async () => {
    await createPaidOrder(method, 1_000);
    expect((await getPoints()).balance).toBe(1_000 + 23);
    expect((await cancelOrder()).data.status).toBe("cancelled");
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({
      refund_status: "refunded",
      refunded_amount: totalFen - 1_000,
      points_earned: 0,
      refunds: [{ money: totalFen - 1_000, points: 1_000, status: "success" }],
    });
    expect(await getPoints()).toMatchObject({ balance: 2_000, available: 2_000, pending: 0, reserved: 0 });
    if (method === "card") expect(await getCardBalance()).toBe(10_000);
  });

  test("is refunded in parts in proportion to the goods, the last part with the remainder", async () => {
    await createPaidOrder(method, 1_000);
    const preview = await refundOrder({ type: "amount", amount: 1_000, preview: true });
    expect(preview.data).toMatchObject({ status: "preview", money: 697, points: 303 });
    expect((await getPoints()).balance).toBe(1_023);
    const first = await refundOrder({ type: "amount", amount: 1_000 });
    expect(first.data).toMatchObject({ status: soon, money: 697, points: 303 });
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({
      refund_status: "partially_refunded",
      refunded_amount: 697,
      // 23 yuan less 6.97 earn 16 whole points.
      points_earned: 16,
    });
    expect((await getPoints()).balance).toBe(1_000 + 303 + 16);
    expect((await refundOrder({ type: "amount", amount: 2_301 })).error).toBe("refund_exceeds");
    expect((await refundOrder({ type: "amount", amount: 2_300 })).data).toMatchObject({
      money: 2_300 - 697,
      points: 697,
    });
    await settleRefunds(app);
    // Only the delivery fee is left.
    expect((await refundOrder({ type: "full" })).data).toMatchObject({ money: 500, points: 0 });
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({ refund_status: "refunded", refunded_amount: totalFen - 1_000 });
    expect((await refundOrder({ type: "full" })).error).toBe("refund_exceeds");
    expect(await getPoints()).toMatchObject({ balance: 2_000, pending: 0 });
  });

  test("is refunded by dishes with the points they were paid with", async () => {
    await createPaidOrder(method, 1_650);
    const items = [{ id: dish.id, quantity: 1 }];
    expect((await refundOrder({ type: "items", items })).data).toMatchObject({ money: 1_650, points: 1_650 });
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({ refund_status: "partially_refunded", points_earned: 0 });
  });

  test("is never refunded beyond the payment, however small and many the parts", async () => {
    await createPaidOrder(method, 101);
    for (const amount of [1, 2, 7, 33, 90, 100, 1_000]) {
      const { money, points: back } = (await refundOrder({ type: "amount", amount })).data;
      expect(money + back).toBe(amount);
    }
    const left = goodsFen - 1_233;
    const rest = (await refundOrder({ type: "amount", amount: left })).data;
    expect(rest.money + rest.points).toBe(left);
    await settleRefunds(app);
    const { refunds } = await getDetail();
    expect(refunds.reduce((sum, refund) => sum + refund.points, 0)).toBe(101);
    expect(refunds.reduce((sum, refund) => sum + refund.money, 0)).toBe(goodsFen - 101);
  });

  test("ten concurrent refunds never exceed the payment", async () => {
    await createPaidOrder(method, 1_000);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => refundOrder({ type: "amount", amount: 1_000 })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await refundOrder({ type: "full" })).status).toBe(200);
    await settleRefunds(app);
    expect(await getPoints()).toMatchObject({ balance: 2_000 });
  });
});

describe("a refund that the provider cannot execute", () => {
  test("returns no points either, until it succeeds, and then once", async () => {
    await createPaidOrder("wechat", 1_000);
    await setPaymentBehaviour(app, { refund: "abnormal" });
    expect((await refundOrder({ type: "full" })).status).toBe(200);
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({
      refund_status: "failed",
      refunded_amount: 0,
      points_earned: 23,
    });
    expect((await getPoints()).balance).toBe(1_023);
  });
});

describe("earned points that were spent since", () => {
  test("are revoked all the same, even below zero, which blocks spending", async () => {
    await createPaidOrder("card", 0);
    expect((await getPoints()).balance).toBe(2_033);
    await addPoints(app, buyer.userId, -2_020);
    await cancelOrder();
    expect(await getPoints()).toMatchObject({ balance: -20, available: 0 });
    const order = await createOrder(buyer);
    const body = { order_id: order.order_id, points_payment: 100 };
    expect((await buyer.call(endpoints.pay, { body })).error).toBe("points_unusable");
  });
});
