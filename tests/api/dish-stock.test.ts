import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { staffRestaurantEndpoints as endpoints } from "#contract/staff/restaurant/endpoints.ts";
import { formatLocalTime } from "#server/platform/time/local-time.ts";
import { type Buyer, createBuyer, takeawayOrderForm } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { hoursJson } from "../support/api/hours.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { dish, defaultRestaurantId as storeId } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
const other = "102031";

let app: TestApp;
let buyer: Buyer;
let store: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  store = await createStaffClient(app, "store");
  buyer = await createBuyer(app);
});

afterEach(async () => {
  app.clock.reset();
  await app.sql(
    "update store_dishes set sold_out = false, sold_out_until = null, stock = null, daily_stock = null, stock_reset_at = null where restaurant_id = $1 and dish_id = any($2)",
    [storeId, [dish.id, other]],
  );
  await app.sql("update restaurants set week_hours = $2 where id = $1", [
    storeId,
    hoursJson("00:00", "24:00"),
  ]);
  await app.ledgerCheck.resetBaseline();
});

afterAll(async () => {
  await app.close();
});

type Change = Record<string, unknown>;

const change = (body: Change) => store.call(endpoints.dish, { body: { dish_id: dish.id, ...body } });
const changeMany = (body: Change) =>
  store.call(endpoints.changeDishes, { body: { dish_ids: [dish.id, other], ...body } as never });
const sweep = async () => {
  await app.sweep("dish-stock");
  await app.content.waitForDelivery();
};
const stockOnMenu = async (id = dish.id) => {
  await app.content.waitForDelivery();
  const menu = await buyer.data(menuEndpoints.items, { query: { restaurant_id: storeId } });
  return menu.find((item) => item.id === id)?.stock;
};
const localTimeIn = (ms: number) => formatLocalTime(new Date(app.clock.now().getTime() + ms));
const order = (quantity: number) =>
  buyer.call(orderEndpoints.create, {
    body: {
      ...takeawayOrderForm(buyer),
      items: [{ id: dish.id, quantity }],
      expected_total: dish.price * quantity + (dish.price * quantity >= 5_000 ? 0 : 500),
    },
  });

describe("a stock of the day", () => {
  test("is on sale now, goes down with orders, and is full again when the restaurant opens", async () => {
    await app.sql("update restaurants set week_hours = $2 where id = $1", [
      storeId,
      hoursJson("07:30", "07:00"),
    ]);
    app.clock.set("2026-03-02T12:00:00+08:00");
    expect((await change({ daily_stock: 8 })).data).toMatchObject({ stock: 8, daily_stock: 8 });
    const [row] = await app.sql<{ at: Date }>(
      "select stock_reset_at as at from store_dishes where restaurant_id = $1 and dish_id = $2",
      [storeId, dish.id],
    );
    expect(row?.at).toEqual(new Date("2026-03-03T07:30:00+08:00"));
    await app.sql("update store_dishes set stock = 0 where restaurant_id = $1 and dish_id = $2", [
      storeId,
      dish.id,
    ]);
    expect(await stockOnMenu()).toBe(0);
    app.clock.set("2026-03-03T07:29:59+08:00");
    await sweep();
    expect(await stockOnMenu()).toBe(0);
    app.clock.set("2026-03-03T07:30:00+08:00");
    await sweep();
    expect(await stockOnMenu()).toBe(8);
    const [next] = await app.sql<{ at: Date }>(
      "select stock_reset_at as at from store_dishes where restaurant_id = $1 and dish_id = $2",
      [storeId, dish.id],
    );
    expect(next?.at).toEqual(new Date("2026-03-04T07:30:00+08:00"));
  });

  test("is no more than that when an order of the day before is cancelled, nor less than was refilled", async () => {
    await change({ daily_stock: 6 });
    const { data } = await order(2);
    expect(await stockOnMenu()).toBe(4);
    await app.sql("update store_dishes set stock = 6 where restaurant_id = $1 and dish_id = $2", [
      storeId,
      dish.id,
    ]);
    await buyer.data(orderEndpoints.cancel, { body: { order_id: data.order_id, reason: 1 } });
    expect(await stockOnMenu()).toBe(6);
    const again = await order(1);
    await change({ stock: 20 });
    await buyer.data(orderEndpoints.cancel, {
      body: { order_id: again.data.order_id, reason: 1 },
    });
    expect(await stockOnMenu()).toBe(20);
  });

  test("counts what was booked for it on the day before, and gets nothing back of the day before", async () => {
    app.clock.set("2026-03-02T12:00:00+08:00");
    await change({ daily_stock: 10 });
    const book = async (booking_time: string | null, quantity: number) => {
      const { address_id: _address, ...form } = takeawayOrderForm(buyer);
      const { data, status } = await buyer.call(orderEndpoints.create, {
        body: {
          ...form,
          order_type: "pickup",
          items: [{ id: dish.id, quantity }],
          expected_total: dish.price * quantity,
          ...(booking_time !== null && { booking_time }),
        },
      });
      expect(status).toBe(200);
      await app.sql("update orders set status = 'paid', paid_at = created_at, due_at = null where id = $1", [
        data.order_id,
      ]);
      return data.order_id;
    };
    const booked = await book("2026-03-03 12:00", 2);
    const yesterdays = await book(null, 1);
    expect(await stockOnMenu()).toBe(7);
    app.clock.set("2026-03-03T00:00:01+08:00");
    await sweep();
    expect(await stockOnMenu()).toBe(8);
    for (const [order_id, left] of [
      [yesterdays, 8],
      [booked, 10],
    ] as const) {
      await app.sql("update orders set status = 'pending_payment', paid_at = null where id = $1", [order_id]);
      await buyer.data(orderEndpoints.cancel, { body: { order_id, reason: 1 } });
      expect(await stockOnMenu()).toBe(left);
    }
  });

  test("ends with null; switching on a sold-out dish restores it", async () => {
    await change({ daily_stock: 5 });
    await change({ stock: 0 });
    expect((await change({ sold_out: false })).data).toMatchObject({ stock: 5, sold_out: false });
    expect((await change({ daily_stock: null, stock: null })).data).toMatchObject({
      stock: null,
      daily_stock: null,
    });
    app.clock.advance(25 * 60 * minute);
    await sweep();
    expect(await app.sql("select 1 from store_dishes where stock_reset_at is not null")).toEqual([]);
  });
});

