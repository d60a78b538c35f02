import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { everyDay } from "#contract/restaurant/opening-hours.ts";
import { restaurantAdminEndpoints as endpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import { type Buyer, createBuyer, takeawayOrderForm } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { dish } from "../support/api/people.ts";
import { createRestaurantForm } from "../support/api/restaurantForms.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let admin: Client & { id: string };
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
  buyer = await createBuyer(app);
});

afterAll(async () => {
  await app.close();
});

type Form = Record<string, unknown>;

const send = (overrides: Form = {}) =>
  admin.call(endpoints.create, { body: createRestaurantForm(overrides) as never });

/** Opens a restaurant; returns it once customers' cached lists have received it. */
async function open(overrides: Form = {}) {
  const { data } = await send(overrides);
  await app.content.waitForDelivery();
  return data;
}

/** Changes fields of a restaurant as it was read. */
function update(read: Form, changes: Form = {}) {
  const { dishes: _dishes, closed_at: _closedAt, pictures: _pictures, ...restaurant } = read;
  return admin.call(endpoints.update, { body: { ...restaurant, ...changes } as never });
}

const close = (restaurant_id: string) => admin.call(endpoints.close, { body: { restaurant_id } });
const find = async (query: object) => (await admin.data(endpoints.list, { query })).list;
const readDetail = (id: string) => buyer.call(restaurantEndpoints.detail, { query: { id } });
const listAudit = (id: string) =>
  app.sql("select actor, action, detail from audit_log where target = $1 order by id", [id]);

/** Orders one dish for pickup at once. */
function order(restaurant_id: string) {
  const { address_id: _address, ...form } = takeawayOrderForm(buyer);
  return buyer.call(orderEndpoints.create, {
    body: { ...form, order_type: "pickup", restaurant_id, expected_total: dish.price },
  });
}

