import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { pointsEndpoints } from "#contract/points/endpoints.ts";
import { type Buyer, newBuyer, newOrder } from "../support/api/buyers.ts";
import { newMember } from "../support/api/kitchen.ts";
import { dish } from "../support/api/people.ts";
import { behave, payAtProvider, settleRefunds, tradeOf } from "../support/api/provider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { giveCard, givePoints } from "../support/api/wallet.ts";

const minute = 60_000;
const total = dish.price + 500;

let app: TestApp;
let buyer: Buyer;
let order: OrderReceipt;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  await behave(app, { provider: "normal", notify: "lost", refund: "success", refund_delay_ms: 0 });
  buyer = await newBuyer(app);
  order = await newOrder(buyer);
});

afterEach(async () => {
  await behave(app, { provider: "normal" });
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const pay = (more: object = {}, order_id = order.order_id) =>
  buyer.persist(calls.pay, { body: { order_id, ...more } });
const withPoints = (points_payment: unknown, more: object = {}) => pay({ points_payment, ...more });
const byCard = (more: object = {}) => pay({ payment_method: "card", ...more });
const detail = (order_id = order.order_id) => buyer.data(calls.detail, { query: { order_id } });
const points = () => buyer.data(pointsEndpoints.account);
const card = () => buyer.data(cardEndpoints.show);
const ask = () => buyer.data(calls.payQuery, { query: { order_id: order.order_id } });
const cancel = () => buyer.persist(calls.cancel, { body: { order_id: order.order_id } });

describe("the member card", () => {
  test("pays at once, and again answers the same", async () => {
    await giveCard(app, buyer.userId, 10_000);
    const settled = { status: "paid", kind: "settled", h5_url: null, jsapi: null };
    expect((await byCard()).data).toEqual(settled);
    expect((await byCard()).data).toEqual(settled);
    expect((await card())?.balance).toBe(10_000 - total);
    expect(await detail()).toMatchObject({ payment_method: "card", paid_amount: total, points_earned: 33 });
    const { list } = await buyer.data(cardEndpoints.ledger, { query: {} });
    expect(list[0]).toMatchObject({
      type: "pay",
      text: `订单支付 · 订单尾号${order.order_no.slice(-4)}`,
      delta: -total,
      balance_after: 10_000 - total,
      order_id: order.order_id,
    });
    expect(await tradeOf(app, order)).toBeUndefined();
  });

  test("pays the rest of what points pay", async () => {
    await giveCard(app, buyer.userId, 10_000);
    await givePoints(app, buyer.userId, 1_000);
    expect((await byCard({ points_payment: 1_000 })).data.kind).toBe("settled");
    expect((await card())?.balance).toBe(10_000 - total + 1_000);
    expect(await points()).toMatchObject({ reserved: 0, available: 0 });
  });

  test("that is not there, is ended, or has too little on it pays nothing", async () => {
    expect(await byCard()).toMatchObject({ status: 422, error: "card_missing" });
    await givePoints(app, buyer.userId, 1_000);
    const number = await giveCard(app, buyer.userId, total - 501);
    expect(await byCard({ points_payment: 500 })).toMatchObject({
      status: 422,
      error: "card_insufficient",
      data: { balance: total - 501 },
    });
    expect(await points()).toMatchObject({ balance: 1_000, reserved: 0 });
    await app.sql("update cards set disabled_at = now() where number = $1", [number]);
    expect(await byCard({ points_payment: 600 })).toMatchObject({ status: 422, error: "card_missing" });
    expect((await card())?.balance).toBe(total - 501);
    expect((await ask()).pay_status).toBe("unpaid");
    // The order can still be paid.
    expect((await pay()).status).toBe(200);
  });

  test("takes over from WeChat once that trade is closed, with the points it had held", async () => {
    await giveCard(app, buyer.userId, 10_000);
    await givePoints(app, buyer.userId, 1_000);
    await withPoints(1_000);
    expect((await byCard({ points_payment: 500 })).data.kind).toBe("settled");
    expect(await tradeOf(app, order)).toMatchObject({ state: "CLOSED" });
    expect((await card())?.balance).toBe(10_000 - total + 500);
    expect(await points()).toMatchObject({ available: 500, reserved: 0 });
  });

  test("pays nothing more for an order that WeChat has paid already", async () => {
    await giveCard(app, buyer.userId, 10_000);
    await pay();
    await payAtProvider(app, order);
    expect(await byCard()).toMatchObject({ status: 409, error: "invalid_state" });
    expect((await card())?.balance).toBe(10_000);
    expect((await ask()).pay_status).toBe("paid");
  });

  test("M2: two tabs with different ways at once pay one time", { timeout: 60_000 }, async () => {
    await giveCard(app, buyer.userId, 100_000);
    await givePoints(app, buyer.userId, 5_000);
    await cancel();
    for (let nth = 0; nth < 10; nth++) {
      order = await newOrder(buyer);
      const answers = await Promise.all([byCard(), pay(), withPoints(300), byCard({ points_payment: 200 })]);
      for (const { status, error } of answers)
        if (status !== 200) expect(["payment_in_progress", "invalid_state"]).toContain(error);
      const state = await ask();
      if (state.pay_status === "paid") expect((await points()).reserved).toBe(0);
      else expect((await cancel()).status).toBe(200);
    }
  });

  test("M11: of fifty presses over several orders as many are paid as the balance allows", async () => {
    await giveCard(app, buyer.userId, 2 * total + 1);
    const orders = [order, await newOrder(buyer), await newOrder(buyer)];
    const wishes = Array.from({ length: 50 }, (_, nth) => orders[nth % 3]!.order_id);
    const answers = await Promise.all(wishes.map((id) => pay({ payment_method: "card" }, id)));
    expect(new Set(answers.map(({ error }) => error ?? "none"))).toEqual(
      new Set(["none", "card_insufficient"]),
    );
    const states = await Promise.all(orders.map(({ order_id }) => detail(order_id)));
    expect(states.map(({ status }) => status).sort()).toEqual(["paid", "paid", "pending_payment"]);
    expect((await card())?.balance).toBe(1);
  });

  test("M3: paying and cancelling at once ends paid, or with everything back", {
    timeout: 60_000,
  }, async () => {
    await giveCard(app, buyer.userId, 50_000);
    await cancel();
    for (let nth = 0; nth < 20; nth++) {
      order = await newOrder(buyer);
      const before = (await card())?.balance ?? 0;
      await Promise.all([byCard(), cancel()]);
      const { status } = await detail();
      expect((await card())?.balance).toBe(status === "cancelled" ? before : before - total);
    }
  });
});

describe("points that an order earned", () => {
  test("wait until it is completed, and a week longer", async () => {
    app.clock.freeze();
    await giveCard(app, buyer.userId, 10_000);
    await byCard();
    app.clock.pass(30 * 60 * minute);
    expect(await points()).toMatchObject({ balance: 33, pending: 33, available: 0 });
    const admin = await newMember(app, "admin");
    for (const to of ["accepted", "preparing", "delivering", "completed"] as const)
      await admin.data(calls.advance, { body: { order_id: order.order_id, to } });
    const { list } = await buyer.data(pointsEndpoints.records, { query: {} });
    const week = 7 * 24 * 60 * minute;
    expect(list[0]?.available_at).toBe(new Date(app.clock.now().getTime() + week).toISOString());
    app.clock.pass(week - 1);
    expect(await points()).toMatchObject({ pending: 33, available: 0 });
    app.clock.pass(1);
    expect(await points()).toMatchObject({ pending: 0, available: 33 });
  });
});