describe("sold out", () => {
  test("until a time is sold again by itself", async () => {
    const sold_out_until = localTimeIn(30 * minute);
    const { data } = await change({ sold_out_until });
    expect(data).toMatchObject({ sold_out: true, sold_out_until: expect.any(String) });
    expect(await stockOnMenu()).toBe(0);
    expect(await order(1)).toMatchObject({ status: 409 });
    await sweep();
    expect(await stockOnMenu()).toBe(0);
    app.clock.advance(31 * minute);
    await sweep();
    expect(await stockOnMenu()).toBeNull();
    expect((await order(1)).status).toBe(200);
  });

  test("until the next opening, or without an end if it is switched off again", async () => {
    app.clock.set("2026-03-02T12:00:00+08:00");
    expect((await change({ sold_out_until: "next_opening" })).data.sold_out_until).toBe(
      "2026-03-02T16:00:00.000Z",
    );
    expect((await change({ sold_out: true })).data).toMatchObject({ sold_out: true, sold_out_until: null });
    await change({ sold_out_until: "next_opening" });
    expect((await change({ sold_out: false })).data).toMatchObject({ sold_out: false, sold_out_until: null });
  });

  test.each<[Change, number, string]>([
    [{}, 400, "请选择要修改的内容"],
    [{ sold_out_until: "2020-01-01 00:00" }, 422, "售罄的结束时间要晚于现在"],
    [{ sold_out_until: "2027-02-30 00:00" }, 422, "售罄的结束时间要晚于现在"],
    [{ sold_out_until: "tomorrow" }, 400, "售罄到什么时候格式不正确"],
    [{ sold_out: false, sold_out_until: "next_opening" }, 422, "恢复供应时不能再设售罄时间"],
    [{ daily_stock: -1 }, 400, "每天份数不能小于0"],
  ])("%j is refused with a reason", async (body, status, msg) => {
    expect(await change(body)).toMatchObject({ status, msg });
  });
});

test("several dishes are changed at once, all or none, each with an entry in the audit log", async () => {
  expect((await changeMany({ sold_out_until: "next_opening" })).data).toEqual({ changed: 2 });
  expect([await stockOnMenu(), await stockOnMenu(other)]).toEqual([0, 0]);
  expect(await app.sql("select detail from audit_log order by id desc limit 2")).toEqual([
    { detail: { dish_id: dish.id, sold_out_until: "next_opening" } },
    { detail: { dish_id: other, sold_out_until: "next_opening" } },
  ]);
  expect(await changeMany({ dish_ids: [dish.id, "nothing"], sold_out: false })).toMatchObject({
    status: 404,
  });
  expect(await stockOnMenu()).toBe(0);
  expect((await changeMany({ sold_out: false, stock: 3 })).data).toEqual({ changed: 2 });
  expect([await stockOnMenu(), await stockOnMenu(other)]).toEqual([3, 3]);
  const { list } = await store.data(endpoints.dishes, { query: { category_id: "soup", pageSize: 50 } });
  expect(new Set(list.map(({ category }) => category))).toEqual(new Set(["汤"]));
});
