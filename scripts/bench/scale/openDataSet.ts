import pg from "pg";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { buildApp } from "#server/app.ts";
import { parseConfig } from "#server/config.ts";
import { seedDemo } from "#server/demo/seed-demo.ts";
import { FiguresJob } from "#server/modules/figures/figures.jobs.ts";
import { Database } from "#server/platform/database/Database.ts";
import { migrateDatabase } from "#server/platform/database/migrate-database.ts";
import { generateToken, sha256 } from "#server/platform/security/ids.ts";
import { systemClock } from "#server/platform/time/clock.ts";
import { insertConsents } from "../insertConsents.ts";
import { type Amounts, fill, knownIds } from "./fill.ts";
import { explain, type Plan, watchStatements } from "./plans.ts";
import type { ScaleRequest } from "./scaleRequests.ts";

const figuresBatch = 10_000;

/** What the buyer orders. */
const orderForm = { order_type: "pickup", restaurant_id: "SH001", items: [{ id: "10205", quantity: 1 }] };

/** A database with a known amount of data, and the server over it. */
export interface DataSet {
  database: Database;
  /** Sends an HTTP request and returns its duration in ms. */
  time(call: ScaleRequest): Promise<number>;
  /** Places an order, returns the duration in ms, and cancels it. */
  placeOrder(): Promise<number>;
  /** How the database served the statements of a call. */
  plans(call: ScaleRequest): Promise<Plan[]>;
  /** The same for a run of one of the sweeper's jobs. */
  jobPlans(name: string): Promise<Plan[]>;
  close(): Promise<void>;
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrateDatabase(url.href);
  return url.href;
}

/** Logs the customer with many orders in, or the head office. */
async function createToken(client: pg.Client, who: "customer" | "buyer" | "staff"): Promise<string> {
  const token = generateToken();
  await client.query(
    `insert into tokens (hash, audience, subject_id, created_at, last_used_at, expires_at)
      values ($1, $2, $3, now(), now(), now() + interval '12 hours')`,
    [sha256(token), who === "staff" ? "staff" : "customer", knownIds[who]],
  );
  if (who === "buyer") await insertConsents(client, [knownIds.buyer]);
  return token;
}

/** Computes all figures as the server's job does, in larger batches. */
async function computeFigures(database: Database, client: pg.Client): Promise<void> {
  const onSlowDay = (_day: unknown, error: unknown) => {
    throw error;
  };
  await new FiguresJob({ database, clock: systemClock, onSlowDay }, figuresBatch).catchUp();
  await client.query("vacuum (analyze)");
}

/** Returns a function that places an order over HTTP, and cancels it; it returns the time of placing it in ms. */
function createOrdering(base: string, buyer: string): () => Promise<number> {
  const send = async <Data>(path: string, body: unknown): Promise<Data> => {
    const headers = { authorization: `Bearer ${buyer}`, "content-type": "application/json" };
    const response = await fetch(`${base}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const reply = (await response.json()) as { data: Data; msg: string };
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${reply.msg}`);
    return reply.data;
  };
  return async () => {
    const startedAt = performance.now();
    const { order_id } = await send<{ order_id: string }>(orderEndpoints.create.path, {
      ...orderForm,
      expected_total: 3_300,
      client_key: generateToken(),
    });
    const ms = performance.now() - startedAt;
    await send(orderEndpoints.cancel.path, { order_id });
    return ms;
  };
}

/** Makes a database of that name and fills it, on request without figures, which take most of the time. */
export async function openDataSet(
  serverUrl: string,
  name: string,
  amounts: Amounts,
  { hasFigures = true } = {},
): Promise<DataSet> {
  const url = await createDatabase(serverUrl, name);
  const onIdleError = (error: Error) => {
    throw error;
  };
  const database = new Database(url, { size: 5, onIdleError });
  await seedDemo(database, new Date());
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await fill(client, amounts);
  if (hasFigures) await computeFigures(database, client);
  const tokens = {
    customer: await createToken(client, "customer"),
    staff: await createToken(client, "staff"),
  };
  const buyer = await createToken(client, "buyer");
  const statements = watchStatements(database.pool);
  const config = parseConfig({
    DATABASE_URL: url,
    REQUESTS_PER_MINUTE: "1000000",
    LOG_LEVEL: "error",
    // What is kept costs the same at any size; here every call asks the database.
    RESPONSE_CACHE_MB: "0",
  });
  const { server, jobs } = await buildApp({ config, database });
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  const time = async ({ path, query, who = "customer" }: ScaleRequest) => {
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${tokens[who]}` };
    const response = await fetch(`${base}${path}?${new URLSearchParams(query)}`, { headers });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
    return performance.now() - startedAt;
  };
  const placeOrder = createOrdering(base, buyer);
  const collectPlans = async (work: () => Promise<unknown>) => {
    statements.take();
    await work();
    const plans: Plan[] = [];
    for (const statement of statements.take()) plans.push(await explain(client, statement));
    return plans;
  };
  return {
    database,
    time,
    placeOrder,
    plans: (call) => collectPlans(() => time(call)),
    jobPlans: async (jobName) => {
      const run = async () => await jobs.find((job) => job.name === jobName)?.run();
      // Does what is due.
      await run();
      return await collectPlans(run);
    },
    close: async () => {
      await server.close();
      await database.close();
      await client.end();
    },
  };
}
