import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import { type Buyer, newBuyer, newOrder, wishOf } from "../support/api/buyers.ts";
import { urlOf } from "../support/api/calls.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp({ losesConnections: true });
  buyer = await newBuyer(app);
});

afterAll(async () => {
  await app.close();
});

/** Turns the database into one that can only be read, as a standby is, or back, for all connections. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: app.config.databaseUrl ?? "" });
  await client.connect();
  try {
    await client.query("set default_transaction_read_only = off");
    const { rows } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
    await client.query(`alter database ${rows[0]?.name} set default_transaction_read_only = ${isReadOnly}`);
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
  } finally {
    await client.end();
  }
}

const ready = async () => (await app.server.inject("/readyz")).statusCode;

test("a database that can only be read answers reads, refuses writes with a time, and is not ready", async () => {
  const { order_id } = await newOrder(buyer);
  await setReadOnly(true);
  // The first calls meet connections that were ended.
  await expect.poll(async () => (await buyer.call(calls.detail, { query: { order_id } })).status).toBe(200);
  // Long enough since the session was last noted as used.
  app.clock.pass(600_000);
  expect(await buyer.call(calls.list, { query: {} })).toMatchObject({ status: 200 });
  const response = await app.server.inject({
    method: "POST",
    url: urlOf(calls.create),
    headers: { authorization: `Bearer ${buyer.token}` },
    payload: wishOf(buyer),
  });
  expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "2"]);
  await expect.poll(ready).toBe(503);
  await setReadOnly(false);
  await expect.poll(ready).toBe(200);
  await newOrder(buyer);
});
