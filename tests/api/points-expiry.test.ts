import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { initialSettings } from "#contract/chain-settings/chain-settings.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { pointsEndpoints as endpoints } from "#contract/points/endpoints.ts";
import { calculateExpiry } from "#server/modules/points/points.rules.ts";
import { type Buyer, createBuyer, createBuyers, createOrder } from "../support/api/buyers.ts";
import { type SecondServer, startSecondServer } from "../support/api/SecondServer.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { addPoints, createBoundCard } from "../support/api/wallet.ts";

const day = 86_400_000;

let app: TestApp;
let secondServer: SecondServer;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  secondServer = await startSecondServer(app);
});

beforeEach(async () => {
  app.clock.freeze();
  buyer = await createBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await secondServer.close();
  await app.close();
});

const getAccount = () => buyer.data(endpoints.account);
const expirePoints = () => app.sweep("expired-points");
const dateInDays = (days: number) => new Date(app.clock.now().getTime() + days * day);
const earnPoints = (delta: number, days: number, who = buyer) =>
  addPoints(app, who.userId, delta, { type: "earn", expiresAt: dateInDays(days) });

async function listExpired(who = buyer): Promise<number[]> {
  const { list } = await who.data(endpoints.records, { query: { pageSize: 50 } });
  return list.filter(({ type }) => type === "expire").map(({ delta }) => delta);
}

describe("the expiry of points", () => {
  test.each([
    ["2026-01-01T00:00:00+08:00", "2027-02-01T00:00:00+08:00"],
    ["2026-01-31T23:59:59+08:00", "2027-02-01T00:00:00+08:00"],
    ["2026-02-01T00:00:00+08:00", "2027-03-01T00:00:00+08:00"],
    ["2026-12-31T23:59:59+08:00", "2028-01-01T00:00:00+08:00"],
    ["2028-02-29T12:00:00+08:00", "2029-03-01T00:00:00+08:00"],
  ])("of those earned at %s is %s, when the twelfth month is over", (at, end) => {
    expect(calculateExpiry(new Date(at), initialSettings)).toEqual(new Date(end));
  });
});

describe("expired points", () => {
  test("leave the account once, after a warning", async () => {
    await earnPoints(100, 10);
    await earnPoints(50, 20);
    expect((await getAccount()).expiring).toEqual({ points: 100, at: dateInDays(10).toISOString() });
    await expirePoints();
    expect(await listExpired()).toEqual([]);
    app.clock.advance(10 * day);
    await expirePoints();
    await expirePoints();
    expect(await listExpired()).toEqual([-100]);
    expect(await getAccount()).toMatchObject({
      balance: 50,
      expiring: { points: 50, at: dateInDays(10).toISOString() },
    });
    app.clock.advance(10 * day);
    await expirePoints();
    expect(await getAccount()).toMatchObject({ balance: 0, expiring: null });
  });

  test("are those that are left: the oldest are spent first", async () => {
    await earnPoints(100, 10);
    await earnPoints(100, 20);
    await addPoints(app, buyer.userId, -130, { type: "withdraw" });
    expect((await getAccount()).expiring).toEqual({ points: 70, at: dateInDays(20).toISOString() });
    app.clock.advance(10 * day);
    await expirePoints();
    expect(await listExpired()).toEqual([]);
    app.clock.advance(10 * day);
    await expirePoints();
    expect(await listExpired()).toEqual([-70]);
  });

  test("are fewer when some were revoked, and none below zero", async () => {
    await earnPoints(100, 10);
    await addPoints(app, buyer.userId, -40, { type: "reverse", expiresAt: dateInDays(10) });
    const poor = await createBuyer(app);
    await earnPoints(100, 10, poor);
    await addPoints(app, poor.userId, -150, { type: "withdraw" });
    app.clock.advance(10 * day);
    await expirePoints();
    expect(await listExpired()).toEqual([-60]);
    expect(await listExpired(poor)).toEqual([]);
    expect((await poor.data(endpoints.account)).balance).toBe(-50);
  });

  test("come back with a rejected withdrawal with their old expiry", async () => {
    await earnPoints(100, 10);
    await addPoints(app, buyer.userId, -100, { type: "withdraw" });
    await addPoints(app, buyer.userId, 100, { type: "withdraw_return" });
    expect((await getAccount()).expiring).toEqual({ points: 100, at: dateInDays(10).toISOString() });
    app.clock.advance(10 * day);
    await expirePoints();
    expect((await getAccount()).balance).toBe(0);
  });

  test("leave each account once when several processes sweep concurrently", async () => {
    const people = await createBuyers(app, 30);
    for (const person of people) await earnPoints(100, 1, person);
    app.clock.advance(day);
    const job = secondServer.app.jobs.find(({ name }) => name === "expired-points")!;
    await Promise.all([expirePoints(), job.run(), expirePoints(), job.run()]);
    await expirePoints();
    for (const person of people) expect(await listExpired(person)).toEqual([-100]);
  });
});

describe("points of an order", () => {
  test("do not expire while it reserves them; they do when it is over", async () => {
    await earnPoints(500, 1);
    app.clock.advance(day - 1);
    const order = await createOrder(buyer);
    const body = { order_id: order.order_id, points_payment: 300 };
    await buyer.data(orderEndpoints.pay, { body });
    app.clock.advance(1);
    await expirePoints();
    expect(await listExpired()).toEqual([-200]);
    expect(await getAccount()).toMatchObject({ balance: 300, reserved: 300 });
    await buyer.data(orderEndpoints.cancel, { body: { order_id: order.order_id } });
    app.clock.advance(60_000);
    await expirePoints();
    expect(await getAccount()).toMatchObject({ balance: 0, reserved: 0 });
  });

  test("that are returned keep their expiry when nothing expires within a month", async () => {
    await createBoundCard(app, buyer.userId, 20_000);
    await earnPoints(700, 100);
    const { order_id } = await createOrder(buyer);
    await buyer.data(orderEndpoints.pay, { body: { order_id, payment_method: "card", points_payment: 700 } });
    await buyer.data(orderEndpoints.cancel, { body: { order_id } });
    const rows = await app.sql(
      "select delta, expires_at from points_ledger where user_id = $1 and type = 'refund'",
      [buyer.userId],
    );
    expect(rows).toEqual([{ delta: 700, expires_at: null }]);
    expect(await getAccount()).toMatchObject({
      available: 700,
      expiring: { points: 700, at: dateInDays(100).toISOString() },
    });
  });

  test("that are returned keep their expiry, but last at least a month", async () => {
    await createBoundCard(app, buyer.userId, 20_000);
    await earnPoints(300, 5);
    await earnPoints(700, 100);
    const pay = async (points_payment: number) => {
      const { order_id } = await createOrder(buyer);
      await buyer.data(orderEndpoints.pay, {
        body: { order_id, payment_method: "card", points_payment },
      });
      return order_id;
    };
    const orderId = await pay(1_000);
    await buyer.data(orderEndpoints.cancel, { body: { order_id: orderId } });
    expect(await getAccount()).toMatchObject({
      available: 1_000,
      expiring: { points: 300, at: dateInDays(30).toISOString() },
    });
    app.clock.advance(30 * day);
    await expirePoints();
    // The session has expired as well by now.
    const rows = await app.sql(
      "select delta, balance_after from points_ledger where user_id = $1 and type = 'expire'",
      [buyer.userId],
    );
    expect(rows).toEqual([{ delta: -300, balance_after: 700 }]);
  });
});
