import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { defaultPosition } from "#contract/constants.ts";
import { distanceMetres } from "#contract/distance.ts";
import { restaurantEndpoints as endpoints } from "#contract/restaurant/endpoints.ts";
import type { Restaurant } from "#contract/restaurant/schema.ts";
import { createBuyer } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let visitor: Client;

beforeAll(async () => {
  app = await startTestApp();
  visitor = new Client(app.server);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

async function listRestaurants(query: object = {}): Promise<Restaurant[]> {
  return (await visitor.data(endpoints.list, { query })).data.stores;
}

async function getRestaurant(id: string): Promise<Restaurant> {
  return (await visitor.data(endpoints.detail, { query: { id } })).data.stores[0]!;
}

const listCodes = (list: Restaurant[]) => list.map((item) => item.storecode);

describe("the list of restaurants", () => {
  test("starts at the default position, nearest first, in whole metres", async () => {
    const found = await listRestaurants();
    expect(found).toHaveLength(10);
    expect(found.map((item) => item.distance)).toEqual(
      found.map((item) => item.distance).sort((a, b) => a - b),
    );
    for (const { distance, latitude, longitude } of found)
      expect(distance).toBe(distanceMetres(defaultPosition, { lat: latitude, lng: longitude }));
  });

  test("reads a position in both formats", async () => {
    const short = await listRestaurants({ lat: 39.91, lng: 116.46 });
    expect(short[0]?.storecode).toBe("BJ001");
    expect(await listRestaurants({ latitude: 39.91, longitude: 116.46 })).toEqual(short);
  });

  test("has pages that neither repeat nor miss a restaurant", async () => {
    const [total] = await app.sql<{ n: number }>("select count(*) as n from restaurants");
    const seen: string[] = [];
    for (let page = 1; ; page++) {
      const { data } = await visitor.data(endpoints.list, { query: { page, pageSize: 7 } });
      expect(data).toMatchObject({ page, pageSize: 7, has_more: seen.length + 7 < total!.n });
      seen.push(...listCodes(data.stores));
      if (!data.has_more) break;
    }
    expect(seen).toHaveLength(total!.n);
    expect(new Set(seen).size).toBe(total!.n);
    expect(await listRestaurants({ page: 1000 })).toEqual([]);
  });

  test("shows the restaurants of one city when a city is given", async () => {
    const found = await listRestaurants({ gbCityCode: "110100", pageSize: 50 });
    expect(found.length).toBeGreaterThan(3);
    expect(new Set(found.map((item) => item.gbCityCode))).toEqual(new Set(["110100"]));
    expect(await listRestaurants({ gbCityCode: "999999" })).toEqual([]);
  });

  test.each([
    ["São Paulo", { lat: -23.5, lng: -46.6 }],
    ["Honolulu", { lat: 21.3, lng: -157.8 }],
    ["the South Pole", { lat: -90, lng: 0 }],
    ["a hair from the equator", { lat: 5e-324, lng: -5e-324 }],
  ])("is found from far away, from %s", async (_where, point) => {
    expect(await listRestaurants(point)).toHaveLength(10);
  });

  test.each([
    { lat: 91, lng: 0 },
    { lat: 0, lng: -181 },
    { lat: "NaN", lng: 1 },
    { lat: "Infinity", lng: 1 },
    { lat: "31;select 1", lng: 1 },
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { pageSize: 51 },
    { pageSize: 1_000_000 },
    { service: "dine_in" },
  ])("refuses %j", async (query) => {
    const response = await visitor.call(endpoints.list, { query: query as object });
    expect(response).toMatchObject({ status: 400, error: "validation" });
  });
});

describe("restaurants for takeaway", () => {
  const takeaway = (query: object) => listRestaurants({ service: "takeaway", pageSize: 50, ...query });

  test("are those that deliver to the point: inside the polygon, or else within the radius", async () => {
    const inside = await takeaway(defaultPosition);
    expect(listCodes(inside)).toEqual(expect.arrayContaining(["SH001", "SH002", "SH003", "SH005"]));
    expect(inside.every((item) => item.delivers)).toBe(true);
    // 3.2 km east of SH001: within five kilometres, but outside its polygon.
    const outside = listCodes(await takeaway({ lat: 31.1946, lng: 121.4712 }));
    expect(outside).not.toContain("SH001");
    expect(outside).toContain("SH002");
  });

  test("respect their own radius, to the metre", async () => {
    const from = (metres: number) => ({ lat: 31.1722 - metres / 111_195, lng: 121.4011 });
    expect(listCodes(await takeaway(from(2_990)))).toContain("SH006");
    expect(listCodes(await takeaway(from(3_010)))).not.toContain("SH006");
  });

  test("exclude those that do not deliver, although they are next door", async () => {
    const point = { lat: 31.1945, lng: 121.3206 };
    expect(listCodes(await listRestaurants(point))[0]).toBe("SH011");
    expect(listCodes(await takeaway(point))).not.toContain("SH011");
  });

  test("put open ones first, each group by distance", async () => {
    app.clock.set("2026-03-02T03:00:00+08:00");
    const found = await takeaway(defaultPosition);
    const groups = [true, false].map((isOpen) =>
      found.filter((item) => item.bookingExt.boolImmediate === isOpen),
    );
    expect(found).toEqual(groups.flat());
    expect(listCodes(groups[0]!)).toEqual(["SH001", "SH002"]);
    for (const group of groups) {
      const distances = group.map((item) => item.distance);
      expect(distances).toEqual([...distances].sort((a, b) => a - b));
      expect(distances.length).toBeGreaterThan(1);
    }
  });

  test("are none where no restaurant delivers", async () => {
    expect(await takeaway({ lat: 45, lng: 90 })).toEqual([]);
  });
});

describe("opening hours", () => {
  test.each([
    ["SH001", "00:00", true],
    ["SH001", "12:00", true],
    ["SH001", "23:59", true],
    ["SH008", "09:59", false],
    ["SH008", "10:00", true],
    ["SH008", "21:59", true],
    ["SH008", "22:00", false],
    ["SH013", "15:59", false],
    ["SH013", "16:00", true],
    ["SH013", "23:59", true],
    ["SH013", "00:00", true],
    ["SH013", "03:59", true],
    ["SH013", "04:00", false],
  ])("of %s at %s o'clock in Shanghai: open is %s", async (id, time, isOpen) => {
    app.clock.set(`2026-03-02T${time}:00+08:00`);
    const store = await getRestaurant(id);
    expect(store.bookingExt).toEqual({ boolOpenTime: isOpen, boolImmediate: isOpen });
    expect(store.status).toBe(isOpen ? "open" : "closed");
  });

  test.each([
    ["SH001", "23:30", "营业中"],
    ["SH008", "09:59", "休息中"],
    ["SH008", "10:00", "营业中"],
    ["SH008", "20:59", "营业中"],
    ["SH008", "21:00", "22:00 打烊"],
    ["SH008", "21:59", "22:00 打烊"],
    ["SH008", "22:00", "休息中"],
    ["SH013", "00:00", "营业中"],
    ["SH013", "03:00", "04:00 打烊"],
  ])("tell at %s at %s o'clock whether it is open, and when it closes soon: %s", async (id, time, text) => {
    app.clock.set(`2026-03-02T${time}:00+08:00`);
    expect((await getRestaurant(id)).status_text).toBe(text);
  });

  test("tell before a break at noon that it rests, and in the evening that it closes", async () => {
    const hours = Array.from({ length: 7 }, () => [
      ["10:00", "14:00"],
      ["17:00", "21:00"],
    ]);
    await app.sql("update restaurants set week_hours = $1 where id = 'SH009'", [JSON.stringify(hours)]);
    for (const [time, text] of [
      ["12:59", "营业中"],
      ["13:30", "14:00 休息"],
      ["14:30", "休息中"],
      ["20:30", "21:00 打烊"],
    ]) {
      app.clock.set(`2026-03-02T${time}:00+08:00`);
      expect([time, (await getRestaurant("SH009")).status_text]).toEqual([time, text]);
    }
  });

  test("do not reopen a paused restaurant until the pause is over", async () => {
    app.clock.set("2026-03-02T12:00:00+08:00");
    const until = "2026-03-02T04:30:00.000Z";
    await app.sql("update restaurants set paused_until = $1 where id = 'SH002'", [until]);
    expect(await getRestaurant("SH002")).toMatchObject({
      status: "paused",
      status_text: "暂停接单",
      paused_until: until,
      bookingExt: { boolOpenTime: true, boolImmediate: false },
    });
    app.clock.set("2026-03-02T12:30:00+08:00");
    expect(await getRestaurant("SH002")).toMatchObject({ status: "open", paused_until: null });
  });

  test("do not reopen a kitchen that accepts no orders", async () => {
    await app.sql("update restaurants set accepts_orders = false where id = 'SH002'");
    const store = await getRestaurant("SH002");
    await app.sql("update restaurants set accepts_orders = true where id = 'SH002'");
    expect(store).toMatchObject({
      status: "paused",
      bookingExt: { boolOpenTime: true, boolImmediate: false },
    });
  });
});

describe("one restaurant", () => {
  test("is returned in the list's format, with the distance from the given point", async () => {
    const query = { id: "SH001", gbCityCode: "310100", lat: 31.1946, lng: 121.4372 };
    const { data } = await visitor.data(endpoints.detail, { query });
    expect(data.stores).toHaveLength(1);
    expect(data.stores[0]).toMatchObject({
      storecode: "SH001",
      distance: 0,
      starttime: "00:00",
      endtime: "24:00",
    });
    expect(data.stores[0]?.dayParts).toEqual(["breakfast", "lunch", "tea", "dinner", "night"]);
  });

  test.each(["NOPE", "SH00", "sh001"])("is not found under %s", async (id) => {
    const response = await visitor.call(endpoints.detail, { query: { id } });
    expect(response).toMatchObject({ status: 404, error: "restaurant_not_found", msg: "餐厅信息不存在" });
  });

  test("that closed for good is absent everywhere", async () => {
    await app.sql("update restaurants set closed_at = now() where id = 'CD001'");
    const query = { id: "CD001" };
    expect((await visitor.call(endpoints.detail, { query })).status).toBe(404);
    expect(listCodes(await listRestaurants({ gbCityCode: "510100", pageSize: 50 }))).not.toContain("CD001");
    const buyer = await createBuyer(app);
    const toggled = await buyer.call(endpoints.toggleFavourite, { query: { restaurant_id: "CD001" } });
    expect(toggled).toMatchObject({ status: 404, error: "restaurant_not_found" });
  });
});
