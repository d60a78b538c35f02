import { setTimeout as sleep } from "node:timers/promises";
import { verifyDatabase } from "#server/backup/physical/verify-database.ts";
import { auditConsistency, findMissingPayments, readStock } from "../auditConsistency.ts";
import { ServerCluster } from "../processes/ServerCluster.ts";
import { type ExpectedState, SimulatedCustomer } from "../SimulatedCustomer.ts";
import { withClient } from "./auditCluster.ts";
import { type ClusterReport, closeDatabase } from "./clusterReport.ts";
import { DatabaseCluster } from "./DatabaseCluster.ts";
import type { DatabaseNode } from "./DatabaseNode.ts";
import { waitForTakeover } from "./faults.ts";

const buyerCount = 3;
const orderPauseMs = 300;
const buyingMs = 8_000;
/** Time between the state that is restored and what comes after it; the command takes whole seconds. */
const marginMs = 2_500;
/** Longer than archive_timeout. */
const archiveMs = 180_000;
/** Longer than it takes a machine to become the primary. */
const hurryMs = 6_000;
const mistake = "update order_items set price_fen = 1";

/**
 * Backs up a database cluster, loses its primary, lets a wrong statement run, and restores the state before that by the
 * scripts of deploy/ on the machine that has never been the primary. Requires root on Linux and pgBackRest.
 */
export async function runClusterRestore(log: (line: string) => void): Promise<ClusterReport> {
  const report: ClusterReport = { lines: [], problems: [] };
  const cleanups: (() => Promise<void>)[] = [];
  try {
    const database = await DatabaseCluster.open();
    cleanups.unshift(() => closeDatabase(database, report));
    const shop = await ServerCluster.open(1, database.databaseUrl);
    cleanups.unshift(() => shop.close());
    await shop.start(0);
    await shop.waitUntilReady();
    await runDrill({ database, shop, report, log });
  } catch (error) {
    report.problems.push(`the run broke off: ${error instanceof Error ? error.stack : error}`);
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
  return report;
}

interface Drill {
  database: DatabaseCluster;
  shop: ServerCluster;
  report: ClusterReport;
  log: (line: string) => void;
}

async function runDrill({ database, shop, report, log }: Drill): Promise<void> {
  const { databaseUrl } = database;
  const stock = await readStock(databaseUrl, "SH001");
  const expected = createExpected();
  await buy(shop, expected, "30");
  const first = await requirePrimary(database);
  log((await first.runScript("back-up-database", first.address)).trim());
  await buy(shop, expected, "31");
  await first.kill();
  const second = await waitForTakeover(database, first);
  first.start();
  await database.waitUntilHealthy();
  await shop.waitUntilReady();
  log(`${first.name} was lost, ${second.name} is the primary.`);
  await buy(shop, expected, "32");
  await sleep(marginMs);
  const time = await readTime(databaseUrl);
  await sleep(marginMs);
  await withClient(databaseUrl, (client) => client.query(mistake));
  const later = createExpected();
  await buy(shop, later, "33");
  await waitUntilArchived(databaseUrl);
  await shop.terminate(0);

  const target = database.nodes.find((node) => node !== first && node !== second);
  if (target === undefined) throw new Error("there is no third machine");
  if (!(await isRefused(target, time))) report.problems.push("a running cluster was restored");
  const startedAt = performance.now();
  for (const node of database.nodes) await node.stopPatroni();
  log(`restore-database "${time}" on ${target.name}:`);
  for (const line of (await target.runScript("restore-database", target.address, time)).trim().split("\n"))
    log(line);
  // In the wrong order, one without data, one with what is to be undone: neither may become the primary.
  first.removeData();
  for (const node of [first, second, target]) {
    node.startPatroni();
    await sleep(hurryMs);
  }
  await second.stopPatroni();
  second.removeData();
  second.startPatroni();
  await database.waitUntilHealthy();
  const seconds = (performance.now() - startedAt) / 1000;
  if ((await requirePrimary(database)) !== target) throw new Error(`${target.name} is not the primary`);

  const { tables, rows, broken } = await verifyDatabase(databaseUrl);
  report.problems.push(
    ...(broken ?? ["the tables are of another version"]),
    ...(await auditConsistency(databaseUrl, expected, stock)),
    ...(await findMissingPayments(databaseUrl, expected)).map((trade) => `the money of ${trade} is lost`),
    ...(await findStored(databaseUrl, later)).map((id) => `the order ${id} after the time is there`),
  );
  await shop.start(0);
  await shop.waitUntilReady();
  await buy(shop, createExpected(), "34");
  await target.runScript("back-up-database", target.address);
  report.lines.push(
    `${expected.orders.size} orders and ${expected.paid.size} payments before the time are there, ${later.orders.size} orders after it are not; ${tables} tables, ${rows} rows read`,
    `from the stop of the cluster to three machines that copy: ${seconds.toFixed(0)} s; orders and backups go on`,
  );
}

/** Returns whether the script refuses to restore, because Patroni runs. */
async function isRefused(node: DatabaseNode, time: string): Promise<boolean> {
  return await node.runScript("restore-database", node.address, time).then(
    () => false,
    (error: unknown) => String(error).includes("Patroni runs on a machine"),
  );
}

function createExpected(): ExpectedState {
  return { orders: new Map(), paid: new Set(), calls: 0, failures: 0 };
}

/** Lets customers order and pay for some seconds. Throws unless some orders were paid. */
async function buy(shop: ServerCluster, expected: ExpectedState, phones: string): Promise<void> {
  const abort = new AbortController();
  const paidBefore = expected.paid.size;
  const buyers = Array.from(
    { length: buyerCount },
    () => new SimulatedCustomer(shop, expected, abort.signal),
  );
  for (const [nth, buyer] of buyers.entries()) await buyer.login(`13700000${phones}${nth}`);
  const buying = buyers.map((buyer) => buyer.run(orderPauseMs));
  await Promise.race([sleep(buyingMs), ...buying]);
  abort.abort();
  await Promise.all(buying);
  if (expected.paid.size === paidBefore) throw new Error("no order was paid");
}

async function requirePrimary(database: DatabaseCluster): Promise<DatabaseNode> {
  const primary = await database.findPrimary();
  if (primary === undefined) throw new Error("there is no primary");
  return primary;
}

async function readTime(databaseUrl: string): Promise<string> {
  return await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ time: string }>(
      "select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') || '+08' as time",
    );
    return rows[0]?.time ?? "";
  });
}

/** Waits until all changes of before are archived; PostgreSQL does that by itself every two minutes. */
async function waitUntilArchived(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query("select pg_logical_emit_message(true, 'shidan', 'drill')");
    const { rows } = await client.query<{ file: string }>(
      "select pg_walfile_name(pg_current_wal_lsn()) as file",
    );
    const file = rows[0]?.file ?? "";
    const deadline = performance.now() + archiveMs;
    for (;;) {
      const archived = await client.query<{ last: string }>(
        "select last_archived_wal as last from pg_stat_archiver where length(last_archived_wal) = 24",
      );
      if ((archived.rows[0]?.last ?? "") >= file) return;
      if (performance.now() > deadline) throw new Error(`${file} is not archived`);
      await sleep(200);
    }
  });
}

/** Returns the acknowledged orders that are stored. */
async function findStored(databaseUrl: string, { orders }: ExpectedState): Promise<string[]> {
  const ids = [...orders.values()].map(({ orderId }) => orderId);
  return await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>("select id from orders where id = any($1)", [ids]);
    return rows.map(({ id }) => id);
  });
}
