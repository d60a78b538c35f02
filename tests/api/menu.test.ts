import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { menuCategoryIds } from "#contract/constants.ts";
import { menuEndpoints as endpoints } from "#contract/menu/endpoints.ts";
import type { MenuItem } from "#contract/menu/schema.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { readDemo } from "#server/demo/demo.ts";
import { parseSheet } from "#server/modules/catalogue/catalogue-sheet.rules.ts";
import { type MenuSheetRow, menuColumns } from "#server/modules/catalogue/menu-sheet.rules.ts";
import { Client } from "../support/api/Client.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const restaurant_id = "SH001";
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

const listIds = (items: readonly Pick<MenuItem, "id">[]) => items.map((item) => item.id).sort();

/** Lists the ids of the chain's dishes that the demo's menu shows at a part of the day. */
function expectedIds(isIn: (dish: MenuSheetRow) => boolean, part: string | null): string[] {
  return parseSheet(readDemo().menu, menuColumns)
    .rows.map(({ values }) => values)
    .filter((dish) => isIn(dish) && (dish.day_parts === null || dish.day_parts.some((item) => item === part)))
    .map((dish) => dish.dish_id)
    .sort();
}

describe("the menu sets", () => {
  test("are the takeaway one under 1 and the restaurant's one under 2, which is the default", async () => {
    app.clock.set("2026-03-02T12:00:00+08:00");
    const takeaway = await visitor.data(endpoints.takeawayItems, {
      query: { restaurant_id, category_id: "1" },
    });
    const inStore = await visitor.data(endpoints.items, { query: { restaurant_id, category_id: "2" } });
    expect(listIds(takeaway)).toEqual(expectedIds((dish) => dish.takeaway, "lunch"));
    expect(listIds(inStore)).toEqual(expectedIds((dish) => dish.in_store, "lunch"));
    expect(listIds(takeaway)).not.toEqual(listIds(inStore));
    expect(await visitor.data(endpoints.items, { query: { restaurant_id } })).toEqual(inStore);
    expect(listIds(await visitor.data(endpoints.takeawayItems, { query: { restaurant_id } }))).toEqual(
      listIds(inStore),
    );
  });

  test("have no other ids", async () => {
    const query = { restaurant_id, category_id: "3" as "1" };
    expect(await visitor.call(endpoints.items, { query })).toMatchObject({
      status: 400,
      error: "validation",
    });
  });

  test("belong to existing restaurants", async () => {
    for (const endpoint of [endpoints.items, endpoints.takeawayItems, endpoints.popular]) {
      const response = await visitor.call(endpoint as typeof endpoints.items, {
        query: { restaurant_id: "NOPE" },
      });
      expect(response).toMatchObject({ status: 404, error: "restaurant_not_found" });
    }
  });

  test("are grouped by category, with the fields that a dish card needs", async () => {
    const items = await visitor.data(endpoints.takeawayItems, {
      query: { restaurant_id, category_id: menuCategoryIds.takeaway },
    });
    const ranks = items.map((item) => item.cat_rank);
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    const rubrics = await visitor.data(restaurantEndpoints.categories);
    expect(rubrics.map((one) => one.cat_rank)).toEqual(
      rubrics.map((one) => one.cat_rank).sort((a, b) => a - b),
    );
    for (const item of items) {
      expect(rubrics.map((one) => one.name)).toContain(item.category);
      expect(item).toMatchObject({
        price: expect.any(Number),
        image: expect.stringMatching(/^\/media\/dishes\/[\w-]+\.webp$/),
        delivery_fee: 500,
        min_order_amount: 2000,
        delivery_time: "30-45分钟",
        is_available_for_delivery: true,
      });
      expect(Number.isInteger(item.price) && item.price > 0).toBe(true);
    }
  });

  test("list variants as separate items that name their card", async () => {
    const items = await visitor.data(endpoints.items, { query: { restaurant_id } });
    const cards = new Map<string, MenuItem[]>();
    for (const item of items) {
      if (item.spu_id !== null) cards.set(item.spu_id, [...(cards.get(item.spu_id) ?? []), item]);
    }
    expect(cards.size).toBeGreaterThan(3);
    for (const variants of cards.values()) {
      expect(new Set(variants.map((item) => item.spu_name)).size).toBe(1);
      expect(new Set(variants.map((item) => item.spec_name)).size).toBe(variants.length);
    }
  });
});

