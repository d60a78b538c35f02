import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { type Buyer, createBuyer, createOrder, takeawayOrderForm } from "../../support/api/buyers.ts";
import { endpointUrl } from "../../support/api/namedEndpoints.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp({ allowsConnectionLoss: true });
  buyer = await createBuyer(app);
});

afterAll(async () => {
  await app.close();
});

/** Makes the database read-only for all connections, as a standby is, or writable again. */
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

const getReadiness = async () => (await app.server.inject("/readyz")).statusCode;

test("a read-only database serves reads, refuses writes with a retry time, and is not ready", async () => {
  const { order_id } = await createOrder(buyer);
  await setReadOnly(true);
  // The first requests use connections that were ended.
  await expect
    .poll(async () => (await buyer.call(endpoints.detail, { query: { order_id } })).status)
    .toBe(200);
  // Long enough since the session's last use was recorded.
  app.clock.advance(600_000);
  expect(await buyer.call(endpoints.list, { query: {} })).toMatchObject({ status: 200 });
  const response = await app.server.inject({
    method: "POST",
    url: endpointUrl(endpoints.create),
    headers: { authorization: `Bearer ${buyer.token}` },
    payload: takeawayOrderForm(buyer),
  });
  expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "2"]);
  await expect.poll(getReadiness).toBe(503);
  await setReadOnly(false);
  await expect.poll(getReadiness).toBe(200);
  await createOrder(buyer);
});
