import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { exportBackup } from "#server/backup/export-backup.ts";
import { importBackup } from "#server/backup/import-backup.ts";
import { partitionCommand } from "#server/cli/partition.ts";
import { Database } from "#server/platform/database/Database.ts";
import { addMonths, monthOf, startOfMonth } from "#server/platform/partitions/months.ts";
import { partitionTables } from "#server/platform/partitions/partition-tables.ts";
import { partitionedTables, partitionName } from "#server/platform/partitions/partitioned-tables.ts";
import { listPartitions, readDefinition } from "#server/platform/partitions/table-catalog.repository.ts";
import { addMs } from "#server/platform/time/clock.ts";
import { type Buyer, createBuyers, createOrder } from "../../support/api/buyers.ts";
import { advanceOrder, createPaidOrder, createStaffClient } from "../../support/api/orders.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { runSql } from "../../support/databases/sql.ts";
import { createTestDatabase } from "../../support/databases/testDatabase.ts";

const dayMs = 86_400_000;
const tableNames = partitionedTables.map(({ name }) => name);

let app: TestApp;
let folder: string;
/** First month that got a partition. */
let first: string;

beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), "shidan-partitions-"));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Orders and cancels in turn until stopped; `stop` returns the ids of all orders that were acknowledged. */
function orderContinuously(buyer: Buyer): { stop(): Promise<string[]> } {
  let isOver = false;
  const run = async () => {
    const ids: string[] = [];
    while (!isOver) {
      const { order_id } = await createOrder(buyer);
      ids.push(order_id);
      await buyer.data(orderEndpoints.cancel, { body: { order_id } });
    }
    return ids;
  };
  const ids = run();
  return {
    stop: () => {
      isOver = true;
      return ids;
    },
  };
}