describe("opening", () => {
  test("customers find the new restaurant with all dishes of the chain, and order there", async () => {
    const form = createRestaurantForm({ name: " 食单·新店 " });
    const { status, data } = await admin.call(endpoints.create, { body: form });
    expect(status).toBe(200);
    const { client_key: _key, ...fields } = form;
    const [{ n: dishes } = { n: 0 }] = await app.sql<{ n: number }>(
      "select count(*)::int as n from dishes where retired_at is null",
    );
    const pictures = { version: 1, pictures: [], business_licence: null, food_licence: null };
    expect(data).toEqual({ ...fields, name: "食单·新店", version: 1, dishes, closed_at: null, pictures });
    expect(await find({ keyword: data.restaurant_id.toLowerCase() })).toEqual([data]);
    await app.content.waitForDelivery();
    expect((await readDetail(data.restaurant_id)).data.data.stores[0]).toMatchObject({
      storename: "食单·新店",
      status: "open",
      delivers: true,
    });
    expect((await order(data.restaurant_id)).status).toBe(200);
    expect(await listAudit(data.restaurant_id)).toEqual([
      { actor: admin.id, action: "restaurant.create", detail: { name: "食单·新店" } },
    ]);
  });

  test("copies the dishes and prices of another, but neither its stock nor what is sold out there", async () => {
    const from = (await open()).restaurant_id;
    await app.sql(
      "insert into store_dishes (restaurant_id, dish_id, offered) select $1, id, false from dishes where id <> $2",
      [from, dish.id],
    );
    await app.sql(
      "insert into store_dishes (restaurant_id, dish_id, price_fen, stock, sold_out) values ($1, $2, 4321, 1, true)",
      [from, dish.id],
    );
    const { restaurant_id, dishes } = await open({ copy_from: from });
    expect(dishes).toBe(1);
    expect(
      await app.sql(
        "select dish_id, price_fen, stock, sold_out, sales from store_dishes where restaurant_id = $1 and offered",
        [restaurant_id],
      ),
    ).toEqual([{ dish_id: dish.id, price_fen: 4321, stock: null, sold_out: false, sales: 0 }]);
    const { data } = await buyer.call(menuEndpoints.items, { query: { restaurant_id } });
    expect(JSON.stringify(data)).toContain("4321");
  });

  test("the same intent twice opens one; a code is used once, also after closing", async () => {
    const body = createRestaurantForm();
    const first = await admin.data(endpoints.create, { body });
    expect(await admin.data(endpoints.create, { body })).toEqual(first);
    await close(first.restaurant_id);
    expect(await send({ restaurant_id: first.restaurant_id })).toMatchObject({
      status: 409,
      msg: `门店编号 ${first.restaurant_id} 已经用过，请换一个`,
    });
  });

  test.each<[Form, number, string]>([
    [{ restaurant_id: "sh-1" }, 400, "门店编号格式不正确"],
    [{ name: "   " }, 400, "请填写完整"],
    [{ phone: "找店长" }, 400, "门店电话格式不正确"],
    [{ lat: 121.43, lng: 31.19 }, 400, "纬度不能大于54"],
    [{ week_hours: everyDay(["7:00", "22:00"]) }, 400, "营业时间格式不正确"],
    [{ week_hours: everyDay(["08:00", "08:00"]) }, 422, "周一的开始和结束时间不能相同"],
    [{ week_hours: everyDay(["08:00", "12:00"], ["11:00", "20:00"]) }, 422, "周一的营业时间有重叠"],
    [{ week_hours: [] }, 400, "请输入营业时间"],
    [{ special_days: [{ date: "2026-02-30", spans: [] }] }, 422, "2026-02-30 不是日期"],
    [{ special_days: [{ date: "2025-10-01", spans: [] }] }, 422, "2025-10-01 已经过去，请改日期或移除"],
    [{ delivery_radius: 0 }, 422, "请填写配送半径"],
    [{ delivery_radius: 20_001 }, 400, "配送半径不能大于20000"],
    [{ slot_capacity: -1 }, 400, "每个时段可预约的单数不能小于0"],
    [{ copy_from: "NOWHERE" }, 404, "餐厅信息不存在"],
    [
      {
        delivery_polygon: [
          [121.42, 31.18],
          [121.44, 31.2],
          [121.44, 31.18],
          [121.42, 31.2],
        ],
      },
      422,
      "配送范围的边不能交叉或重叠",
    ],
    [
      {
        delivery_polygon: [
          [121.42, 31.18],
          [122.44, 31.2],
          [121.44, 31.18],
        ],
      },
      422,
      "配送范围不能超出门店 20 公里",
    ],
  ])("is refused with a reason, and nothing is stored: %j", async (overrides, status, msg) => {
    const form = createRestaurantForm(overrides);
    expect(await admin.call(endpoints.create, { body: form as never })).toMatchObject({ status, msg });
    expect(await app.sql("select 1 from restaurants where id = $1", [form.restaurant_id])).toEqual([]);
  });
});