describe("the parts of the day", () => {
  test.each([
    ["05:59", null],
    ["06:00", "breakfast"],
    ["09:59", "breakfast"],
    ["10:00", "lunch"],
    ["13:59", "lunch"],
    ["14:00", "tea"],
    ["17:00", "dinner"],
    ["21:00", "night"],
    ["23:59", "night"],
    ["00:00", null],
  ])("decide what is sold at %s in Shanghai (%s)", async (time, part) => {
    app.clock.set(`2026-03-02T${time}:00+08:00`);
    const items = await visitor.data(endpoints.items, { query: { restaurant_id } });
    expect(listIds(items)).toEqual(expectedIds((dish) => dish.in_store, part));
  });

  test("follow the booked time when one is requested", async () => {
    app.clock.set("2026-03-02T12:00:00+08:00");
    const query = { restaurant_id, booking_time: "2026-03-03 08:00" };
    expect(listIds(await visitor.data(endpoints.items, { query }))).toEqual(
      expectedIds((dish) => dish.in_store, "breakfast"),
    );
    query.booking_time = "2028-02-29 15:00";
    expect(listIds(await visitor.data(endpoints.items, { query }))).toEqual(
      expectedIds((dish) => dish.in_store, "tea"),
    );
  });

  test.each([
    "2026-02-29 12:00",
    "2026-02-30 12:00",
    "2026-04-31 12:00",
    "2026-13-01 12:00",
    "2026-00-10 12:00",
    "2026-03-02 24:00",
    "2026-03-02 25:00",
    "2026-03-02 12:60",
    "2026-03-02",
    "2026-03-02T12:00",
    "tomorrow",
  ])("do not exist at %s", async (booking_time) => {
    const response = await visitor.call(endpoints.items, { query: { restaurant_id, booking_time } });
    expect(response).toMatchObject({ status: 400, error: "validation", data: { field: "booking_time" } });
  });
});

describe("a dish", () => {
  async function dish(id: string): Promise<MenuItem | undefined> {
    const items = await visitor.data(endpoints.items, { query: { restaurant_id } });
    return items.find((item) => item.id === id);
  }

  async function change(column: string, value: unknown): Promise<void> {
    const sql = `update store_dishes set ${column} = $1 where restaurant_id = 'SH001' and dish_id = '10205'`;
    await app.sql(sql, [value]);
  }

  test("that is sold out is shown with a stock of zero, also when portions are counted", async () => {
    await change("stock", 7);
    expect(await dish("10205")).toMatchObject({ stock: 7 });
    await change("sold_out", true);
    expect(await dish("10205")).toMatchObject({ stock: 0 });
    await change("sold_out", false);
    await change("stock", null);
    expect(await dish("10205")).toMatchObject({ stock: null });
  });

  test("has the restaurant's price where the restaurant sets one", async () => {
    const price = (await dish("10205"))?.price;
    await change("price_fen", 4_100);
    expect(await dish("10205")).toMatchObject({ price: 4_100 });
    const otherMenu = await visitor.data(endpoints.items, { query: { restaurant_id: "SH002" } });
    expect(otherMenu.find((item) => item.id === "10205")?.price).toBe(price);
    await change("price_fen", null);
  });

  test("that the chain removed from the menu is not listed", async () => {
    await app.sql("update dishes set retired_at = now() where id = '10205'");
    expect(await dish("10205")).toBeUndefined();
    await app.sql("update dishes set retired_at = null where id = '10205'");
    expect(await dish("10205")).toBeDefined();
  });
});

describe("the popular dishes of a restaurant", () => {
  const popular = async () => await visitor.data(endpoints.popular, { query: { restaurant_id } });

  test("are the eight best sellers of its takeaway menu, one variant of each", async () => {
    app.clock.set("2026-03-02T12:00:00+08:00");
    const menu = await visitor.data(endpoints.takeawayItems, { query: { restaurant_id, category_id: "1" } });
    const dishes = await popular();
    expect(dishes).toHaveLength(8);
    const kinds = dishes.map(({ id, spu_id }) => spu_id ?? id);
    expect(new Set(kinds).size).toBe(8);
    expect(dishes.map(({ sales }) => sales)).toEqual(dishes.map(({ sales }) => sales).sort((a, b) => b - a));
    const least = dishes.at(-1)?.sales ?? 0;
    for (const { id, spu_id, sales } of menu)
      if (sales > least) expect(kinds, `${id} sold ${sales}`).toContain(spu_id ?? id);
  });

  test("exclude sold-out dishes at once", async () => {
    const [first] = await popular();
    if (first === undefined) throw new Error("nothing is popular");
    const mark = (soldOut: boolean) =>
      app.database.pool.query(
        "update store_dishes set sold_out = $1 where restaurant_id = $2 and dish_id in (select id from dishes where id = $3 or spu_id = $4)",
        [soldOut, restaurant_id, first.id, first.spu_id],
      );
    await mark(true);
    try {
      await expect.poll(async () => (await popular()).map(({ id }) => id)).not.toContain(first.id);
    } finally {
      await mark(false);
    }
    await expect.poll(async () => (await popular())[0]?.id).toBe(first.id);
  });
});
