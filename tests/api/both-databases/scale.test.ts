import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { FiguresJob } from "#server/modules/figures/figures.jobs.ts";
import { generateToken, sha256 } from "#server/platform/security/ids.ts";
import { figureRequests } from "../../../scripts/bench/scale/figureRequests.ts";
import { fill, knownIds } from "../../../scripts/bench/scale/fill.ts";
import {
  explain,
  explainForAllValues,
  type Plan,
  type Statement,
  watchStatements,
} from "../../../scripts/bench/scale/plans.ts";
import {
  bigMenu,
  inviteRequests,
  jobIndexes,
  largeTables,
  orderRequests,
  restaurantRequests,
  type ScaleRequest,
  serviceRequests,
} from "../../../scripts/bench/scale/scaleRequests.ts";
import { createBuyer, createOrder } from "../../support/api/buyers.ts";
import { Client } from "../../support/api/Client.ts";
import { createToken } from "../../support/api/namedEndpoints.ts";
import { advanceOrder, createPaidOrder, createStaffClient } from "../../support/api/orders.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

/** Uses after which a statement is prepared, and some more. */
const uses = 12;

let app: TestApp;
let customer: Client;
let staff: Client;
let client: pg.Client;
let statements: { take(): Statement[] };

/** Inserts twenty thousand restaurants and fifty thousand orders, five thousand of them of one customer. */
beforeAll(async () => {
  app = await startTestApp({ skipLedgerCheckReason: "a large chain is filled in by SQL" });
  client = new pg.Client({ connectionString: app.config.databaseUrl ?? "" });
  await client.connect();
  await fill(client, { stores: 20_000, dishes: 500, orders: 50_000, ownOrders: 5_000 });
  const { database, clock } = app;
  const failOnSlowDay = (_day: unknown, error: unknown) => {
    throw error;
  };
  expect(await new FiguresJob({ database, clock, onSlowDay: failOnSlowDay }, 5_000).catchUp()).toBe(true);
  await client.query("vacuum (analyze)");
  const token = generateToken();
  await app.sql("insert into tokens values ($1, 'customer', $2, now(), now(), now() + interval '30 days')", [
    sha256(token),
    knownIds.customer,
  ]);
  customer = new Client(app.server, token);
  staff = new Client(app.server, await createToken(app, "staff", knownIds.staff));
  statements = watchStatements(app.database.pool);
}, 240_000);

afterAll(async () => {
  await client.end();
  await app.close();
});

async function collectPlans(work: () => Promise<unknown>): Promise<Plan[]> {
  statements.take();
  await work();
  const plans: Plan[] = [];
  for (const statement of statements.take()) plans.push(await explain(client, statement));
  return plans;
}

async function request({ path, query, who }: ScaleRequest): Promise<unknown> {
  const endpoint: Endpoint<{ query: object; data: unknown }> = { method: "GET", path, principal: "public" };
  return await (who === "staff" ? staff : customer).data(endpoint, { query });
}

async function collectRequestPlans(call: ScaleRequest): Promise<Plan[]> {
  return await collectPlans(() => request(call));
}

const listIndexes = (plans: Plan[]) => [...new Set(plans.flatMap((plan) => plan.indexes))];
const listFullScans = (plans: Plan[]) =>
  plans.flatMap((plan) => plan.scanned).filter((table) => largeTables.includes(table));

describe("with twenty thousand restaurants and fifty thousand orders, every statement of", () => {
  test.each([
    ...restaurantRequests,
    ...orderRequests,
    ...inviteRequests,
    ...serviceRequests,
    ...figureRequests,
    bigMenu,
  ])("$name rests on its indexes", async (call) => {
    const plans = await collectRequestPlans(call);
    expect(listIndexes(plans)).toEqual(expect.arrayContaining(call.indexes));
    expect(listFullScans(plans)).toEqual([]);
  });

  test.each(Object.entries(jobIndexes))("the job %s rests on its indexes", async (name, indexes) => {
    const plans = await collectPlans(() => app.sweep(name));
    expect(listIndexes(plans)).toEqual(expect.arrayContaining(indexes));
    expect(listFullScans(plans)).toEqual([]);
  });

  test("a full table scan would be detected", async () => {
    const [plan] = await collectPlans(() => app.sql("select count(*) from orders where remark like '%x%'"));
    expect(plan?.scanned).toEqual(["orders"]);
  });
});

/** Runs work until its lookups are prepared, and checks that one plan for all values costs them no more than one of their own. */
async function expectCheapLookups(work: () => Promise<unknown>): Promise<void> {
  const lookups = new Map<string, Statement>();
  for (let nth = 0; nth < uses; nth++) {
    statements.take();
    await work();
    for (const one of statements.take()) if (one.name !== undefined) lookups.set(one.name, one);
  }
  // The login of a request, at least.
  expect(lookups.size).toBeGreaterThan(0);
  for (const statement of lookups.values()) {
    const plan = await explainForAllValues(client, statement, { isRun: true });
    const { pages } = await explain(client, statement);
    expect([statement.text, listFullScans([plan])]).toEqual([statement.text, []]);
    expect(plan.pages, statement.text).toBeLessThanOrEqual(2 * pages + 20);
  }
}

describe("with one plan for all values, what is sent often for", () => {
  test.each([...orderRequests, ...inviteRequests, ...serviceRequests])(
    "$name reads as little",
    async (call) => {
      await expectCheapLookups(() => request(call));
    },
  );

  test("orders that are due reads as little", async () => {
    await expectCheapLookups(() => app.sweep("due-orders"));
  });
});

