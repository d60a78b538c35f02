import { brotliDecompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { type Statement, watchStatements } from "../../scripts/bench/scale/plans.ts";
import { Client } from "../support/api/Client.ts";
import { hoursJson } from "../support/api/hours.ts";
import { type SecondServer, startSecondServer } from "../support/api/SecondServer.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const store = "SH001";
const dishId = "10205";
const menuUrl = `${menuEndpoints.items.path}?restaurant_id=${store}`;
const listUrl = `${restaurantEndpoints.list.path}?lat=31.19&lng=121.43&pageSize=50`;
let app: TestApp;
let secondServer: SecondServer;
/** SQL statements that the first server sends to the database. */
let statements: { take(): Statement[] };

beforeAll(async () => {
  app = await startTestApp();
  secondServer = await startSecondServer(app);
  statements = watchStatements(app.database.pool);
  await app.server.inject(menuUrl);
  // Waits until both servers receive change notifications.
  const isReceived = () => app.content.isReliable && secondServer.app.content.isReliable;
  await vi.waitUntil(isReceived, { timeout: 30_000 });
});

beforeEach(() => {
  app.clock.set("2026-03-02T12:00:10+08:00");
});

afterEach(async () => {
  app.clock.reset();
  await app.ledgerCheck.resetBaseline();
});

afterAll(async () => {
  await secondServer.close();
  await app.close();
});

const urls = [
  menuUrl,
  `${menuUrl}&booking_time=2026-03-03%2008:00`,
  `${menuEndpoints.takeawayItems.path}?restaurant_id=${store}&category_id=1`,
  `${menuEndpoints.popular.path}?restaurant_id=${store}`,
  listUrl,
  `${listUrl}&service=takeaway`,
  `${restaurantEndpoints.detail.path}?id=${store}`,
  restaurantEndpoints.categories.path,
];

describe("a response that is the same for every client", () => {
  test.each(urls)("is made once and asked of no database again: %s", async (url) => {
    const first = await app.server.inject(url);
    statements.take();
    const second = await app.server.inject(url);
    expect(statements.take()).toEqual([]);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.body).toBe(first.body);
    expect(second.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-cache",
      vary: "accept-encoding",
    });
  });

  test.each(urls)("is not sent again to who has it, in every process alike: %s", async (url) => {
    const { etag } = (await app.server.inject(url)).headers;
    for (const { server } of [app, secondServer]) {
      for (const ifNoneMatch of [`${etag}`, `"other", ${etag}`, `${etag}`.replace("W/", ""), "*"]) {
        const again = await server.inject({ url, headers: { "if-none-match": ifNoneMatch } });
        expect([ifNoneMatch, again.statusCode, again.body, again.headers.etag]).toEqual([
          ifNoneMatch,
          304,
          "",
          etag,
        ]);
      }
      const other = await server.inject({ url, headers: { "if-none-match": '"other"' } });
      expect(other.statusCode).toBe(200);
    }
  });

  test("is sent compressed to clients that accept it, with equal content", async () => {
    const plain = await app.server.inject(menuUrl);
    const requestMenu = () => app.server.inject({ url: menuUrl, headers: { "accept-encoding": "gzip, br" } });
    await expect.poll(async () => (await requestMenu()).headers["content-encoding"]).toBe("br");
    const packed = await requestMenu();
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.headers.etag).toBe(plain.headers.etag);
  });

  test("contains nothing that its schema does not name", async () => {
    const { data } = (await app.server.inject(menuUrl)).json();
    expect(Object.keys(data[0])).not.toContain("dayParts");
    expect(Object.keys(data[0])).toHaveLength(14);
  });
});

async function fetchDish(server: TestApp["server"]) {
  const items = await new Client(server).data(menuEndpoints.items, { query: { restaurant_id: store } });
  return items.find(({ id }) => id === dishId);
}

async function fetchRestaurant(server: TestApp["server"]) {
  const page = await new Client(server).data(restaurantEndpoints.detail, { query: { id: store } });
  return page.data.stores[0];
}

