import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findViolations } from "#server/backup/ledger-invariants.ts";
import type { MessageWriter } from "./writers.ts";

const cancelMs = 60_000;

/** Runs `work` with a connection to the database. */
export async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes unpaid orders due now, as if their time to pay had passed. */
export async function makeDue(databaseUrl: string, orderIds: string[]): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query("update orders set due_at = now(), pay_expire_at = now() where id = any($1)", [orderIds]),
  );
}

/**
 * Waits until a job has cancelled all of the orders, at most a minute; returns a sentence for each that was not
 * cancelled exactly once.
 */
export async function findJobProblems(databaseUrl: string, orderIds: string[]): Promise<string[]> {
  const countCancellations = (client: pg.Client) =>
    client.query<{ id: string; n: number }>(
      `select o.id, (select count(*)::int from order_history h
         where h.order_id = o.id and h.field = 'status' and h.to_state = 'cancelled') as n
       from unnest($1::text[]) o (id)`,
      [orderIds],
    );
  return await withClient(databaseUrl, async (client) => {
    const deadline = performance.now() + cancelMs;
    let { rows } = await countCancellations(client);
    while (rows.some(({ n }) => n === 0) && performance.now() < deadline) {
      await sleep(200);
      ({ rows } = await countCancellations(client));
    }
    return rows.filter(({ n }) => n !== 1).map(({ id, n }) => `the due order ${id} was cancelled ${n} times`);
  });
}

/** Returns a sentence for each acknowledged message that is not stored exactly once, and each broken ledger rule. */
export async function findStoredProblems(databaseUrl: string, writers: MessageWriter[]): Promise<string[]> {
  return await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ user: string; content: string; n: number }>(
      `select user_id as "user", content, count(*)::int as n from chat_messages
       where content like 'repeated-message-%' group by 1, 2`,
    );
    const stored = new Map(rows.map(({ user, content, n }) => [`${user} ${content}`, n]));
    const keys = writers.flatMap(({ acknowledged, customer }) =>
      acknowledged.map((key) => `${customer.id} ${key}`),
    );
    const lost = keys.filter((key) => !stored.has(key)).map((key) => `the message ${key} is gone`);
    const doubled = rows.filter(({ n }) => n > 1).map(({ user, content }) => `${user} ${content} is doubled`);
    const violations = await findViolations(async (sql) => (await client.query(sql)).rows);
    return [...lost, ...doubled, ...violations];
  });
}

/** Tells how many lists and searches the replicas served, and how many the primary. */
export async function describeReplicaReads(metricsPorts: number[]): Promise<string> {
  const reads = { replica: 0, primary: 0 };
  for (const port of metricsPorts) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (const name of ["replica", "primary"] as const)
      reads[name] += Number(
        new RegExp(`^shidan_replica_reads_total\\{database="${name}"\\} (\\d+)`, "m").exec(text)?.[1] ?? 0,
      );
  }
  return `lists were read ${reads.replica} times from a replica and ${reads.primary} times from the primary`;
}
