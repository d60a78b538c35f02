import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { figuresEndpoints as endpoints } from "#contract/staff/figures/endpoints.ts";
import { toLocalTime } from "#server/platform/time/local-time.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { hoursJson, setWeekHours } from "../support/api/hours.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createBoundCard } from "../support/api/wallet.ts";

let app: TestApp;
let admin: Client;
let buyer: Buyer;
/** A day on which nothing else happens, and the next. */
let day: string;
let nextDay: string;

beforeAll(async () => {
  app = await startTestApp();
  await setWeekHours(app, hoursJson("00:00", "24:00"));
  buyer = await createBuyer(app);
  await createBoundCard(app, buyer.userId, 100_000);
  app.clock.freeze();
  day = toLocalTime(new Date(Date.now() + 3 * 86_400_000)).date;
  nextDay = toLocalTime(new Date(Date.now() + 4 * 86_400_000)).date;
  app.clock.set(`${day}T23:59:59.900+08:00`);
  const sold = await orderByCard();
  app.clock.advance(200);
  await orderByCard();
  const staff = await createStaffClient(app, "admin");
  await staff.data(orderEndpoints.refund, {
    body: {
      order_id: sold,
      refund_no: createIdempotencyKey(),
      reason_code: "菜品问题",
      type: "amount",
      amount: 999,
    },
  });
  admin = await createStaffClient(app, "admin");
  await app.sweep("figures");
});

afterAll(async () => {
  await app.close();
});

async function orderByCard(): Promise<string> {
  const { order_id } = await createOrder(buyer);
  await buyer.data(orderEndpoints.pay, { body: { order_id, payment_method: "card" } });
  return order_id;
}

const sumsOf = async (from: string, to = from, restaurant_id?: string) =>
  (await admin.data(endpoints.overview, { query: { from, to, ...(restaurant_id && { restaurant_id }) } }))
    .sums;

describe("a day ends at midnight in Shanghai", () => {
  test("for sales: one a tenth of a second before, one after", async () => {
    expect(await sumsOf(day)).toMatchObject({
      orders: 1,
      sales: 3_800,
      card: 3_800,
      card_refund: 0,
      refunds: 0,
    });
    expect(await sumsOf(nextDay)).toMatchObject({ orders: 1, sales: 3_800, card: 3_800, first_orders: 0 });
  });

  test("for refunds, which count when they succeed, not when the order was sold", async () => {
    expect(await sumsOf(nextDay)).toMatchObject({ card_refund: 999, refunds: 1 });
    const { list } = await admin.data(endpoints.series, { query: { from: day, to: nextDay } });
    expect(list).toMatchObject([
      { at: day, orders: 1, net: 3_800, refund: 0 },
      { at: nextDay, orders: 1, net: 2_801, refund: 999 },
    ]);
  });

  test("and hours are those of Shanghai", async () => {
    const { list } = await admin.data(endpoints.series, { query: { from: day, to: nextDay, by: "hour" } });
    expect(list.filter(({ orders }) => orders > 0).map(({ at }) => at)).toEqual(["0", "23"]);
    expect(list).toHaveLength(24);
  });
});

