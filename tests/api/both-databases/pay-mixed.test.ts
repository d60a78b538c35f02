import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { pointsEndpoints } from "#contract/points/endpoints.ts";
import { type Buyer, createBuyer, createOrder, takeawayOrderForm } from "../../support/api/buyers.ts";
import {
  deliverNotification,
  findTransaction,
  notificationBody,
  paidTransaction,
  payAtProvider,
  setPaymentBehaviour,
  settleRefunds,
  signNotification,
} from "../../support/api/paymentProvider.ts";
import { dish } from "../../support/api/people.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { addPoints } from "../../support/api/wallet.ts";

const minute = 60_000;
const total = dish.price + 500;
/** Points may pay at most half of the goods. */
const maxPoints = dish.price / 2;

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
const getDetail = (order_id = order.order_id) => buyer.data(endpoints.detail, { query: { order_id } });
const getPoints = () => buyer.data(pointsEndpoints.account);
const queryPayment = () => buyer.data(endpoints.payQuery, { query: { order_id: order.order_id } });
const cancelOrder = () => buyer.callWithRetry(endpoints.cancel, { body: { order_id: order.order_id } });

describe("the points offer of an order", () => {
  test("comes with the quote and with the order", async () => {
    await addPoints(app, buyer.userId, 5_000);
    const { expected_total: _total, client_key: _key, ...orderForm } = takeawayOrderForm(buyer);
    const offer = { available: 5_000, usable: maxPoints, worth: maxPoints, minimum: 100, coming: null };
    expect((await buyer.data(endpoints.quote, { body: orderForm })).points).toEqual(offer);
    expect((await getDetail()).points_offer).toEqual(offer);
    await payWithPoints(1_000);
    expect(await getDetail()).toMatchObject({ points_offer: offer, points_used: 1_000 });
  });

  test("is zero for a balance that is too low or negative", async () => {
    await addPoints(app, buyer.userId, 99);
    expect((await getDetail()).points_offer).toEqual({
      available: 99,
      usable: 0,
      worth: 0,
      minimum: 100,
      coming: null,
    });
    await addPoints(app, buyer.userId, -200);
    expect((await getDetail()).points_offer).toEqual({
      available: 0,
      usable: 0,
      worth: 0,
      minimum: 100,
      coming: null,
    });
  });
});

