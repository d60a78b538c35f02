import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { pointsEndpoints as calls } from "#contract/points/endpoints.ts";
import { expiryOf } from "#server/modules/points/points-rules.ts";
import { type Buyer, newBuyer, newBuyers, newOrder } from "../support/api/buyers.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { startTwin, type Twin } from "../support/api/twin.ts";
import { giveCard, givePoints } from "../support/api/wallet.ts";

const day = 86_400_000;

let app: TestApp;
let twin: Twin;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  twin = await startTwin(app);
});

beforeEach(async () => {
  app.clock.freeze();
  buyer = await newBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await twin.close();
  await app.close();
});

const points = () => buyer.data(calls.account);
const sweep = () => app.sweep("expired-points");
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * day);
const earn = (delta: number, days: number, who = buyer) =>
  givePoints(app, who.userId, delta, { type: "earn", expiresAt: inDays(days) });

async function expired(who = buyer): Promise<number[]> {
  const { list } = await who.data(calls.records, { query: { pageSize: 50 } });
  return list.filter(({ type }) => type === "expire").map(({ delta }) => delta);
}

describe("the end of points", () => {
  test.each([
    ["2026-01-01T00:00:00+08:00", "2027-02-01T00:00:00+08:00"],
    ["2026-01-31T23:59:59+08:00", "2027-02-01T00:00:00+08:00"],
    ["2026-02-01T00:00:00+08:00", "2027-03-01T00:00:00+08:00"],
    ["2026-12-31T23:59:59+08:00", "2028-01-01T00:00:00+08:00"],
    ["2028-02-29T12:00:00+08:00", "2029-03-01T00:00:00+08:00"],
  ])("of those earned at %s is %s, when the twelfth month is over", (at, end) => {
    expect(expiryOf(new Date(at))).toEqual(new Date(end));
  });
});

describe("points whose time is over", () => {
  test("leave the account once, and are told before", async () => {
    await earn(100, 10);
    await earn(50, 20);
    expect((await points()).expiring).toEqual({ points: 100, at: inDays(10).toISOString() });
    await sweep();
    expect(await expired()).toEqual([]);
    app.clock.pass(10 * day);
    await sweep();
    await sweep();
    expect(await expired()).toEqual([-100]);
    expect(await points()).toMatchObject({
      balance: 50,
      expiring: { points: 50, at: inDays(10).toISOString() },
    });
    app.clock.pass(10 * day);
    await sweep();
    expect(await points()).toMatchObject({ balance: 0, expiring: null });
  });

  test("are those that are left: whoever spends, spends the oldest first", async () => {
    await earn(100, 10);
    await earn(100, 20);
    await givePoints(app, buyer.userId, -130, { type: "withdraw" });
    expect((await points()).expiring).toEqual({ points: 70, at: inDays(20).toISOString() });
    app.clock.pass(10 * day);
    await sweep();
    expect(await expired()).toEqual([]);
    app.clock.pass(10 * day);
    await sweep();
    expect(await expired()).toEqual([-70]);
  });

  test("are fewer when some were taken back, and none below zero", async () => {
    await earn(100, 10);
    await givePoints(app, buyer.userId, -40, { type: "reverse", expiresAt: inDays(10) });
    const poor = await newBuyer(app);
    await earn(100, 10, poor);
    await givePoints(app, poor.userId, -150, { type: "withdraw" });
    app.clock.pass(10 * day);
    await sweep();
    expect(await expired()).toEqual([-60]);
    expect(await expired(poor)).toEqual([]);
    expect((await poor.data(calls.account)).balance).toBe(-50);
  });

  test("come back with a rejected withdrawal to the life they had", async () => {
    await earn(100, 10);
    await givePoints(app, buyer.userId, -100, { type: "withdraw" });
    await givePoints(app, buyer.userId, 100, { type: "withdraw_return" });
    expect((await points()).expiring).toEqual({ points: 100, at: inDays(10).toISOString() });
    app.clock.pass(10 * day);
    await sweep();
    expect((await points()).balance).toBe(0);
  });

  test("leave no account twice when several processes look at once", async () => {
    const people = await newBuyers(app, 30);
    for (const person of people) await earn(100, 1, person);
    app.clock.pass(day);
    const job = twin.app.jobs.find(({ name }) => name === "expired-points")!;
    await Promise.all([sweep(), job.run(), sweep(), job.run()]);
    await sweep();
    for (const person of people) expect(await expired(person)).toEqual([-100]);
  });
});

describe("points of an order", () => {
  test("do not end while it holds them; they do when it is over", async () => {
    await earn(500, 1);
    app.clock.pass(day - 1);
    const order = await newOrder(buyer);
    const body = { order_id: order.order_id, points_payment: 300 };
    await buyer.data(orderEndpoints.pay, { body });
    app.clock.pass(1);
    await sweep();
    expect(await expired()).toEqual([-200]);
    expect(await points()).toMatchObject({ balance: 300, reserved: 300 });
    await buyer.data(orderEndpoints.cancel, { body: { order_id: order.order_id } });
    app.clock.pass(60_000);
    await sweep();
    expect(await points()).toMatchObject({ balance: 0, reserved: 0 });
  });

  test("that come back live as long as they would have, but a month at least", async () => {
    await giveCard(app, buyer.userId, 20_000);
    await earn(300, 5);
    await earn(700, 100);
    const pay = async (points_payment: number) => {
      const { order_id } = await newOrder(buyer);
      await buyer.data(orderEndpoints.pay, {
        body: { order_id, payment_method: "card", points_payment },
      });
      return order_id;
    };
    const orderId = await pay(1_000);
    await buyer.data(orderEndpoints.cancel, { body: { order_id: orderId } });
    expect(await points()).toMatchObject({
      available: 1_000,
      expiring: { points: 300, at: inDays(30).toISOString() },
    });
    app.clock.pass(30 * day);
    await sweep();
    // The session is over as well by now.
    const rows = await app.sql(
      "select delta, balance_after from points_ledger where user_id = $1 and type = 'expire'",
      [buyer.userId],
    );
    expect(rows).toEqual([{ delta: -300, balance_after: 700 }]);
  });
});
