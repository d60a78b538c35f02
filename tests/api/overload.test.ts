import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { buildApp } from "#server/app.ts";
import { Database } from "#server/platform/database/Database.ts";
import { type Buyer, createBuyers, createOrder, takeawayOrderForm } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ settings: { DATABASE_WAIT_MS: "300" } });
});

afterAll(async () => {
  await app.close();
});

/** Runs the statement in a separate transaction that holds its locks until `letGo`. */
async function holdLock(statement: string, values: unknown[] = []): Promise<{ letGo(): Promise<void> }> {
  const client = new pg.Client({ connectionString: app.config.databaseUrl ?? "" });
  await client.connect();
  await client.query("begin");
  await client.query(statement, values);
  return {
    letGo: async () => {
      await client.query("rollback");
      await client.end();
    },
  };
}

test("orders beyond the capacity are rejected with a retry time, while the rest of the app works", async () => {
  const size = 5;
  const database = new Database(app.config.databaseUrl ?? "", {
    size,
    waitMs: app.config.databaseWaitMs,
    onIdleError: () => undefined,
  });
  const { server } = await buildApp({ config: app.config, database, clock: app.clock, logger: false });
  const people = await createBuyers(app, 20);
  const as = (buyer: Buyer) => new Client(server, buyer.token);
  const [first] = people as [Buyer];
  const orders = await holdLock("lock table orders in share row exclusive mode");
  try {
    const responses = people.map((buyer) =>
      as(buyer).call(orderEndpoints.create, { body: takeawayOrderForm(buyer) }),
    );
    const refused: unknown[] = [];
    for (const response of responses)
      void response.then(({ status, headers }) => {
        if (status === 503) refused.push(headers["retry-after"]);
      });
    await expect.poll(() => refused.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(people.length - size);
    expect(new Set(refused)).toEqual(new Set(["2"]));
    expect((await as(first).call(userEndpoints.info)).status).toBe(200);
    const menu = await as(first).call(menuEndpoints.items, { query: { restaurant_id: "SH001" } });
    expect(menu.status).toBe(200);
  } finally {
    await orders.letGo();
  }
  expect(
    (await as(first).callWithRetry(orderEndpoints.create, { body: takeawayOrderForm(first) })).status,
  ).toBe(200);
  await server.close();
  await database.close();
});

test("one customer's excess blocked requests are rejected, and delay no other customer", async () => {
  const [mine, other] = (await createBuyers(app, 2)) as [Buyer, Buyer];
  const row = await holdLock("select 1 from users where id = $1 for update", [mine.userId]);
  try {
    const responses = Array.from({ length: 30 }, () =>
      mine.call(orderEndpoints.create, { body: takeawayOrderForm(mine) }),
    );
    expect((await createOrder(other)).status).toBe("pending_payment");
    for (const { status, error, headers } of await Promise.all(responses))
      expect([status, error, headers["retry-after"]]).toEqual([429, "rate_limited", "1"]);
  } finally {
    await row.letGo();
  }
  expect((await createOrder(mine)).status).toBe("pending_payment");
});

test("excess blocked requests about one order are rejected", async () => {
  const [mine] = (await createBuyers(app, 1)) as [Buyer];
  const { order_id } = await createOrder(mine);
  const row = await holdLock("select 1 from orders where id = $1 for update", [order_id]);
  try {
    const { status, headers } = await mine.call(orderEndpoints.cancel, { body: { order_id, reason: 1 } });
    expect([status, headers["retry-after"]]).toEqual([429, "1"]);
  } finally {
    await row.letGo();
  }
});
