import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { ExpectedState } from "./SimulatedCustomer.ts";

/** Queries for rows that violate an invariant. */
const forbiddenRows: Record<string, string> = {
  "orders without dishes":
    "select id from orders o where not exists (select 1 from order_items i where i.order_id = o.id)",
  "orders whose dishes do not add up":
    "select id from orders o where goods_fen <> (select sum(price_fen * quantity) from order_items i where i.order_id = o.id)",
  "orders without history":
    "select id from orders o where not exists (select 1 from order_history h where h.order_id = o.id and h.field = 'status')",
  "history that ends elsewhere":
    "select id from orders o where status <> (select to_state from order_history h where h.order_id = o.id and field = 'status' order by id desc limit 1)",
  "paid orders without money":
    "select id from orders o where paid_fen > 0 and not exists (select 1 from payment_attempts a where a.order_id = o.id and a.state = 'success' and a.amount_fen = o.paid_fen)",
  "money without a paid order or a refund":
    "select a.id from payment_attempts a join orders o on o.id = a.order_id where a.state = 'success' and o.paid_fen = 0 and a.amount_fen > 0 and not exists (select 1 from refunds r where r.attempt_id = a.id)",
  "cancelled orders that hold stock":
    "select o.id from orders o join order_items i on i.order_id = o.id where o.status = 'cancelled' and i.reserved_stock > 0",
  "keys without an answer": "select key from idempotency_keys where response is null",
};

/** PostgreSQL's code for a connection while it starts or recovers (cannot_connect_now). */
const recovering = "57P03";
const recoveryMs = 60_000;

/** Connects to the database, once it has recovered: a server may report that it is ready before it noticed a kill. */
async function connect(databaseUrl: string): Promise<pg.Client> {
  for (const end = Date.now() + recoveryMs; ; await sleep(100)) {
    const client = new pg.Client({ connectionString: databaseUrl });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if ((error as { code?: string }).code !== recovering || Date.now() > end) throw error;
    }
  }
}

/** Compares the database with the acknowledged facts. Returns a sentence for each violation. */
export async function auditConsistency(
  databaseUrl: string,
  expected: ExpectedState,
  startStock: Map<string, number>,
): Promise<string[]> {
  const client = await connect(databaseUrl);
  try {
    const problems: string[] = [];
    for (const [name, query] of Object.entries(forbiddenRows)) {
      const { rows } = await client.query(query);
      if (rows.length > 0) problems.push(`${rows.length} ${name}`);
    }
    problems.push(...(await auditOrders(client, expected)), ...(await auditStock(client, startStock)));
    return problems;
  } finally {
    await client.end();
  }
}

async function auditOrders(client: pg.Client, expected: ExpectedState): Promise<string[]> {
  // Orders that are acknowledged while the query runs are not in its result.
  const acknowledged = [...expected.orders];
  const { rows } = await client.query<{ key: string; id: string; total: string; n: string }>(
    `select k.key, o.id, o.total_fen as total, count(*) over (partition by k.key) as n
       from idempotency_keys k join orders o on o.id = k.response->>'order_id' where k.endpoint = 'order/create'`,
  );
  const found = new Map(rows.map((row) => [row.key, row]));
  const problems: string[] = [];
  for (const [key, order] of acknowledged) {
    const row = found.get(key);
    if (row === undefined) problems.push(`the acknowledged order ${order.orderId} is gone`);
    else if (row.id !== order.orderId || Number(row.total) !== order.total || row.n !== "1") {
      problems.push(`the acknowledged order ${order.orderId} is another one`);
    }
  }
  return problems;
}

/** Checks that the initial stock of a limited dish equals what is left plus what orders reserve. */
async function auditStock(client: pg.Client, startStock: Map<string, number>): Promise<string[]> {
  const { rows } = await client.query<{ key: string; now: number; held: string }>(stockQuery);
  return rows
    .filter(({ key, now, held }) => startStock.has(key) && startStock.get(key) !== now + Number(held))
    .map(({ key }) => `the stock of ${key} does not add up`);
}

const stockQuery = `select s.restaurant_id || '/' || s.dish_id as key, s.stock as now,
  coalesce((select sum(i.reserved_stock) from order_items i join orders o on o.id = i.order_id
             where o.restaurant_id = s.restaurant_id and i.dish_id = s.dish_id), 0) as held
  from store_dishes s where s.stock is not null`;

/**
 * Refills the stock of a restaurant so that a run cannot exhaust it, and returns the stock of limited dishes.
 */
export async function readStock(databaseUrl: string, restaurantId: string): Promise<Map<string, number>> {
  const client = await connect(databaseUrl);
  try {
    await client.query(
      "update store_dishes set stock = 100000 where restaurant_id = $1 and dish_id = '10901'",
      [restaurantId],
    );
    const { rows } = await client.query<{ key: string; now: number }>(stockQuery);
    return new Map(rows.map(({ key, now }) => [key, now]));
  } finally {
    await client.end();
  }
}

/** Returns the transactions that the provider was paid for and the server has not recorded yet. */
export async function findMissingPayments(databaseUrl: string, expected: ExpectedState): Promise<string[]> {
  const client = await connect(databaseUrl);
  try {
    const { rows } = await client.query<{ no: string }>(
      "select out_trade_no as no from payment_attempts where state = 'success' and out_trade_no = any($1)",
      [[...expected.paid]],
    );
    const known = new Set(rows.map(({ no }) => no));
    return [...expected.paid].filter((transaction) => !known.has(transaction));
  } finally {
    await client.end();
  }
}