describe("a range", () => {
  test("without orders has sums of 0 and every day", async () => {
    const query = { from: "2001-02-27", to: "2001-03-01" };
    const { sums, before, services, is_past_counted } = await admin.data(endpoints.overview, { query });
    expect(new Set(Object.values(sums))).toEqual(new Set([0]));
    expect(before).toMatchObject({ from: "2001-02-24", to: "2001-02-26" });
    expect(services.map(({ type }) => type)).toEqual(["takeaway", "pickup", "dine_in"]);
    expect(is_past_counted).toBe(true);
    expect((await admin.data(endpoints.series, { query })).list.map(({ at }) => at)).toEqual([
      "2001-02-27",
      "2001-02-28",
      "2001-03-01",
    ]);
    const nothing = { list: [], has_more: false };
    expect(await admin.data(endpoints.restaurants, { query })).toMatchObject(nothing);
    expect(await admin.data(endpoints.dishes, { query })).toMatchObject(nothing);
    expect(await admin.data(endpoints.cancellations, { query })).toEqual({ list: [] });
    const close = await admin.data(endpoints.dailyClose, { query: { date: "2001-02-27" } });
    expect(close).toMatchObject({ list: [], chain: { orders: 0 } });
  });

  test("of ten years is answered by month, and holds what its days hold", async () => {
    const from = `${Number(day.slice(0, 4)) - 9}-01-01`;
    const { unit, list } = await admin.data(endpoints.series, { query: { from, to: nextDay } });
    expect(unit).toBe("month");
    expect(list.length).toBeLessThanOrEqual(121);
    const sums = await sumsOf(from, nextDay);
    expect(list.reduce((sum, point) => sum + point.sales, 0)).toBe(sums.sales);
    const [wanted] = await app.sql<{ sales: number }>(
      "select sum(total_fen)::int as sales from orders where paid_at is not null",
    );
    expect(sums.sales).toBe(wanted!.sales);
    const restaurants = await admin.data(endpoints.restaurants, { query: { from, to: nextDay } });
    expect(restaurants.list.reduce((sum, row) => sum + row.sales, 0)).toBe(sums.sales);
    const byDay = await admin.data(endpoints.restaurants, { query: { from: day, to: nextDay } });
    expect(byDay.list).toMatchObject([{ restaurant_id: "SH001", orders: 2, sales: 7_600, net: 6_601 }]);
  });

  test.each([
    [{ from: "2026-02-30", to: "2026-03-01" }, "没有这一天，请重新选择开始日期"],
    [{ from: "2026-03-02", to: "2026-03-01" }, "结束日期不能早于开始日期"],
    [{ from: "2010-03-02", to: "2026-03-01" }, "最多查看十年，请缩短日期范围"],
    [{ from: "9999-12-31", to: "9999-12-31" }, "只能查看2000年到2100年的数据"],
    [{ from: "0001-01-01", to: "0001-01-01" }, "只能查看2000年到2100年的数据"],
    [{ from: "yesterday", to: "2026-03-01" }, "开始日期格式不正确"],
  ])("of %j is refused with a sentence", async (query, message) => {
    expect(await admin.call(endpoints.overview, { query })).toMatchObject({ status: 400, msg: message });
  });
});

describe("a list", () => {
  test("of dishes names them, and is that of one restaurant if asked", async () => {
    const query = { from: day, to: nextDay };
    const all = await admin.data(endpoints.dishes, { query });
    expect(all.list).toHaveLength(1);
    expect(all.list[0]).toMatchObject({ quantity: 2, sales: 6_600 });
    expect(all.list[0]?.name).toMatch(/\p{Script=Han}/u);
    expect(
      (await admin.data(endpoints.dishes, { query: { ...query, restaurant_id: "SH001" } })).list,
    ).toEqual(all.list);
    expect(
      (await admin.data(endpoints.dishes, { query: { ...query, restaurant_id: "SH002" } })).list,
    ).toEqual([]);
  });

  test("of restaurants is searched by name and code, and sorted", async () => {
    const find = async (keyword: string) =>
      (await admin.data(endpoints.restaurants, { query: { from: day, to: nextDay, keyword, sort: "net" } }))
        .list;
    const [found] = await find("sh001");
    expect(found?.restaurant_id).toBe("SH001");
    expect(await find(found?.name ?? "")).toEqual([found]);
    expect(await find("没有这家店")).toEqual([]);
  });

  test("of the daily close has a row for each restaurant, and the chain's", async () => {
    const { list, chain } = await admin.data(endpoints.dailyClose, { query: { date: nextDay } });
    expect(list).toMatchObject([{ restaurant_id: "SH001", card: 3_800, card_refund: 999 }]);
    expect(chain).toMatchObject({ card: 3_800, card_refund: 999 });
    const query = { date: nextDay, keyword: "SH002" };
    expect(await admin.data(endpoints.dailyClose, { query })).toMatchObject({ list: [], chain: null });
  });
});

test("figures follow while orders come in, and say until when they count", async () => {
  const before = await sumsOf(nextDay);
  const stop = new AbortController();
  const sweeping = (async () => {
    while (!stop.signal.aborted) await app.sweep("figures");
  })();
  const count = 6;
  for (let nth = 0; nth < count; nth++) {
    await orderByCard();
    const { orders } = await sumsOf(nextDay);
    expect(orders).toBeGreaterThanOrEqual(before.orders);
    expect(orders).toBeLessThanOrEqual(before.orders + nth + 1);
  }
  stop.abort();
  await sweeping;
  await app.sweep("figures");
  expect(await sumsOf(nextDay)).toMatchObject({
    orders: before.orders + count,
    card: before.card + count * 3_800,
  });
});

test("two processes compute one after the other, and count nothing twice", { repeats: 10 }, async () => {
  const before = await sumsOf(nextDay);
  await orderByCard();
  await Promise.all(Array.from({ length: 4 }, () => app.sweep("figures")));
  expect((await sumsOf(nextDay)).orders).toBe(before.orders + 1);
});
