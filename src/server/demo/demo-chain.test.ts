import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseSheet } from "../modules/catalogue/catalogue-sheet.rules.ts";
import { type MenuSheetRow, menuColumns } from "../modules/catalogue/menu-sheet.rules.ts";
import { type RestaurantSheetRow, restaurantColumns } from "../modules/catalogue/restaurant-sheet.rules.ts";
import { staffColumns } from "../modules/catalogue/staff-sheet.rules.ts";
import { readDemo } from "./demo.ts";

const demo = readDemo();
const { categories, sales, pauses, customers } = demo;
const stores = readRows(parseSheet(demo.restaurants, restaurantColumns));
const dishes = readRows(parseSheet(demo.menu, menuColumns));
const staff = readRows(parseSheet(demo.staff, staffColumns));
const leftById = new Map(sales.map(({ dishId, left }) => [dishId, left]));
const defaultPoint = { lat: 31.1898, lng: 121.437 };
const media: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL("./media.json", import.meta.url), "utf8"),
);
const emoji = join(
  dirname(createRequire(import.meta.url).resolve("@lobehub/fluent-emoji-3d/package.json")),
  "assets",
);

function readRows<Row>({ rows, problems }: { rows: { values: Row }[]; problems: unknown[] }): Row[] {
  expect(problems).toEqual([]);
  return rows.map(({ values }) => values);
}

function metres(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lng - a.lng) * rad) / 2) ** 2;
  return 2 * 6_371_000 * Math.asin(Math.sqrt(h));
}

function inside({ lat, lng }: { lat: number; lng: number }, ring: [number, number][]): boolean {
  return ring.slice(1).reduce((within, [x2, y2], place) => {
    const [x1, y1] = ring[place]!;
    const crosses = y1 > lat !== y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1;
    return crosses ? !within : within;
  }, false);
}

/** Returns the ring of a delivery area: its corners, and the first one again. */
function toRing(corners: [number, number][]): [number, number][] {
  return [...corners, ...corners.slice(0, 1)];
}

function reaches(store: RestaurantSheetRow, point: { lat: number; lng: number }): boolean {
  if (!store.delivers) return false;
  if (store.delivery_polygon) return inside(point, toRing(store.delivery_polygon));
  return metres(store, point) <= store.delivery_radius;
}

/** Lists the hours of a restaurant; those of the demo are the same on all days. */
function listSpans({ week_hours }: RestaurantSheetRow) {
  const [monday = []] = week_hours;
  expect(week_hours.every((spans) => JSON.stringify(spans) === JSON.stringify(monday))).toBe(true);
  return monday;
}

const isAlwaysOpen = (store: RestaurantSheetRow) =>
  listSpans(store).some(([from, until]) => from === "00:00" && until === "24:00");
const isPaused = ({ restaurant_id }: RestaurantSheetRow) =>
  pauses.some(({ restaurantId, minutes }) => restaurantId === restaurant_id && minutes !== null);