/** Reads what a table has besides its rows, without the names that partitions give anew. */
async function describeTable(client: pg.ClientBase, table: string) {
  const { indexes, triggers, foreignKeys } = await readDefinition(client, table);
  const shorten = (definition: string) => definition.replace(/INDEX \S+ ON (ONLY )?\S+ /, "INDEX ON ");
  return {
    indexes: indexes.map(({ definition }) => shorten(definition)).sort(),
    triggers: triggers.map(({ name }) => name),
    foreignKeys: foreignKeys.map(({ definition }) => definition).sort(),
    checks: (
      await client.query(
        `select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = $1::regclass and contype = 'c'
           and conname !~ '_\\d{4}_\\d{2}_check$' order by conname`,
        [table],
      )
    ).rows,
    columns: (
      await client.query(
        `select attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid) from pg_attribute
           left join pg_attrdef on adrelid = attrelid and adnum = attnum
         where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
        [table],
      )
    ).rows,
  };
}

const describeAll = (database: Database, tables: string[]) =>
  database.maintain(async (client) => {
    const found: Awaited<ReturnType<typeof describeTable>>[] = [];
    for (const table of tables) found.push(await describeTable(client, table));
    return found;
  });

const countReferences = async (url: string) =>
  (
    await runSql(
      url,
      "select count(*)::int as n from pg_constraint where confrelid = 'orders'::regclass and contype = 'f'",
    )
  )[0]?.n;

const listOrderPartitions = () => app.database.maintain((client) => listPartitions(client, "orders"));

const findPartition = async (orderId: string) =>
  (
    await app.sql<{ name: string }>("select tableoid::regclass::text as name from orders where id = $1", [
      orderId,
    ])
  )[0]?.name;

describe("the tables of orders", () => {
  test("are divided while customers order, without an order lost or refused", async () => {
    const shoppers = await createBuyers(app, 4);
    const startedAt = app.clock.now();
    const orders = shoppers.map(orderContinuously);
    const lines: string[] = [];
    await partitionCommand([], { ...app, user: "test", print: (line) => lines.push(line) });
    const acknowledged = (await Promise.all(orders.map(({ stop }) => stop()))).flat();
    expect(lines.filter((line) => line.includes(": divided"))).toHaveLength(tableNames.length);
    expect(acknowledged.length).toBeGreaterThan(shoppers.length);
    const found = await app.sql<{ id: string }>("select id from orders where id = any($1)", [acknowledged]);
    expect(found).toHaveLength(acknowledged.length);
    first = addMonths(monthOf(addMs(startedAt, 7 * dayMs)), 1);
  });

  test("consist of the rows of before and of the months to come", async () => {
    const last = addMonths(monthOf(app.clock.now()), 3);
    for (const table of tableNames) {
      const partitions = await app.database.maintain((client) => listPartitions(client, table));
      expect(partitions[0]).toBe(partitionName(table, first));
      expect(partitions.slice(-2)).toEqual([partitionName(table, last), `${table}_earlier`]);
    }
    // The job finds nothing to do.
    const before = await listOrderPartitions();
    await app.sweep("partitions");
    expect(await listOrderPartitions()).toEqual(before);
  });

  test("take an order of a month into its partition, and lead it to its end like those of before", async () => {
    const [buyer] = (await createBuyers(app, 1, 100 * dayMs)) as [Buyer];
    const staff = await createStaffClient(app, "store");
    const before = await createOrder(buyer);
    expect(await findPartition(before.order_id)).toBe("orders_earlier");
    app.clock.set(`${first}-02T12:00:00+08:00`);
    const later = await createOrder(buyer);
    expect(await findPartition(later.order_id)).toBe(partitionName("orders", first));
    const list = async () =>
      (await buyer.data(orderEndpoints.list, { query: { pageSize: 10 } })).list.map(
        ({ order_id }) => order_id,
      );
    expect(await list()).toEqual([later.order_id, before.order_id]);
    await buyer.data(orderEndpoints.cancel, { body: { order_id: later.order_id } });
    app.clock.reset();
    const paid = await createPaidOrder(app, buyer);
    await advanceOrder(staff, paid.order_id, ["accepted", "preparing", "delivering", "completed"]);
    expect(await list()).toEqual([later.order_id, paid.order_id, before.order_id]);
  });

  test("get the months to come by a job, each once", async () => {
    const before = await listOrderPartitions();
    app.clock.set(startOfMonth(addMonths(first, 2)).toISOString());
    await Promise.all([app.sweep("partitions"), app.sweep("partitions")]);
    await app.sweep("partitions");
    app.clock.reset();
    const months = [2, 3, 4, 5].map((count) => partitionName("orders", addMonths(first, count)));
    expect(await listOrderPartitions()).toEqual([
      ...new Set([...before.slice(0, -1), ...months]),
      "orders_earlier",
    ]);
  });

  test("are exported, and imported into whole tables with their foreign keys", async () => {
    const target = await createTestDatabase();
    const references = await countReferences(target.url);
    const file = path.join(folder, "divided");
    const { tables, rows } = await exportBackup(app.config.databaseUrl ?? "", file);
    const imported = await importBackup(target.url, file, { replace: true });
    expect(imported).toMatchObject({ tables, rows, broken: [], unrestored: [] });
    expect(await countReferences(target.url)).toBe(references);
    await target.drop();
  });
});

test("each partition has what the table had, and the table all that can hold over months", async () => {
  const testDatabase = await createTestDatabase("demo");
  const database = new Database(testDatabase.url, { size: 1, onIdleError: () => undefined });
  const before = await describeAll(database, tableNames);
  await database.maintain((client) => partitionTables(client, { now: new Date() }));
  const month = addMonths(monthOf(new Date()), 2);
  const after = await describeAll(database, tableNames);
  const parts = await describeAll(
    database,
    tableNames.map((table) => partitionName(table, month)),
  );
  const earlier = await describeAll(
    database,
    tableNames.map((table) => `${table}_earlier`),
  );
  await database.close();
  await testDatabase.drop();
  const [orders] = before;
  const [dividedOrders] = after;
  // Three columns are unique within a month alone.
  expect(orders!.indexes.filter((index) => !dividedOrders!.indexes.includes(index))).toHaveLength(3);
  expect(after.map(({ columns, checks }) => ({ columns, checks }))).toEqual(
    before.map(({ columns, checks }) => ({ columns, checks })),
  );
  expect(parts).toEqual(earlier);
  // Lines and history named an order by a foreign key, and the history's key has the order's id now.
  expect(parts[0]).toEqual(orders);
  expect({ ...parts[1], foreignKeys: [] }).toEqual({ ...before[1], foreignKeys: [] });
  expect(after.map(({ triggers }) => triggers)).toEqual(before.map(({ triggers }) => triggers));
});
