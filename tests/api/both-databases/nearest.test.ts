import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { distanceMetres, type Position } from "#contract/distance.ts";
import { restaurantEndpoints as endpoints } from "#contract/restaurant/endpoints.ts";
import type { Restaurant } from "#contract/restaurant/schema.ts";
import { Client } from "../../support/api/Client.ts";
import { hoursJson } from "../../support/api/hours.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

type TestRestaurant = Position & { id: string; name: string; city: string; delivers: boolean };

let app: TestApp;
let visitor: Client;
let all: TestRestaurant[];

/** Clusters of restaurants: nearby ones, both sides of the date line, the pole, and a hundred at one spot. */
const towns = `(values ('T1', 31.2, 121.4, 0.3), ('T2', 31.9, 120.2, 0.5), ('T3', 45.8, 126.5, 2), ('T4', 10, 179.9, 1),
  ('T5', 12, -179.8, 1), ('T6', 89, 0, 1), ('T7', 30, 110, 0)) as t (code, lat, lng, wide)`;

/**
 * Restaurants that look farther in degrees but are nearer: east at high latitude, and across the date line.
 */
const hidden = `(select 'N' as code, n, 60 + case when n <= 20 then 0.09 + n * 0.0001 else 0.12 end as lat, 100 as lng
    from generate_series(1, 60) n
  union all select 'N', n, 60, 100.15 from generate_series(61, 65) n
  union all select 'D', n, -5, case when n <= 20 then 179.9 else 179.8 end - n * 0.0001 from generate_series(1, 60) n
  union all select 'D', n, -5, -179.99 from generate_series(61, 65) n) as h`;

const allDay = hoursJson("00:00", "24:00");
const columns = `id, name, address, city_name, district_name, gb_city_code, lat, lng, phone, week_hours, accepts_orders,
  delivers, delivery_radius_m, slot_capacity`;

beforeAll(async () => {
  app = await startTestApp();
  visitor = new Client(app.server);
  await app.sql("select setseed(0.3)");
  await app.sql(`insert into restaurants (${columns})
    select code || lpad(n::text, 4, '0'), case when n % 40 = 0 then '红烧' else '清蒸' end || n, '路', '城', '区', code,
      greatest(-90, least(90, lat + wide * (random() - 0.5))), greatest(-180, least(180, lng + wide * (random() - 0.5))),
      '0', '${allDay}', true, n % 30 = 0, 5000, 20
    from ${towns}, generate_series(1, 300) n`);
  await app.sql(`insert into restaurants (${columns}) select code || n, '店' || n, '路', '城', '区', code, lat, lng, '0',
    '${allDay}', true, false, 5000, 20 from ${hidden}`);
  await app.sql("analyze restaurants");
  all = await app.sql(
    "select id, name, lat, lng, gb_city_code as city, delivers from restaurants where closed_at is null",
  );
});

afterAll(async () => {
  await app.close();
});

/** Computes the distances by a full scan, in whole metres, so that ties do not matter. */
function expectedDistances(point: Position, fits: (store: TestRestaurant) => boolean): number[] {
  return all
    .filter(fits)
    .map((store) => distanceMetres(point, store))
    .sort((a, b) => a - b);
}

const distances = (list: Restaurant[]) => list.map(({ distance }) => distance);
/** Degrees with six decimals, as phones send them. */
const degrees = (min: number, max: number) =>
  fc.integer({ min: min * 1e6, max: max * 1e6 }).map((millionths) => millionths / 1e6);
const anywhere = fc.oneof(
  fc.record({ lat: degrees(-90, 90), lng: degrees(-180, 180) }),
  fc.record({ lat: degrees(29, 33), lng: degrees(118, 123) }),
  fc.record({ lat: degrees(8, 14), lng: fc.constantFrom(-180, -179.9, 179.9, 180) }),
);
const page = fc.record({ page: fc.constantFrom(1, 2, 7, 40), pageSize: fc.constantFrom(1, 10, 50) });
const runs = { numRuns: 40 };

describe("nearest of two thousand restaurants,", () => {
  test("all: exactly those of a full scan, on every page", async () => {
    await fc.assert(
      fc.asyncProperty(anywhere, page, async (point, at) => {
        const from = (at.page - 1) * at.pageSize;
        const { data } = await visitor.data(endpoints.list, { query: { ...point, ...at } });
        const wanted = expectedDistances(point, () => true);
        expect(distances(data.stores)).toEqual(wanted.slice(from, from + at.pageSize));
        expect(data.has_more).toBe(wanted.length > from + at.pageSize);
      }),
      runs,
    );
  });

  test.each([
    ["east in the north", { lat: 60, lng: 100 }, "N"],
    ["over the date line", { lat: -5, lng: 179.99 }, "D"],
  ])("all are not hidden by the map: %s", async (_where, point, code) => {
    const { data } = await visitor.data(endpoints.list, { query: point });
    expect(distances(data.stores)).toEqual(expectedDistances(point, () => true).slice(0, 10));
    const ids = data.stores.map(({ storecode }) => storecode);
    expect(ids.slice(0, 5)).toEqual([61, 62, 63, 64, 65].map((n) => `${code}${n}`));
  });

  test("in a city: all of them, however far", async () => {
    await fc.assert(
      fc.asyncProperty(anywhere, fc.constantFrom("T1", "T3", "T5"), async (point, gbCityCode) => {
        const { data } = await visitor.data(endpoints.list, {
          query: { ...point, gbCityCode, pageSize: 50 },
        });
        const wanted = expectedDistances(point, (store) => store.city === gbCityCode);
        expect(distances(data.stores)).toEqual(wanted.slice(0, 50));
      }),
      runs,
    );
  });

  test("by keyword: found, whether common or rare, in one city or in all", async () => {
    const keyword = fc.constantFrom("红烧", "清", "清蒸1", "蒸27", "红烧280");
    const cities = fc.constantFrom(undefined, "T2", "T4");
    await fc.assert(
      fc.asyncProperty(anywhere, keyword, cities, async (point, keyword, gbCityCode) => {
        const query = { ...point, keyword, ...(gbCityCode ? { gbCityCode } : {}) };
        const { data } = await visitor.data(endpoints.search, { query });
        const isMeant = (item: TestRestaurant) =>
          item.name.includes(keyword) && (gbCityCode === undefined || item.city === gbCityCode);
        expect(distances(data.stores)).toEqual(expectedDistances(point, isMeant).slice(0, 50));
      }),
      runs,
    );
  });

  test("that deliver: found among many that do not", async () => {
    await fc.assert(
      fc.asyncProperty(anywhere, async (point) => {
        const query = { ...point, service: "takeaway" as const, pageSize: 50 };
        const { data } = await visitor.data(endpoints.list, { query });
        const inReach = data.stores.filter((item) => item.distance < 5_000 && item.storecode.startsWith("T"));
        const wanted = expectedDistances(point, (store) => store.id.startsWith("T") && store.delivers);
        expect(distances(inReach)).toEqual(wanted.filter((metres) => metres < 5_000));
      }),
      runs,
    );
  });
});
