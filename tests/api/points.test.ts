import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { initialSettings } from "#contract/chain-settings/chain-settings.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { pointsEndpoints as endpoints } from "#contract/points/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { calculateExpiry } from "#server/modules/points/points.rules.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { addPoints, createBoundCard } from "../support/api/wallet.ts";

const day = 86_400_000;

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  app.clock.freeze();
  buyer = await createBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

const getAccount = () => buyer.data(endpoints.account);

describe("a customer's points", () => {
  test("are zero at first", async () => {
    const none = { coming: null, expiring: null, rules: initialSettings.points };
    expect(await getAccount()).toEqual({ balance: 0, available: 0, pending: 0, reserved: 0, ...none });
    expect(await buyer.data(endpoints.records, { query: {} })).toMatchObject({ list: [], total: 0 });
  });

  test("are split into spendable and pending ones", async () => {
    const at = app.clock.now();
    await addPoints(app, buyer.userId, 500);
    await addPoints(app, buyer.userId, 40, { type: "earn", availableAt: null });
    await addPoints(app, buyer.userId, 60, { type: "earn", availableAt: new Date(at.getTime() + day) });
    expect(await getAccount()).toMatchObject({ balance: 600, available: 500, pending: 100 });
    app.clock.advance(day);
    expect(await getAccount()).toMatchObject({ balance: 600, available: 560, pending: 40 });
  });

  test("are one spendable number everywhere, with the next pending ones and their time", async () => {
    const soon = new Date(app.clock.now().getTime() + day);
    await addPoints(app, buyer.userId, 500, { type: "invite" });
    await addPoints(app, buyer.userId, 40, { type: "earn", availableAt: null });
    await addPoints(app, buyer.userId, 60, { type: "earn", availableAt: soon });
    await addPoints(app, buyer.userId, -10, { type: "reverse", availableAt: soon });
    const order = await createOrder(buyer);
    const { list: _list, ...withdrawals } = await buyer.data(withdrawalEndpoints.list, { query: {} });
    const shown = async () => [
      await getAccount(),
      (await buyer.data(orderEndpoints.detail, { query: { order_id: order.order_id } })).points_offer,
      withdrawals.rules,
    ];
    const coming = { points: 50, at: soon.toISOString() };
    expect(await shown()).toMatchObject(Array(3).fill({ available: 500, coming }));
    expect(await buyer.data(userEndpoints.info)).toMatchObject({ points: 500, points_coming: coming });
    app.clock.advance(day);
    const later = { points: 40, at: null };
    expect(await buyer.data(userEndpoints.info)).toMatchObject({ points: 550, points_coming: later });
    expect(await getAccount()).toMatchObject({ available: 550, coming: later });
  });

  test("may be negative, with none to spend", async () => {
    await addPoints(app, buyer.userId, -70);
    expect(await getAccount()).toMatchObject({ balance: -70, available: 0 });
  });

  test("are visible to that customer only", async () => {
    await addPoints(app, buyer.userId, 500);
    const other = await createBuyer(app);
    expect((await other.data(endpoints.account)).balance).toBe(0);
    expect((await other.data(endpoints.records, { query: {} })).total).toBe(0);
  });
});

describe("the ledger entries", () => {
  test("have descriptions, the newest first, with their order", async () => {
    const order = await createOrder(buyer);
    await createBoundCard(app, buyer.userId, 10_000);
    const body = { order_id: order.order_id, payment_method: "card" };
    await buyer.data(orderEndpoints.pay, { body });
    await addPoints(app, buyer.userId, -20, { type: "withdraw" });
    const { list, total, has_more } = await buyer.data(endpoints.records, { query: {} });
    expect({ total, has_more }).toEqual({ total: 2, has_more: false });
    expect(list).toMatchObject([
      { type: "withdraw", text: "申请提现", delta: -20, balance_after: 13, order_id: null },
      {
        type: "earn",
        text: `下单获得 · 订单尾号${order.order_no.slice(-4)}`,
        delta: 33,
        balance_after: 33,
        order_id: order.order_id,
        available_at: null,
        expires_at: calculateExpiry(app.clock.now(), initialSettings).toISOString(),
      },
    ]);
  });

  test("are paginated", async () => {
    for (let nth = 1; nth <= 12; nth++) await addPoints(app, buyer.userId, nth);
    const first = await buyer.data(endpoints.records, { query: {} });
    expect(first.list.map(({ delta }) => delta)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(first).toMatchObject({ total: 12, page: 1, pageSize: 10, has_more: true });
    const second = await buyer.data(endpoints.records, { query: { page: 2 } });
    expect(second.list.map(({ delta }) => delta)).toEqual([2, 1]);
    expect(second.has_more).toBe(false);
  });

  test.each([{ page: 0 }, { pageSize: 51 }, { page: 1.5 }])("%j is a 400", async (query) => {
    expect((await buyer.call(endpoints.records, { query })).status).toBe(400);
  });
});