describe("changing", () => {
  test("customers see it, and the audit log tells what it was before", async () => {
    const restaurant = await open();
    const polygon = [
      [121.42, 31.18],
      [121.44, 31.18],
      [121.44, 31.2],
    ];
    const { status, data } = await update(restaurant, {
      name: "食单·搬家店",
      week_hours: everyDay(["14:00", "23:00"], ["08:00", "12:00"]),
      accepts_orders: false,
      delivery_polygon: polygon,
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({ version: 2, name: "食单·搬家店", delivery_polygon: polygon });
    await app.content.waitForDelivery();
    expect((await readDetail(restaurant.restaurant_id)).data.data.stores[0]).toMatchObject({
      storename: "食单·搬家店",
      starttime: "08:00",
      endtime: "23:00",
      hours_text: "08:00-12:00、14:00-23:00",
      bookingExt: { boolImmediate: false },
    });
    expect((await listAudit(restaurant.restaurant_id)).at(-1)).toEqual({
      actor: admin.id,
      action: "restaurant.update",
      detail: {
        name: "食单·测试店 → 食单·搬家店",
        week_hours: "每天 24小时营业 → 每天 08:00-12:00、14:00-23:00",
        accepts_orders: "是 → 否",
        delivery_polygon: "按半径 → 3 个顶点",
      },
    });
    const moved = polygon.map(([lng = 0, lat = 0]) => [lng, lat + 0.001]);
    const { outside: _outside, ...saved } = data;
    await update(saved, { delivery_polygon: moved });
    expect((await listAudit(restaurant.restaurant_id)).at(-1)).toMatchObject({
      detail: { delivery_polygon: "3 个顶点，位置已更改" },
    });
  });

  test("a restaurant saved untouched stays as it is, also one whose area is a closed ring", async () => {
    const ring = (await find({ keyword: "SH001" }))[0]!;
    const { status, data } = await update(ring);
    expect([status, data]).toEqual([200, { ...ring, outside: [] }]);
    const corners = ring.delivery_polygon!;
    const closed = { delivery_polygon: [...corners, corners[0]] };
    expect((await update(ring, closed)).data).toEqual({ ...ring, outside: [] });
  });

  test("of two people the second is told what the first changed; the same change again succeeds", async () => {
    const restaurant = await open();
    const first = await update(restaurant, { phone: "021-00000001" });
    const second = await update(restaurant, { phone: "021-00000002" });
    expect(second).toMatchObject({ status: 409, error: "conflict", msg: "这家门店刚被别人改过" });
    const { outside: _outside, ...saved } = first.data;
    expect(second.data).toMatchObject({ current: saved });
    expect(await update(restaurant, { phone: "021-00000001" })).toMatchObject({
      status: 200,
      data: first.data,
    });
    expect(await update(saved, { phone: "021-00000002" })).toMatchObject({
      status: 200,
      data: { version: 3 },
    });
  });
});

describe("closing for good", () => {
  test("customers no longer find it and cannot order, and it is listed apart", async () => {
    const { restaurant_id } = await open();
    const { status, data } = await close(restaurant_id);
    expect(status).toBe(200);
    expect(data.closed_at).not.toBeNull();
    await app.content.waitForDelivery();
    expect((await readDetail(restaurant_id)).status).toBe(404);
    expect(await order(restaurant_id)).toMatchObject({ status: 404, error: "restaurant_not_found" });
    expect(await find({ keyword: restaurant_id })).toEqual([]);
    expect(await find({ keyword: restaurant_id, closed: true })).toEqual([data]);
    expect((await close(restaurant_id)).status).toBe(404);
    expect((await update(data)).status).toBe(404);
  });

  test("is refused while orders are open, and says which", async () => {
    const { restaurant_id } = await open();
    const { data: receipt } = await order(restaurant_id);
    expect(await close(restaurant_id)).toMatchObject({
      status: 422,
      msg: `还有未完成的订单：${receipt.order_id}，请先完成或取消`,
    });
    await buyer.call(orderEndpoints.cancel, { body: { order_id: receipt.order_id } });
    expect((await close(restaurant_id)).status).toBe(200);
  });

  test("and ordering at the same moment never leave an open order in a closed restaurant", async () => {
    const { restaurant_id } = await open();
    const others = await Promise.all(Array.from({ length: 5 }, () => createBuyer(app)));
    const orders = others.map((other) =>
      other.call(orderEndpoints.create, {
        body: { ...takeawayOrderForm(other), restaurant_id },
      }),
    );
    const closing = close(restaurant_id);
    const statuses = (await Promise.all(orders)).map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 404)).toBe(true);
    const isClosed = (await closing).status === 200;
    const left = await app.sql("select id from orders where restaurant_id = $1 and status <> 'cancelled'", [
      restaurant_id,
    ]);
    expect(left).toHaveLength(statuses.filter((status) => status === 200).length);
    expect(isClosed).toBe(left.length === 0);
  });
});

test("the list is by code and page by page", async () => {
  const first = await admin.data(endpoints.list, { query: { pageSize: 2, page: 1 } });
  const second = await admin.data(endpoints.list, { query: { pageSize: 2, page: 2 } });
  const ids = [...first.list, ...second.list].map(({ restaurant_id }) => restaurant_id);
  expect(first.has_more).toBe(true);
  expect(ids).toHaveLength(4);
  expect(ids).toEqual(ids.toSorted());
  expect((await find({ keyword: "体育馆" })).map(({ name }) => name)).toEqual(["食单·上海体育馆店"]);
});
