import { once } from "node:events";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { isConnectionLost, isDatabaseUnavailable } from "#server/platform/database/database-errors.ts";
import { type BuiltPages, buildPages } from "../../support/api/builtPages.ts";
import { type Buyer, createBuyer, takeawayOrderForm } from "../../support/api/buyers.ts";
import { endpointUrl } from "../../support/api/namedEndpoints.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { databaseUrl } from "../../support/databases/sql.ts";

const store = "SH001";
const menuUrl = `${menuEndpoints.items.path}?restaurant_id=${store}`;
const cachedUrls = [
  menuUrl,
  `${menuEndpoints.takeawayItems.path}?restaurant_id=${store}&category_id=1`,
  `${menuEndpoints.popular.path}?restaurant_id=${store}`,
  `${restaurantEndpoints.list.path}?pageSize=1`,
  `${restaurantEndpoints.detail.path}?id=${store}`,
  restaurantEndpoints.categories.path,
];

const maxAgeMinutes = 5;

let pages: BuiltPages;
let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  pages = await buildPages();
  const { webFolder, ssrFolder } = pages;
  app = await startTestApp({
    webFolder,
    ssrFolder,
    allowsConnectionLoss: true,
    settings: { OLD_ANSWER_MINUTES: String(maxAgeMinutes) },
  });
  buyer = await createBuyer(app);
});

beforeEach(async () => {
  await expect.poll(() => app.content.isReliable, { timeout: 30_000 }).toBe(true);
});

afterAll(async () => {
  await app.close();
  await pages.remove();
});

const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ url, headers });

/** Blocks new database connections and ends the open ones until the work is done. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const url = app.config.databaseUrl ?? "";
  const client = new pg.Client({ connectionString: databaseUrl(url, "postgres") });
  const name = new URL(url).pathname.slice(1);
  await client.connect();
  try {
    await client.query(`alter database ${name} with allow_connections false`);
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    // A connection that ends later than the others would fail a query after the work.
    const countConnections = async () => {
      const text = "select count(*)::int as number from pg_stat_activity where datname = $1";
      return (await client.query<{ number: number }>(text, [name])).rows[0]?.number;
    };
    await expect.poll(countConnections, { timeout: 30_000 }).toBe(0);
    await expect.poll(() => app.content.isReliable, { timeout: 30_000 }).toBe(false);
    await work();
  } finally {
    await client.query(`alter database ${name} with allow_connections true`);
    await client.end();
  }
}

/** Does the work as if so many minutes had passed. */
async function later(minutes: number, work: () => Promise<void>): Promise<void> {
  const real = performance.now;
  performance.now = () => real.call(performance) + minutes * 60_000;
  try {
    await work();
  } finally {
    performance.now = real;
  }
}

const changeRestaurant = "update restaurants set phone = phone || '1' where id = $1";
const changeDish =
  "update store_dishes set sold_out = not sold_out where restaurant_id = $1 and dish_id = '10205'";

test("what is known to be outdated is sent for half a minute while the database is only busy", async () => {
  const detailUrl = `${restaurantEndpoints.detail.path}?id=${store}`;
  for (const url of [menuUrl, detailUrl]) expect((await get(url)).statusCode).toBe(200);
  await app.sql(changeRestaurant, [store]);
  const client = new pg.Client({ connectionString: app.config.databaseUrl ?? "" });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("lock table restaurants in access exclusive mode");
    for (const { statusCode, headers } of await Promise.all([menuUrl, detailUrl].map((url) => get(url)))) {
      expect(statusCode).toBe(200);
      expect(Number(headers.age)).toBeLessThanOrEqual(30);
    }
    await later(1, async () => {
      for (const { statusCode, headers } of await Promise.all([menuUrl, detailUrl].map((url) => get(url))))
        expect([statusCode, headers["retry-after"]]).toEqual([503, "2"]);
    });
  } finally {
    await client.end();
  }
  const after = await get(menuUrl);
  expect([after.statusCode, after.headers.age]).toEqual([200, undefined]);
});

test("a connection that is lost between two statements of a transaction is a database that cannot be reached", async () => {
  const clients: (pg.PoolClient & { processID?: number })[] = [];
  const note = (client: pg.PoolClient) => void clients.push(client);
  app.database.pool.on("acquire", note);
  const failure = app.database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>("select pg_backend_pid() as pid");
    const pid = rows[0]?.pid;
    const own = clients.find(({ processID }) => processID === pid);
    if (own === undefined) throw new Error("the transaction's connection was not seen");
    const lost = once(own, "error");
    await app.sql("select pg_terminate_backend($1, 10000)", [pid]);
    // The driver hears of it while no statement runs.
    await lost;
    await tx.execute("select 1");
  });
  await expect(failure).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(failure).rejects.toSatisfy(isConnectionLost);
  app.database.pool.off("acquire", note);
});

