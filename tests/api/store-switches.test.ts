import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { staffRestaurantEndpoints as endpoints } from "#contract/staff/restaurant/endpoints.ts";
import { formatLocalTime } from "#server/platform/time/local-time.ts";
import { type Buyer, createBuyer, takeawayOrderForm } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { createPaidOrder, createStaffClient } from "../support/api/orders.ts";
import { dish, defaultRestaurantId as storeId } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

let app: TestApp;
let buyer: Buyer;
let store: Client & { id: string };
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  store = await createStaffClient(app, "store");
  admin = await createStaffClient(app, "admin");
  buyer = await createBuyer(app);
});

beforeEach(() => app.clock.freeze());

afterEach(async () => {
  await app.sql("update restaurants set paused_until = null, auto_accept = true");
  await app.sql("update store_dishes set sold_out = false where sold_out");
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const localTimeIn = (ms: number) => formatLocalTime(new Date(app.clock.now().getTime() + ms));
const pauseOrders = (until: string | null, who: Client = store, more: object = {}) =>
  who.call(endpoints.pause, { body: { until, ...more } });
/** Switches the dish, and waits until cached menus have received the change. */
async function setSoldOut(sold_out: boolean, who: Client = store, more: object = {}) {
  const response = await who.call(endpoints.dish, { body: { dish_id: dish.id, sold_out, ...more } });
  await app.content.waitForDelivery();
  return response;
}
const placeOrder = () => buyer.call(orderEndpoints.create, { body: takeawayOrderForm(buyer) });
const listAuditEntries = async () =>
  await app.sql("select actor, action, target, detail from audit_log order by id desc limit 1");

describe("a pause", () => {
  test("stops orders until its time, and customers see until when", async () => {
    const until = localTimeIn(40 * minute);
    const response = await pauseOrders(until);
    const paused_until = new Date(`${until.replace(" ", "T")}:00+08:00`).toISOString();
    expect(response).toMatchObject({
      status: 200,
      data: { restaurant_id: storeId, status: "paused", status_text: "暂停接单", paused_until },
    });
    const { data } = await buyer.data(restaurantEndpoints.detail, { query: { id: storeId } });
    expect(data.stores[0]).toMatchObject({ status: "paused", paused_until });
    expect(await placeOrder()).toMatchObject({ status: 422, error: "restaurant_closed" });
    expect(await listAuditEntries()).toEqual([
      { actor: store.id, action: "restaurant.pause", target: storeId, detail: { until } },
    ]);
    app.clock.advance(41 * minute);
    expect((await store.data(endpoints.store)).paused_until).toBeNull();
  });

  test("ends before its time when the restaurant ends it", async () => {
    await pauseOrders(localTimeIn(day));
    expect((await pauseOrders(null)).data).toMatchObject({ status: "open", paused_until: null });
    expect((await placeOrder()).status).toBe(200);
  });

  test("must end at an existing time in the next seven days", async () => {
    for (const until of ["2026-02-30 10:00", "2026-01-01T10:00", "soon", 5])
      expect(await pauseOrders(until as string)).toMatchObject({ status: 400, data: { field: "until" } });
    for (const until of [localTimeIn(-minute), localTimeIn(8 * day)])
      expect(await pauseOrders(until)).toMatchObject({ status: 422, data: { field: "until" } });
    expect((await store.data(endpoints.store)).paused_until).toBeNull();
  });
});

test("orders of a restaurant with manual acceptance wait for it", async () => {
  const body = { auto_accept: false };
  expect((await store.data(endpoints.autoAccept, { body })).auto_accept).toBe(false);
  const { order_id } = await createPaidOrder(app, buyer);
  app.clock.advance(2 * minute);
  await app.sweep("due-orders");
  expect((await buyer.data(orderEndpoints.detail, { query: { order_id } })).status).toBe("paid");
  expect(await listAuditEntries()).toEqual([
    { actor: store.id, action: "restaurant.auto-accept", target: storeId, detail: body },
  ]);
});

describe("a dish that is switched to sold out", () => {
  const onMenu = async () => {
    const items = await buyer.data(menuEndpoints.takeawayItems, {
      query: { restaurant_id: storeId, category_id: "1" },
    });
    return items.find(({ id }) => id === dish.id)?.stock;
  };

  test("is sold out on the menu and in orders at once, and available again at once", async () => {
    expect(await setSoldOut(true)).toMatchObject({
      status: 200,
      data: { dish_id: dish.id, sold_out: true },
    });
    expect(await onMenu()).toBe(0);
    expect(await placeOrder()).toMatchObject({ status: 409 });
    expect(await listAuditEntries()).toEqual([
      {
        actor: store.id,
        action: "restaurant.dish",
        target: storeId,
        detail: { dish_id: dish.id, sold_out: true },
      },
    ]);
    expect((await setSoldOut(false)).data.sold_out).toBe(false);
    expect(await onMenu()).not.toBe(0);
    expect((await placeOrder()).status).toBe(200);
  });

  test("is unchanged elsewhere, and must be one that the restaurant sells", async () => {
    await setSoldOut(true);
    const [other] = await app.sql<{ sold_out: boolean }>(
      "select sold_out from store_dishes where dish_id = $1 and restaurant_id <> $2 limit 1",
      [dish.id, storeId],
    );
    expect(other?.sold_out).toBe(false);
    expect(await setSoldOut(true, store, { dish_id: "nothing" })).toMatchObject({
      status: 404,
      error: "not_found",
    });
    expect(await setSoldOut("yes" as unknown as boolean)).toMatchObject({ status: 400 });
  });
});

describe("the list of a restaurant's dishes", () => {
  const dishes = (query: object, who: Client = store) => who.call(endpoints.dishes, { query });

  test("is paginated in menu order, each dish once", async () => {
    const seen: string[] = [];
    for (let page = 1, more = true; more; page++) {
      const { data } = await dishes({ page, pageSize: 50 });
      seen.push(...data.list.map(({ dish_id }) => dish_id));
      more = data.has_more;
    }
    const rows = await app.sql<{ dish_id: string }>(
      "select s.dish_id from store_dishes s join dishes d on d.id = s.dish_id where s.restaurant_id = $1 and d.retired_at is null",
      [storeId],
    );
    expect([...seen].sort()).toEqual(rows.map(({ dish_id }) => dish_id).sort());
  });

  test("is searched by a part of the name and by the switch", async () => {
    await setSoldOut(true);
    const { list } = (await dishes({ sold_out: true, pageSize: 50 })).data;
    expect(list.every(({ sold_out }) => sold_out)).toBe(true);
    const switched = list.find(({ dish_id }) => dish_id === dish.id);
    const keyword = switched!.name.slice(1, 3);
    const found = (await dishes({ keyword, pageSize: 50 })).data.list;
    expect(found.map(({ dish_id }) => dish_id)).toContain(dish.id);
    expect(found.every(({ name }) => name.includes(keyword))).toBe(true);
    expect((await dishes({ keyword: "%" })).data.list).toEqual([]);
    expect(await dishes({ keyword: "x".repeat(51) })).toMatchObject({ status: 400 });
    expect(await dishes({ sold_out: "maybe" })).toMatchObject({ status: 400 });
  });
});

describe("the switches of a restaurant", () => {
  const calling: [
    string,
    (who: Client, restaurant_id?: string) => Promise<{ status: number; error?: string | undefined }>,
  ][] = [
    ["looking", (who, id) => who.call(endpoints.store, { query: id ? { restaurant_id: id } : {} })],
    ["pausing", (who, id) => pauseOrders(null, who, id ? { restaurant_id: id } : {})],
    [
      "accepting",
      (who, id) =>
        who.call(endpoints.autoAccept, { body: { auto_accept: true, ...(id && { restaurant_id: id }) } }),
    ],
    ["its dishes", (who, id) => who.call(endpoints.dishes, { query: id ? { restaurant_id: id } : {} })],
    ["a dish", (who, id) => setSoldOut(false, who, id ? { restaurant_id: id } : {})],
  ];

  test.each(calling)("are its people's and the head office's: %s", async (_what, call) => {
    expect((await call(store)).status).toBe(200);
    expect((await call(store, storeId)).status).toBe(200);
    expect((await call(admin, "SH002")).status).toBe(200);
    expect(await call(store, "SH002")).toMatchObject({ status: 403, error: "forbidden" });
    expect(await call(await createStaffClient(app, "agent"), storeId)).toMatchObject({ status: 403 });
    expect(await call(admin)).toMatchObject({ status: 400 });
    expect((await call(admin, "nowhere")).status).toBe(404);
  });
});

describe("a dish with a stock of zero", () => {
  const setStock = (stock: number | null) => app.ledgerCheck.setStock("SH001", dish.id, stock);
  const find = async (query: object) =>
    (await store.data(endpoints.dishes, { query: { pageSize: 50, ...query } })).list.find(
      ({ dish_id }) => dish_id === dish.id,
    );

  afterEach(() => setStock(null));

  test("is sold out in the switch, the filter and the count", async () => {
    const { counts } = await store.data(endpoints.dishes);
    await setStock(0);
    expect(await find({ sold_out: true })).toMatchObject({ stock: 0, sold_out: true });
    expect(await find({ sold_out: false })).toBeUndefined();
    expect((await store.data(endpoints.dishes)).counts).toEqual({
      all: counts.all,
      sold_out: counts.sold_out + 1,
    });
  });

  test("is sold again by the switch, without a limit, and by portions", async () => {
    await setStock(0);
    expect((await setSoldOut(false)).data).toMatchObject({ sold_out: false, stock: null });
    await setStock(0);
    const body = { dish_id: dish.id, stock: 12 };
    expect(await store.data(endpoints.dish, { body })).toMatchObject({ sold_out: false, stock: 12 });
    expect(await store.call(endpoints.dish, { body: { dish_id: dish.id } })).toMatchObject({ status: 400 });
    expect(await store.call(endpoints.dish, { body: { ...body, stock: -1 } })).toMatchObject({ status: 400 });
  });
});
