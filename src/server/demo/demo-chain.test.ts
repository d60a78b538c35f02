import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type DemoRestaurant, demoChain } from "./demo-chain.ts";

const { stores, categories, dishes, staff, customers } = demoChain;
const defaultPoint = { lat: 31.1898, lng: 121.437 };
const media: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL("./media.json", import.meta.url), "utf8"),
);
const emoji = join(
  dirname(createRequire(import.meta.url).resolve("@lobehub/fluent-emoji-3d/package.json")),
  "assets",
);

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

function reaches(store: DemoRestaurant, point: { lat: number; lng: number }): boolean {
  if (!store.delivers) return false;
  if (store.deliveryPolygon) return inside(point, store.deliveryPolygon);
  return metres(store, point) <= store.deliveryRadiusM;
}

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
    expect(new Set(stores.map((store) => store.storecode)).size).toBe(stores.length);
    expect(stores.length).toBeGreaterThanOrEqual(40);
    const perCity = grouped(stores, (store) => store.gbCityCode);
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
    const never = (store: DemoRestaurant) => store.startTime === "00:00" && store.endTime === "24:00";
    const usable = stores.filter(
      (store) =>
        never(store) && store.acceptsOrders && store.pausedMinutes === null && reaches(store, defaultPoint),
    );
    expect(usable.filter((store) => metres(store, defaultPoint) <= 3000).length).toBeGreaterThanOrEqual(2);
    expect(stores.filter((store) => metres(store, defaultPoint) <= 3000).length).toBeGreaterThanOrEqual(4);
  });

  it("have hours in HH:mm, closed delivery polygons around themselves, and the demo's special cases", () => {
    for (const store of stores) {
      expect(store.startTime).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
      expect(store.endTime).toMatch(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);
      if (!store.deliveryPolygon) continue;
      expect(store.deliveryPolygon.at(-1)).toEqual(store.deliveryPolygon[0]);
      expect(inside(store, store.deliveryPolygon)).toBe(true);
    }
    expect(stores.filter((store) => store.pausedMinutes !== null)).toHaveLength(2);
    expect(stores.filter((store) => !store.acceptsOrders)).toHaveLength(1);
    expect(stores.filter((store) => store.endTime < store.startTime).length).toBeGreaterThanOrEqual(3);
    expect(stores.filter((store) => store.deliveryPolygon).length).toBeGreaterThanOrEqual(3);
  });
});

describe("the demo's menu", () => {
  it("has at least 60 cards, unique ids and plausible prices", () => {
    expect(new Set(dishes.map((dish) => dish.id)).size).toBe(dishes.length);
    const cards = new Map(dishes.map((dish) => [dish.spuId ?? dish.id, dish.spuName ?? dish.name]));
    expect(cards.size).toBeGreaterThanOrEqual(60);
    expect(new Set(cards.values()).size).toBe(cards.size);
    for (const dish of dishes) {
      expect(dish.id).toMatch(/^\d{5,6}$/);
      expect(Number.isInteger(dish.priceFen), dish.name).toBe(true);
      expect(dish.priceFen, dish.name).toBeGreaterThanOrEqual(600);
      expect(dish.priceFen, dish.name).toBeLessThanOrEqual(6800);
      expect(dish.originalPriceFen ?? Infinity, dish.name).toBeGreaterThan(dish.priceFen);
      expect([...dish.description].length, dish.description).toBeGreaterThanOrEqual(12);
      expect([...dish.description].length, dish.description).toBeLessThanOrEqual(28);
      expect(dish.takeaway || dish.inStore, dish.name).toBe(true);
    }
  });

  it("fills every category at any hour, for takeaway and in-store, breakfast in its hours only", () => {
    expect(categories.length).toBeGreaterThanOrEqual(9);
    expect(new Set(categories.map((category) => category.rank)).size).toBe(categories.length);
    const used = new Set(dishes.map((dish) => dish.categoryId));
    expect([...used].sort()).toEqual(categories.map((category) => category.id).sort());
    for (const { id } of categories) {
      const own = dishes.filter((dish) => dish.categoryId === id);
      if (id === "breakfast") {
        expect(own.every((dish) => dish.dayParts?.join() === "breakfast")).toBe(true);
        continue;
      }
      const always = own.filter((dish) => dish.dayParts === null && dish.stock !== 0);
      expect(
        always.some((dish) => dish.takeaway),
        id,
      ).toBe(true);
      expect(
        always.some((dish) => dish.inStore),
        id,
      ).toBe(true);
    }
  });

  it("has cards with variants, one sold-out dish and some with limited stock", () => {
    const specs = grouped(
      dishes.filter((dish) => dish.spuId),
      (dish) => dish.spuId ?? "",
    );
    for (const variants of specs.values()) {
      expect(variants.length).toBeGreaterThanOrEqual(2);
      expect(new Set(variants.map((dish) => dish.specName)).size).toBe(variants.length);
    }
    expect(specs.size).toBeGreaterThanOrEqual(10);
    expect(dishes.filter((dish) => dish.stock === 0)).toHaveLength(1);
    expect(dishes.filter((dish) => dish.stock === 20).length).toBeGreaterThanOrEqual(1);
    expect(dishes.filter((dish) => dish.stock === null).length).toBeGreaterThan(dishes.length / 2);
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
    expect(staff.map((one) => one.role).sort()).toEqual(["admin", "admin", "agent", "store"]);
    const codes = new Set(stores.map((store) => store.storecode));
    for (const one of staff)
      expect(one.storecode !== null && codes.has(one.storecode)).toBe(one.role === "store");
  });

  it("have one default address each and a plausible order history", () => {
    const codes = new Map(stores.map((store) => [store.storecode, store]));
    const menu = new Map(dishes.map((dish) => [dish.id, dish]));
    expect(customers[0]).toMatchObject({ phone: "13800138000", nickname: "小满" });
    for (const customer of customers) {
      const [home, ...others] = customer.addresses.filter((address) => address.isDefault);
      expect(others).toEqual([]);
      const [lng = Number.NaN, lat = Number.NaN] = home!.poi.location.split(",").map(Number);
      for (const order of customer.orders) {
        const store = codes.get(order.storecode);
        const items = order.items.map(({ id, quantity }) => ({ dish: menu.get(id)!, quantity }));
        expect(items.filter(({ dish }) => !dish)).toEqual([]);
        expect(store, order.storecode).toBeDefined();
        expect([...order.remark].length).toBeLessThanOrEqual(50);
        if (order.orderType === "pickup") continue;
        expect(reaches(store!, { lat, lng }), `${customer.nickname} ${order.storecode}`).toBe(true);
        expect(items.every(({ dish }) => dish.takeaway)).toBe(true);
        expect(
          items.reduce((sum, { dish, quantity }) => sum + dish.priceFen * quantity, 0),
        ).toBeGreaterThanOrEqual(2000);
      }
    }
  });
});