describe("a change of the menu", () => {
  const set = (values: string) =>
    app.database.pool.query(
      `update store_dishes set ${values} where restaurant_id = '${store}' and dish_id = '${dishId}'`,
    );

  test.each([
    ["stock = 3", { stock: 3 }, "stock = null"],
    ["sold_out = true", { stock: 0 }, "sold_out = false"],
    ["price_fen = 4321", { price: 4321 }, "price_fen = null"],
    ["sales = 987654", { sales: 987654 }, "sales = 1"],
  ])("(%s) is seen in every process, and its end as well", async (values, shown, back) => {
    const before = await Promise.all([fetchDish(app.server), fetchDish(secondServer.server)]);
    await set(values);
    for (const { server } of [app, secondServer])
      await expect.poll(() => fetchDish(server)).toMatchObject(shown);
    await set(back);
    for (const { server } of [app, secondServer])
      await expect.poll(() => fetchDish(server)).not.toMatchObject(shown);
    expect(before[0]).toEqual(before[1]);
  });

  test("reloads that dish and not the menu", async () => {
    await fetchDish(app.server);
    statements.take();
    await app.sql(`update store_dishes set stock = 8 where restaurant_id = $1 and dish_id = $2`, [
      store,
      dishId,
    ]);
    await fetchDish(app.server);
    const reads = statements.take().filter(({ text }) => /^select .*store_dishes/.test(text));
    expect(reads).toHaveLength(1);
    expect(reads[0]?.text).toContain(`"dishes"."id" = any(`);
  });

  test("that affects all restaurants is applied to all at once", async () => {
    await app.sql("update store_dishes set stock = 5");
    const items = await new Client(secondServer.server).data(menuEndpoints.items, {
      query: { restaurant_id: store },
    });
    for (const { server } of [app, secondServer])
      await expect.poll(() => fetchDish(server)).toMatchObject({ stock: 5 });
    expect(items.length).toBeGreaterThan(5);
  });

  test.each([
    ["update dishes set name = '改名的菜' where id = $1", "update dishes set name = '原名' where id = $1"],
    [
      "update dishes set retired_at = now() where id = $1",
      "update dishes set retired_at = null where id = $1",
    ],
  ])("of the whole chain (%s) is seen", async (change, back) => {
    const before = await fetchDish(app.server);
    await app.sql(change, [dishId]);
    expect(await fetchDish(app.server)).not.toEqual(before);
    await app.sql(back, [dishId]);
    expect(await fetchDish(app.server)).toMatchObject({ id: dishId });
  });

  test("is never lost, however many arrive while menus are read", async () => {
    for (let stock = 1; stock <= 40; stock++) {
      const reads = Array.from({ length: 5 }, () => fetchDish(app.server));
      await app.sql(`update store_dishes set stock = $1 where restaurant_id = $2 and dish_id = $3`, [
        stock,
        store,
        dishId,
      ]);
      expect((await fetchDish(app.server))?.stock).toBe(stock);
      await Promise.all(reads);
    }
  });
});

describe("a restaurant", () => {
  test("that is paused is paused in every process, and reopens when the pause ends without an event", async () => {
    expect(await fetchRestaurant(app.server)).toMatchObject({ status: "open" });
    await app.sql("update restaurants set paused_until = $1 where id = $2", [
      "2026-03-02T12:00:40+08:00",
      store,
    ]);
    for (const { server } of [app, secondServer])
      await expect.poll(() => fetchRestaurant(server)).toMatchObject({ status: "paused" });
    app.clock.advance(40_000);
    for (const { server } of [app, secondServer])
      expect(await fetchRestaurant(server)).toMatchObject({ status: "open" });
    await app.sql("update restaurants set paused_until = null where id = $1", [store]);
  });

  test("opens and closes on the minute", async () => {
    await app.sql("update restaurants set week_hours = $2 where id = $1", [
      store,
      hoursJson("08:00", "12:01"),
    ]);
    expect(await fetchRestaurant(app.server)).toMatchObject({ status: "open" });
    app.clock.advance(60_000);
    expect(await fetchRestaurant(app.server)).toMatchObject({ status: "closed" });
    app.clock.advance(-60_000);
    expect(await fetchRestaurant(app.server)).toMatchObject({ status: "open" });
  });

  test("that has closed for good has no menu", async () => {
    expect((await app.server.inject(menuUrl)).statusCode).toBe(200);
    await app.sql("update restaurants set closed_at = now() where id = $1", [store]);
    for (const url of [menuUrl, `${restaurantEndpoints.detail.path}?id=${store}`])
      expect((await app.server.inject(url)).statusCode).toBe(404);
    await app.sql("update restaurants set closed_at = null where id = $1", [store]);
    expect((await app.server.inject(menuUrl)).statusCode).toBe(200);
  });
});

test("without the LISTEN connection nothing is cached and every response is current", async () => {
  const deafen =
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shidan-content' and datname = current_database()";
  for (let stock = 61; stock <= 65; stock++) {
    await app.database.pool.query(deafen);
    await app.database.pool.query(
      "update store_dishes set stock = $1 where restaurant_id = $2 and dish_id = $3",
      [stock, store, dishId],
    );
    await expect.poll(() => fetchDish(app.server)).toMatchObject({ stock });
  }
});