describe("while the database is away", () => {
  test("menus and restaurants are served from the cache with their age, and not cached by clients", async () => {
    const before = await Promise.all(cachedUrls.map((url) => get(url)));
    expect(before.map(({ statusCode }) => statusCode)).toEqual(cachedUrls.map(() => 200));
    await withoutDatabase(async () => {
      for (const [nth, url] of cachedUrls.entries()) {
        const { etag } = before[nth]?.headers ?? {};
        const old = await get(url, { "if-none-match": String(etag) });
        expect([url, old.statusCode, old.body === before[nth]?.body]).toEqual([url, 200, true]);
        expect(old.headers).toMatchObject({ "cache-control": "no-store", etag });
        expect(Number(old.headers.age)).toBeLessThan(60);
      }
      expect((await get(appEndpoints.settings.path)).statusCode).toBe(200);
    });
    await expect.poll(() => app.content.isReliable, { timeout: 30_000 }).toBe(true);
    await expect.poll(async () => (await get(menuUrl)).headers.age, { timeout: 30_000 }).toBeUndefined();
    expect((await get(menuUrl)).headers["cache-control"]).toBe("no-cache");
  });

  test("first screens are served, and refetch everything", async () => {
    const url = `/menu?restaurant_id=${store}`;
    const before = (await get(url)).body;
    expect(before).toContain("徐家汇店");
    await withoutDatabase(async () => {
      const old = await get(url);
      expect(old.body).toContain("徐家汇店");
      expect(old.headers["cache-control"]).toBe("no-store");
      expect(Number(old.headers.age)).toBeLessThan(60);
      expect(/id="sent">\{"isOld":true,/.test(old.body)).toBe(/id="sent">/.test(before));
    });
  });

  test("uncached data, personal data and every order are refused with a retry time", async () => {
    const authorization = `Bearer ${buyer.token}`;
    await withoutDatabase(async () => {
      const refused = await Promise.all([
        get(`${menuEndpoints.items.path}?restaurant_id=SH009`),
        get(userEndpoints.info.path, { authorization }),
        get(menuEndpoints.takeawayStart.path, { authorization }),
        app.server.inject({
          method: "POST",
          url: endpointUrl(orderEndpoints.create),
          headers: { authorization },
          payload: takeawayOrderForm(buyer),
        }),
      ]);
      for (const { statusCode, headers } of refused)
        expect([statusCode, headers["retry-after"]]).toEqual([503, "2"]);
    });
  });

  test("a change that was announced but cannot be read does not remove the menu", async () => {
    await get(menuUrl);
    const setSoldOut = (is: boolean) =>
      app.sql(`update store_dishes set sold_out = ${is} where restaurant_id = $1 and dish_id = '10205'`, [
        store,
      ]);
    await setSoldOut(true);
    await withoutDatabase(async () => {
      expect((await get(menuUrl)).statusCode).toBe(200);
      expect((await get(menuUrl)).statusCode).toBe(200);
    });
    await setSoldOut(false);
  });

  test("what was announced as changed, by a restaurant or by a new connection, is served as it was", async () => {
    await Promise.all(cachedUrls.map((url) => get(url)));
    await app.sql(changeRestaurant, [store]);
    await app.content.waitForDelivery();
    await withoutDatabase(async () => {
      for (const url of cachedUrls) expect([url, (await get(url)).statusCode]).toEqual([url, 200]);
    });
    await expect.poll(() => app.content.isReliable, { timeout: 30_000 }).toBe(true);
    // Nothing was requested since the connection is a new one.
    await withoutDatabase(async () => {
      for (const url of cachedUrls) expect([url, (await get(url)).statusCode]).toEqual([url, 200]);
    });
  });

  test("nothing older than the configured age is served", async () => {
    await get(menuUrl);
    await withoutDatabase(async () => {
      expect((await get(menuUrl)).statusCode).toBe(200);
      await later(maxAgeMinutes + 1, async () => {
        const late = await get(menuUrl);
        expect([late.statusCode, late.headers["retry-after"]]).toEqual([503, "2"]);
      });
    });
  });

  test.each([
    { what: "its restaurant", change: changeRestaurant, minutes: 2, status: 200 },
    { what: "its restaurant", change: changeRestaurant, minutes: maxAgeMinutes + 1, status: 503 },
    { what: "a dish", change: changeDish, minutes: 2, status: 200 },
    { what: "a dish", change: changeDish, minutes: maxAgeMinutes + 1, status: 503 },
  ])(
    "a menu that is not read for $minutes minutes after a change of $what gets $status",
    async ({ change, minutes, status }) => {
      await get(menuUrl);
      await app.sql(change, [store]);
      await later(minutes, async () => {
        // Changes are known to arrive until now: the last heartbeat says nothing about the age.
        await expect.poll(() => app.content.isReliable, { timeout: 30_000 }).toBe(true);
        await withoutDatabase(async () => {
          const { statusCode, headers } = await get(menuUrl);
          expect(statusCode).toBe(status);
          if (status === 200) expect(Number(headers.age)).toBeGreaterThanOrEqual(minutes * 60);
        });
      });
    },
  );
});