describe("points and WeChat together", () => {
  test("reserve the points until the payment, and spend them then", async () => {
    await addPoints(app, buyer.userId, 2_000);
    expect((await payWithPoints(1_000)).data).toMatchObject({ status: "pending_payment", kind: "h5" });
    expect(await getDetail()).toMatchObject({
      points_used: 1_000,
      points_amount: 1_000,
      pay_amount: total - 1_000,
    });
    expect(await getPoints()).toMatchObject({ balance: 2_000, reserved: 1_000, available: 1_000 });
    expect((await findTransaction(app, order))?.total).toBe(total - 1_000);
    await payAtProvider(app, order);
    expect((await queryPayment()).pay_status).toBe("paid");
    const earned = Math.floor((dish.price - 1_000) / 100);
    expect(await getPoints()).toMatchObject({ balance: 1_000 + earned, reserved: 0, pending: earned });
    expect(await getDetail()).toMatchObject({
      paid_amount: total - 1_000,
      points_earned: earned,
      points_offer: null,
      payment_method: "wechat",
    });
    const { list } = await buyer.data(pointsEndpoints.records, { query: {} });
    const tail = `订单尾号${order.order_no.slice(-4)}`;
    expect(list.slice(0, 2)).toMatchObject([
      { type: "earn", text: `下单获得 · ${tail}`, delta: earned, available_at: null },
      { type: "spend", text: `抵扣订单 · ${tail}`, delta: -1_000, order_id: order.order_id },
    ]);
  });

  test("create one trade and one reservation for twenty concurrent clicks", async () => {
    await addPoints(app, buyer.userId, 2_000);
    const responses = await Promise.all(Array.from({ length: 20 }, () => payWithPoints(1_000)));
    expect(new Set(responses.map(({ data }) => data.h5_url)).size).toBe(1);
    expect(await getPoints()).toMatchObject({ reserved: 1_000 });
    expect(
      await app.sql("select id from payment_attempts where order_id = $1", [order.order_id]),
    ).toHaveLength(1);
  });

  test("with another number of points closes the attempt and reserves anew", async () => {
    await addPoints(app, buyer.userId, 1_500);
    await payWithPoints(1_500);
    expect((await payWithPoints(200)).status).toBe(200);
    expect(await getPoints()).toMatchObject({ reserved: 200, available: 1_300 });
    expect(await findTransaction(app, order)).toMatchObject({ state: "CLOSED" });
    expect(await findTransaction(app, order, 2)).toMatchObject({ state: "NOTPAY", total: total - 200 });
    expect((await startPayment()).status).toBe(200);
    expect(await getPoints()).toMatchObject({ reserved: 0, available: 1_500 });
    expect(await getDetail()).toMatchObject({ pay_amount: total, points_used: 0 });
  });

  test.each([
    ["one point too few", () => 99],
    ["more than half of the goods", () => maxPoints + 1],
    ["more than there are", () => 1_201],
  ])("are refused for %s, and nothing has changed", async (_what, orderForm) => {
    await addPoints(app, buyer.userId, 1_200);
    expect(await payWithPoints(orderForm())).toMatchObject({ status: 422, error: "points_unusable" });
    expect(await payWithPoints(orderForm(), { payment_method: "card" })).toMatchObject({ status: 422 });
    expect(await getPoints()).toMatchObject({ balance: 1_200, reserved: 0 });
    expect(await getDetail()).toMatchObject({ points_used: 0, pay_amount: total });
    expect((await queryPayment()).pay_status).toBe("unpaid");
  });

  test.each([-1, 0.5, "1e3", "100", 2 ** 53, null, [100]])("%j is a 400", async (orderForm) => {
    await addPoints(app, buyer.userId, 1_200);
    expect((await payWithPoints(orderForm)).status).toBe(400);
    expect(await getPoints()).toMatchObject({ balance: 1_200, reserved: 0 });
  });

  test("release the points when the order is cancelled, and when its time runs out", async () => {
    await addPoints(app, buyer.userId, 1_000);
    await payWithPoints(1_000);
    expect((await cancelOrder()).status).toBe(200);
    expect(await getPoints()).toMatchObject({ balance: 1_000, reserved: 0, available: 1_000 });
    order = await createOrder(buyer);
    await payWithPoints(1_000);
    app.clock.advance(16 * minute);
    await app.sweep("due-orders");
    expect(await getDetail()).toMatchObject({ status: "cancelled", points_used: 0, pay_amount: total });
    expect(await getPoints()).toMatchObject({ balance: 1_000, reserved: 0, available: 1_000 });
  });

  test("never spend released points for a late payment, which is refunded", async () => {
    await addPoints(app, buyer.userId, 1_000);
    await payWithPoints(1_000);
    await cancelOrder();
    const late = paidTransaction(app, order, { amount: { total: total - 1_000, currency: "CNY" } });
    expect(await deliverNotification(app, signNotification(app, notificationBody(app, late)))).toBe(204);
    expect(await getDetail()).toMatchObject({ status: "cancelled", points_used: 0, paid_amount: 0 });
    const [refund] = await app.sql("select kind, money_fen, points from refunds where order_id = $1", [
      order.order_id,
    ]);
    expect(refund).toEqual({ kind: "late", money_fen: total - 1_000, points: 0 });
    expect(await getPoints()).toMatchObject({ balance: 1_000, reserved: 0 });
    // The provider of this scenario never received that money.
    await app.sql("delete from refunds where order_id = $1", [order.order_id]);
    await app.sql("update payment_attempts set state = 'closed' where order_id = $1", [order.order_id]);
  });

  test("many orders that want the same points concurrently get as many as the balance covers", async () => {
    await addPoints(app, buyer.userId, 2_500);
    const orders = [order, await createOrder(buyer), await createOrder(buyer)];
    const attempts = Array.from({ length: 50 }, (_, nth) => orders[nth % 3]!.order_id);
    const responses = await Promise.all(
      attempts.map((order_id) => startPayment({ points_payment: 1_000 }, order_id)),
    );
    expect(responses.filter(({ error }) => error === "points_unusable").length).toBeGreaterThan(0);
    const paying = new Set(attempts.filter((_, nth) => responses[nth]?.status === 200));
    expect(paying.size).toBe(2);
    expect(await getPoints()).toMatchObject({ balance: 2_500, reserved: 2_000, available: 500 });
  });

  test("paid and cancelled concurrently end spent or released, never both", {
    timeout: 120_000,
  }, async () => {
    await addPoints(app, buyer.userId, 20_000);
    await cancelOrder();
    for (let nth = 0; nth < 20; nth++) {
      order = await createOrder(buyer);
      await payWithPoints(500);
      const before = await getPoints();
      await Promise.all([payAtProvider(app, order).then(queryPayment), cancelOrder()]);
      await settleRefunds(app);
      const { status } = await getDetail();
      const after = await getPoints();
      const spent = status === "cancelled" ? 0 : 500;
      expect({ reserved: after.reserved, spent: before.balance - after.balance + after.pending }).toEqual({
        reserved: 0,
        spent: spent + before.pending,
      });
    }
  });
});