function grouped<T>(list: T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

function emojiOf(path: string): string {
  const [, , folder = "", file = ""] = path.split("/");
  return join(emoji, `${media[folder]?.[file.replace(".webp", "")]}.webp`);
}

describe("the demo's restaurants", () => {
  it("are at least 40 in the 8 cities, each with a unique code", () => {
    expect(new Set(stores.map((store) => store.restaurant_id)).size).toBe(stores.length);
    expect(stores.length).toBeGreaterThanOrEqual(40);
    const perCity = grouped(stores, (store) => store.city_code);
    expect([...perCity.keys()].sort()).toEqual([
      "110100",
      "310100",
      "320100",
      "330100",
      "420100",
      "440100",
      "440300",
      "510100",
    ]);
    expect(perCity.get("310100")?.length).toBeGreaterThanOrEqual(10);
    expect(perCity.get("110100")?.length).toBeGreaterThanOrEqual(6);
  });

  it("serve the default point at any hour, delivery included", () => {
    const usable = stores.filter(
      (store) =>
        isAlwaysOpen(store) && store.accepts_orders && !isPaused(store) && reaches(store, defaultPoint),
    );
    expect(usable.filter((store) => metres(store, defaultPoint) <= 3000).length).toBeGreaterThanOrEqual(2);
    expect(stores.filter((store) => metres(store, defaultPoint) <= 3000).length).toBeGreaterThanOrEqual(4);
  });

  it("have delivery polygons around themselves, and the demo's special cases", () => {
    const polygons = stores.flatMap((store) =>
      store.delivery_polygon ? [{ store, ring: toRing(store.delivery_polygon) }] : [],
    );
    expect(polygons.filter(({ store, ring }) => !inside(store, ring))).toEqual([]);
    expect(polygons.length).toBeGreaterThanOrEqual(3);
    const codes = new Set(stores.map((store) => store.restaurant_id));
    expect(pauses.filter(({ restaurantId }) => !codes.has(restaurantId))).toEqual([]);
    expect(stores.filter(isPaused)).toHaveLength(2);
    expect(stores.filter((store) => !store.accepts_orders)).toHaveLength(1);
    const isOpenPastMidnight = (store: RestaurantSheetRow) =>
      listSpans(store).some(([from, until]) => until < from);
    expect(stores.filter(isOpenPastMidnight).length).toBeGreaterThanOrEqual(3);
  });

  it("have phone numbers that reach no real person: local numbers never begin with 0", () => {
    for (const { phone } of stores) expect(phone).toMatch(/^0\d{2,3}-05550\d{3}$/);
  });
});

describe("the demo's menu", () => {
  it("has at least 60 cards, unique ids and plausible prices", () => {
    expect(new Set(dishes.map((dish) => dish.dish_id)).size).toBe(dishes.length);
    const cards = new Map(dishes.map((dish) => [dish.spu_id, dish.name]));
    expect(cards.size).toBeGreaterThanOrEqual(60);
    expect(new Set(cards.values()).size).toBe(cards.size);
    for (const dish of dishes) {
      expect(dish.dish_id).toMatch(/^\d{5,6}$/);
      expect(dish.price, dish.name).toBeGreaterThanOrEqual(600);
      expect(dish.price, dish.name).toBeLessThanOrEqual(6800);
      expect(dish.original_price ?? Infinity, dish.name).toBeGreaterThan(dish.price);
      expect([...dish.description].length, dish.description).toBeGreaterThanOrEqual(12);
      expect([...dish.description].length, dish.description).toBeLessThanOrEqual(28);
      expect(dish.takeaway || dish.in_store, dish.name).toBe(true);
    }
  });

  it("fills every category at any hour, for takeaway and in-store, breakfast in its hours only", () => {
    expect(categories.length).toBeGreaterThanOrEqual(9);
    const used = new Set(dishes.map((dish) => dish.category));
    expect([...used].sort()).toEqual(categories.map((category) => category.name).sort());
    for (const { id, name } of categories) {
      const own = dishes.filter((dish) => dish.category === name);
      if (id === "breakfast") {
        expect(own.every((dish) => dish.day_parts?.join() === "breakfast")).toBe(true);
        continue;
      }
      const always = own.filter((dish) => dish.day_parts === null && leftById.get(dish.dish_id) !== 0);
      expect(
        always.some((dish) => dish.takeaway),
        id,
      ).toBe(true);
      expect(
        always.some((dish) => dish.in_store),
        id,
      ).toBe(true);
    }
  });

  it("has cards with variants, one sold-out dish and some with limited stock", () => {
    const specs = grouped(
      dishes.filter((dish) => dish.spec_name),
      (dish) => dish.spu_id,
    );
    for (const variants of specs.values()) {
      expect(variants.length).toBeGreaterThanOrEqual(2);
      expect(new Set(variants.map((dish) => dish.spec_name)).size).toBe(variants.length);
    }
    expect(specs.size).toBeGreaterThanOrEqual(10);
    expect([...leftById.keys()].sort()).toEqual(dishes.map((dish) => dish.dish_id).sort());
    const lefts = [...leftById.values()];
    expect(lefts.filter((left) => left === 0)).toHaveLength(1);
    expect(lefts.filter((left) => left === 20).length).toBeGreaterThanOrEqual(1);
    expect(lefts.filter((left) => left === null).length).toBeGreaterThan(dishes.length / 2);
  });
});

describe("the demo's images", () => {
  const out = mkdtempSync(join(tmpdir(), "shidan-media-"));
  afterAll(() => rmSync(out, { recursive: true }));

  it("all exist in the emoji package, are small, and none is listed without being used", () => {
    const paths = [...dishes.map((dish) => dish.image), ...categories.map((category) => category.icon)];
    const small = (path: string) => existsSync(emojiOf(path)) && statSync(emojiOf(path)).size <= 20_000;
    expect(paths.filter((path) => !small(path))).toEqual([]);
    const listed = Object.entries(media).flatMap(([folder, codes]) =>
      Object.keys(codes).map((name) => `/media/${folder}/${name}.webp`),
    );
    expect(listed.sort()).toEqual([...new Set(paths)].sort());
  });

  it("are copied with their licence to where the menu points", async () => {
    const script: string = new URL("../../../scripts/media.mjs", import.meta.url).href;
    const { copyDemoMedia }: { copyDemoMedia(outDir: string): Promise<number> } = await import(script);
    const count = await copyDemoMedia(out);
    expect(readdirSync(join(out, "media")).sort()).toEqual(["LICENSE.txt", "categories", "dishes"]);
    for (const dish of dishes) expect(existsSync(join(out, dish.image)), dish.image).toBe(true);
    for (const category of categories) expect(existsSync(join(out, category.icon)), category.icon).toBe(true);
    for (const { image } of dishes) {
      const head = readFileSync(join(out, image.replace(".webp", ".jpg"))).subarray(0, 3);
      expect(head, image).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    }
    expect(count).toBe(Object.values(media).flatMap((codes) => Object.keys(codes)).length);
  });
});

describe("the demo's people", () => {
  it("cover each role, and only the store role belongs to an existing restaurant", () => {
    expect(staff.map((one) => one.role).sort()).toEqual(["agent", "store"]);
    expect(demo.admins).toHaveLength(2);
    const codes = new Set(stores.map((store) => store.restaurant_id));
    for (const one of staff)
      expect(one.restaurant_ids.filter((code) => codes.has(code)).length === 1).toBe(one.role === "store");
  });

  it("have one default address each and a plausible order history", () => {
    const codes = new Map(stores.map((store) => [store.restaurant_id, store]));
    const menu = new Map<string, MenuSheetRow>(dishes.map((dish) => [dish.dish_id, dish]));
    expect(customers[0]).toMatchObject({ phone: "13800138000", nickname: "小满" });
    for (const customer of customers) {
      const [home, ...others] = customer.addresses.filter((address) => address.isDefault);
      expect(others).toEqual([]);
      const [lng = Number.NaN, lat = Number.NaN] = home!.poi.location.split(",").map(Number);
      for (const order of customer.orders) {
        const store = codes.get(order.restaurantId);
        const items = order.items.map(({ id, quantity }) => ({ dish: menu.get(id)!, quantity }));
        expect(items.filter(({ dish }) => !dish)).toEqual([]);
        expect(store, order.restaurantId).toBeDefined();
        expect([...order.remark].length).toBeLessThanOrEqual(50);
        if (order.orderType === "pickup") continue;
        expect(reaches(store!, { lat, lng }), `${customer.nickname} ${order.restaurantId}`).toBe(true);
        expect(items.every(({ dish }) => dish.takeaway)).toBe(true);
        expect(
          items.reduce((sum, { dish, quantity }) => sum + dish.price * quantity, 0),
        ).toBeGreaterThanOrEqual(2000);
      }
    }
  });
});
