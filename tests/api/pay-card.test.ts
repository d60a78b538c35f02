import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { pointsEndpoints } from "#contract/points/endpoints.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import { createStaffClient } from "../support/api/orders.ts";
import {
  findTransaction,
  payAtProvider,
  setPaymentBehaviour,
  settleRefunds,
} from "../support/api/paymentProvider.ts";
import { dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { addPoints, createBoundCard } from "../support/api/wallet.ts";

const minute = 60_000;
const total = dish.price + 500;

let app: TestApp;
let buyer: Buyer;
let order: OrderReceipt;

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
  order = await createOrder(buyer);
});

afterEach(async () => {
  await setPaymentBehaviour(app, { provider: "normal" });
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const startPayment = (overrides: object = {}, order_id = order.order_id) =>
  buyer.callWithRetry(endpoints.pay, { body: { order_id, ...overrides } });
const payWithPoints = (points_payment: unknown, overrides: object = {}) =>
  startPayment({ points_payment, ...overrides });
const payByCard = (overrides: object = {}) => startPayment({ payment_method: "card", ...overrides });
const getDetail = (order_id = order.order_id) => buyer.data(endpoints.detail, { query: { order_id } });
const getPoints = () => buyer.data(pointsEndpoints.account);
const getCard = () => buyer.data(cardEndpoints.show);
const queryPayment = () => buyer.data(endpoints.payQuery, { query: { order_id: order.order_id } });
const cancelOrder = () => buyer.callWithRetry(endpoints.cancel, { body: { order_id: order.order_id } });

describe("the member card", () => {
  test("pays at once, and returns the same when repeated", async () => {
    await createBoundCard(app, buyer.userId, 10_000);
    const settled = { status: "paid", kind: "settled", h5_url: null, jsapi: null };
    expect((await payByCard()).data).toEqual(settled);
    expect((await payByCard()).data).toEqual(settled);
    expect((await getCard())?.balance).toBe(10_000 - total);
    expect(await getDetail()).toMatchObject({
      payment_method: "card",
      by_voucher: false,
      paid_amount: total,
      points_earned: 33,
    });
    const { list } = await buyer.data(cardEndpoints.ledger, { query: {} });
    expect(list[0]).toMatchObject({
      type: "pay",
      text: `订单支付 · 订单尾号${order.order_no.slice(-4)}`,
      delta: -total,
      balance_after: 10_000 - total,
      order_id: order.order_id,
    });
    expect(await findTransaction(app, order)).toBeUndefined();
  });

  test("pays the rest after points", async () => {
    await createBoundCard(app, buyer.userId, 10_000);
    await addPoints(app, buyer.userId, 1_000);
    expect((await payByCard({ points_payment: 1_000 })).data.kind).toBe("settled");
    expect((await getCard())?.balance).toBe(10_000 - total + 1_000);
    expect(await getPoints()).toMatchObject({ reserved: 0, available: 0 });
  });

  test("that is missing, disabled, or has too low a balance pays nothing", async () => {
    expect(await payByCard()).toMatchObject({ status: 422, error: "card_missing" });
    await addPoints(app, buyer.userId, 1_000);
    const number = await createBoundCard(app, buyer.userId, total - 501);
    expect(await payByCard({ points_payment: 500 })).toMatchObject({
      status: 422,
      error: "card_insufficient",
      data: { balance: total - 501 },
    });
    expect(await getPoints()).toMatchObject({ balance: 1_000, reserved: 0 });
    await app.sql("update cards set disabled_at = now() where number = $1", [number]);
    expect(await payByCard({ points_payment: 600 })).toMatchObject({ status: 422, error: "card_missing" });
    expect((await getCard())?.balance).toBe(total - 501);
    expect((await queryPayment()).pay_status).toBe("unpaid");
    // The order can still be paid.
    expect((await startPayment()).status).toBe(200);
  });

  test("takes over from WeChat once that trade is closed, with the points it had reserved", async () => {
    await createBoundCard(app, buyer.userId, 10_000);
    await addPoints(app, buyer.userId, 1_000);
    await payWithPoints(1_000);
    expect((await payByCard({ points_payment: 500 })).data.kind).toBe("settled");
    expect(await findTransaction(app, order)).toMatchObject({ state: "CLOSED" });
    expect((await getCard())?.balance).toBe(10_000 - total + 500);
    expect(await getPoints()).toMatchObject({ available: 500, reserved: 0 });
  });

  test("pays nothing more for an order that WeChat has already paid", async () => {
    await createBoundCard(app, buyer.userId, 10_000);
    await startPayment();
    await payAtProvider(app, order);
    expect(await payByCard()).toMatchObject({ status: 409, error: "invalid_state" });
    expect((await getCard())?.balance).toBe(10_000);
    expect((await queryPayment()).pay_status).toBe("paid");
  });

  test("two tabs with different payment methods pay once", { timeout: 60_000 }, async () => {
    await createBoundCard(app, buyer.userId, 100_000);
    await addPoints(app, buyer.userId, 5_000);
    await cancelOrder();
    for (let nth = 0; nth < 10; nth++) {
      order = await createOrder(buyer);
      const responses = await Promise.all([
        payByCard(),
        startPayment(),
        payWithPoints(300),
        payByCard({ points_payment: 200 }),
      ]);
      for (const { status, error } of responses)
        if (status !== 200) expect(["payment_in_progress", "invalid_state"]).toContain(error);
      const state = await queryPayment();
      if (state.pay_status === "paid") expect((await getPoints()).reserved).toBe(0);
      else expect((await cancelOrder()).status).toBe(200);
    }
  });

  test("of fifty clicks over several orders as many are paid as the balance allows", async () => {
    await createBoundCard(app, buyer.userId, 2 * total + 1);
    const orders = [order, await createOrder(buyer), await createOrder(buyer)];
    const attempts = Array.from({ length: 50 }, (_, nth) => orders[nth % 3]!.order_id);
    const responses = await Promise.all(attempts.map((id) => startPayment({ payment_method: "card" }, id)));
    expect(new Set(responses.map(({ error }) => error ?? "none"))).toEqual(
      new Set(["none", "card_insufficient"]),
    );
    const states = await Promise.all(orders.map(({ order_id }) => getDetail(order_id)));
    expect(states.map(({ status }) => status).sort()).toEqual(["paid", "paid", "pending_payment"]);
    expect((await getCard())?.balance).toBe(1);
  });

  test("paying and cancelling concurrently ends paid, or fully refunded", {
    timeout: 60_000,
  }, async () => {
    await createBoundCard(app, buyer.userId, 50_000);
    await cancelOrder();
    for (let nth = 0; nth < 20; nth++) {
      order = await createOrder(buyer);
      const before = (await getCard())?.balance ?? 0;
      await Promise.all([payByCard(), cancelOrder()]);
      const { status } = await getDetail();
      expect((await getCard())?.balance).toBe(status === "cancelled" ? before : before - total);
    }
  });
});

describe("points that an order earned", () => {
  test("become spendable a week after it is completed", async () => {
    app.clock.freeze();
    await createBoundCard(app, buyer.userId, 10_000);
    await payByCard();
    app.clock.advance(30 * 60 * minute);
    expect(await getPoints()).toMatchObject({ balance: 33, pending: 33, available: 0 });
    const admin = await createStaffClient(app, "admin");
    for (const to of ["accepted", "preparing", "delivering", "completed"] as const)
      await admin.data(endpoints.advance, { body: { order_id: order.order_id, to } });
    const { list } = await buyer.data(pointsEndpoints.records, { query: {} });
    const week = 7 * 24 * 60 * minute;
    expect(list[0]?.available_at).toBe(new Date(app.clock.now().getTime() + week).toISOString());
    app.clock.advance(week - 1);
    expect(await getPoints()).toMatchObject({ pending: 33, available: 0 });
    app.clock.advance(1);
    expect(await getPoints()).toMatchObject({ pending: 0, available: 33 });
  });
});
