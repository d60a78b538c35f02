import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restaurantEndpoints as endpoints } from "#contract/restaurant/endpoints.ts";
import { createBuyer } from "../../support/api/buyers.ts";
import { Client } from "../../support/api/Client.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

let app: TestApp;
let visitor: Client;

beforeAll(async () => {
  app = await startTestApp();
  visitor = new Client(app.server);
  await app.sql("update restaurants set name = '满100%减_元\\店' where id = 'NJ004'");
});

afterAll(async () => {
  await app.close();
});

async function searchRestaurants(keyword: string, gbCityCode?: string): Promise<string[]> {
  const { data } = await visitor.data(endpoints.search, {
    query: { keyword, ...(gbCityCode ? { gbCityCode } : {}) },
  });
  return data.stores.map((one) => one.storecode);
}

describe("searching restaurants", () => {
  test.each([
    ["a name", "徐家汇", "SH001"],
    ["a part of an address", "虹桥路1号", "SH001"],
    ["a city", "成都", "CD001"],
    ["blanks around", "  国贸 ", "BJ001"],
  ])("finds by %s", async (_what, keyword, storecode) => {
    expect(await searchRestaurants(keyword)).toContain(storecode);
  });

  test("is limited to a city when one is given", async () => {
    expect(await searchRestaurants("国贸", "110100")).toContain("BJ001");
    expect(await searchRestaurants("国贸", "310100")).toEqual([]);
    const inBeijing = await searchRestaurants("食单", "110100");
    expect(inBeijing.length).toBeGreaterThan(3);
    expect(inBeijing.filter((id) => !id.startsWith("BJ"))).toEqual([]);
    expect(await searchRestaurants("食单", "999999")).toEqual([]);
  });

  test("returns an empty list for keywords without a match", async () => {
    expect(await searchRestaurants("没有这家")).toEqual([]);
  });

  test.each(["%", "_", "\\", "100%减_元\\"])("takes %s for the sign itself", async (keyword) => {
    expect(await searchRestaurants(keyword)).toEqual(["NJ004"]);
  });

  test.each(["' or 1=1 --", "徐家汇'; select pg_sleep(5); --", "%%' union select 1 --", "%' and '1'='1"])(
    "finds nothing for %s",
    async (keyword) => {
      expect(await searchRestaurants(keyword)).toEqual([]);
    },
  );

  test.each([{ keyword: "" }, { keyword: "长".repeat(51) }, {}, { keyword: "a\u0000" }])(
    "refuses %j",
    async (query) => {
      expect(await visitor.call(endpoints.search, { query: query as { keyword: string } })).toMatchObject({
        status: 400,
        error: "validation",
      });
    },
  );
});

describe("favourites", () => {
  const toggleFavourite = (client: Client, restaurant_id: string, overrides = {}) =>
    client.data(endpoints.toggleFavourite, { query: { restaurant_id, ...overrides } });

  test("toggle with each call, newest first, per customer", async () => {
    const [one, other] = [await createBuyer(app), await createBuyer(app)];
    expect(await toggleFavourite(one, "SH002")).toEqual({ is_favorite: true });
    app.clock.advance(1_000);
    expect(await toggleFavourite(one, "BJ001")).toEqual({ is_favorite: true });
    const listed = await one.data(endpoints.favourites);
    expect(listed.map((store) => store.restaurant_id)).toEqual(["BJ001", "SH002"]);
    expect(await other.data(endpoints.favourites)).toEqual([]);
    expect(await toggleFavourite(one, "BJ001")).toEqual({ is_favorite: false });
    expect(await one.data(endpoints.favourites)).toHaveLength(1);
  });

  test("have the chain's own names, whatever the client sends", async () => {
    const buyer = await createBuyer(app);
    await toggleFavourite(buyer, "SH002", { restaurant_name: "<b>假店</b>", restaurant_address: "假地址" });
    expect(await buyer.data(endpoints.favourites)).toEqual([
      {
        restaurant_id: "SH002",
        restaurant_name: "食单·上海体育馆店",
        restaurant_address: "上海市徐汇区天钥桥路666号1层",
      },
    ]);
  });

  test("survive twenty concurrent taps", async () => {
    const buyer = await createBuyer(app);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        buyer.call(endpoints.toggleFavourite, { query: { restaurant_id: "SH003" } }),
      ),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect((await buyer.data(endpoints.favourites)).length).toBeLessThanOrEqual(1);
  });

  test("of an unknown restaurant are refused", async () => {
    const buyer = await createBuyer(app);
    expect(await buyer.call(endpoints.toggleFavourite, { query: { restaurant_id: "NOPE" } })).toMatchObject({
      status: 404,
      error: "restaurant_not_found",
    });
  });
});