describe("a search among twenty thousand restaurants", () => {
  const countRestaurants = async (query: Record<string, string>) => {
    const path = "/api/v1/restaurant/search";
    const endpoint: Endpoint<{ query: object; data: { data: { stores: { storename: string }[] } } }> = {
      method: "GET",
      path,
      principal: "public",
    };
    return (await customer.data(endpoint, { query })).data.stores.map(({ storename }) => storename);
  };

  test("finds the only match, wherever it is", async () => {
    const [one] = await app.sql<{ name: string }>("select name from restaurants where id = 'B012345'");
    expect(await countRestaurants({ keyword: one?.name.slice(3) ?? "" })).toEqual([one?.name]);
  });

  test("distinguishes separated characters from adjacent ones", async () => {
    await app.sql("update restaurants set name = '海天一色店' where id = 'B000777'");
    await app.sql("update restaurants set name = '天一海天店' where id = 'B000778'");
    expect(await countRestaurants({ keyword: "海天一" })).toEqual(["海天一色店"]);
  });

  test("does not find a restaurant that has closed for good", async () => {
    await app.sql("update restaurants set closed_at = now() where id = 'B000777'");
    expect(await countRestaurants({ keyword: "海天一" })).toEqual([]);
  });
});

test("with one plan for all values, what the transactions of an order send often rests on its indexes", async () => {
  const buyer = await createBuyer(app);
  const member = await createStaffClient(app, "store");
  statements.take();
  for (let nth = 0; nth < uses; nth++) {
    const { order_id } = await createPaidOrder(app, buyer);
    await advanceOrder(member, order_id, ["accepted", "preparing", "delivering", "completed"]);
    await buyer.data(orderEndpoints.cancel, { body: { order_id: (await createOrder(buyer)).order_id } });
  }
  const prepared = new Map(
    statements.take().flatMap((one) => (one.name === undefined ? [] : [[one.name, one] as const])),
  );
  expect(prepared.size).toBeGreaterThan(20);
  for (const statement of prepared.values()) {
    const plan = await explainForAllValues(client, statement, { isRun: false });
    expect([statement.text, listFullScans([plan])]).toEqual([statement.text, []]);
  }
});

/** Columns that name the order, restaurant or customer with whom a row lies, by table. */
const distributionKeys: Record<string, string[]> = {
  orders: ["id", "restaurant_id", "user_id"],
  order_items: ["order_id"],
  order_history: ["order_id"],
  payment_attempts: ["id", "order_id"],
  refunds: ["order_id"],
  refund_requests: ["order_id"],
  booking_slots: ["restaurant_id"],
  store_dishes: ["restaurant_id"],
  points_ledger: ["user_id", "order_id"],
  points_reservations: ["order_id"],
  addresses: ["user_id"],
  chat_messages: ["user_id"],
  conversations: ["user_id"],
};

/** What is read without such a column, and why. */
const readsWithoutKey = {
  "life of an order: payment_attempts": "no other attempt may have the provider's number of the transaction",
  "queue: conversations": "customer service sees those of all customers",
  "queue: chat_messages": "the last message of each conversation, by its id",
  "queue: orders": "one is searched by its number",
  "queue: refund_requests": "those that are open are counted beside it",
  "requests for refunds: refund_requests": "the head office sees those of all restaurants",
  "failed refunds: refunds": "the head office sees those of all restaurants",
};

/** Goes through the lives of a completed, a cancelled and a refunded order. */
async function runOrders(): Promise<void> {
  const buyer = await createBuyer(app);
  const member = await createStaffClient(app, "store");
  const cancel = async ({ order_id }: { order_id: string }) =>
    await buyer.data(orderEndpoints.cancel, { body: { order_id } });
  const { order_id } = await createPaidOrder(app, buyer);
  await advanceOrder(member, order_id, ["accepted", "preparing", "delivering", "completed"]);
  await cancel(await createOrder(buyer));
  await cancel(await createPaidOrder(app, buyer));
}

/** Returns the tables in which a statement finds rows without naming with whom they lie, whatever is cheaper now. */
async function listReadsWithoutKey(statement: Statement): Promise<string[]> {
  const { reads } = await explainForAllValues(client, statement, { isRun: false });
  return reads.flatMap(({ table, condition }) => {
    const keys = distributionKeys[table] ?? [];
    const isNamed = keys.some((key) => new RegExp(`(?<![\\w.])${key} = `).test(condition));
    return keys.length === 0 || isNamed ? [] : [table];
  });
}

test("each statement sent often names the order, restaurant or customer with whom its rows lie", async () => {
  const work: [name: string, run: () => Promise<unknown>][] = [
    ["life of an order", runOrders],
    ...[...restaurantRequests, ...orderRequests, ...serviceRequests].map(
      (call): [string, () => Promise<unknown>] => [call.name, () => request(call)],
    ),
  ];
  const found = new Set<string>();
  await client.query("set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off");
  for (const [name, run] of work) {
    statements.take();
    await run();
    for (const statement of statements.take())
      for (const table of await listReadsWithoutKey(statement)) found.add(`${name.split(":")[0]}: ${table}`);
  }
  await client.query("reset all");
  expect([...found].sort()).toEqual(Object.keys(readsWithoutKey).sort());
});
