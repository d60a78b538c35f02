import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, test } from "vitest";
import { exportBackup } from "#server/backup/export-backup.ts";
import { importBackup } from "#server/backup/import-backup.ts";
import { CliError } from "#server/platform/CliError.ts";
import { Database } from "#server/platform/database/Database.ts";
import { partitionTables } from "#server/platform/partitions/partition-tables.ts";
import { partitionedTables } from "#server/platform/partitions/partitioned-tables.ts";
import { isPartitioned, listPartitions } from "#server/platform/partitions/table-catalog.repository.ts";
import { systemClock } from "#server/platform/time/clock.ts";
import { runSql } from "../../support/databases/sql.ts";
import { createTestDatabase } from "../../support/databases/testDatabase.ts";

const tableNames = partitionedTables.map(({ name }) => name);

test("rows whose order is missing are named, exported and imported, time and again", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-partitions-"));
  const [source, target] = [await createTestDatabase("demo"), await createTestDatabase()];
  const database = new Database(source.url, { size: 1, onIdleError: () => undefined });
  await database.maintain((client) => partitionTables(client, { now: new Date() }));
  await database.close();
  await runSql(source.url, "delete from orders where id = (select order_id from refunds limit 1)");
  let { url } = source;
  for (const name of ["first", "second"]) {
    const file = path.join(folder, name);
    const exported = await exportBackup(url, file);
    expect(exported.broken?.join("\n")).toContain("what belongs to an order belongs to one that is there");
    url = target.url;
    const imported = await importBackup(url, file, { replace: true });
    expect([...imported.broken].sort()).toEqual([...(exported.broken ?? [])].sort());
    // The second file comes from a database without these keys.
    const missing = expect.arrayContaining(["order_history", "order_items", "refunds"]);
    expect(imported.unrestored).toEqual(missing);
  }
  await source.drop();
  await target.drop();
  await rm(folder, { recursive: true });
});

test("tables are divided while a transaction that has read customers and restaurants goes on", async () => {
  const testDatabase = await createTestDatabase("demo");
  const database = new Database(testDatabase.url, { size: 2, onIdleError: () => undefined });
  const reader = await database.pool.connect();
  await reader.query("begin");
  await reader.query("select count(*) from users");
  await reader.query("select count(*) from restaurants");
  expect(await database.maintain((client) => partitionTables(client, { now: new Date() }))).toBe(true);
  const { rows } = await reader.query("select count(*)::int as n from orders");
  expect(rows[0].n).toBeGreaterThan(0);
  await reader.query("commit");
  reader.release();
  await database.close();
  await testDatabase.drop();
});

test("tables that others build on are not divided", async () => {
  const testDatabase = await createTestDatabase();
  const database = new Database(testDatabase.url, { size: 1, onIdleError: () => undefined });
  await runSql(
    testDatabase.url,
    "create view best_dishes as select dish_id, count(*) from order_items group by dish_id",
  );
  await runSql(testDatabase.url, "create publication copies for table orders");
  const divide = () => database.maintain((client) => partitionTables(client, { now: new Date() }));
  await expect(divide()).rejects.toThrow(
    new CliError(
      `The publication copies has orders: take it out, and add it again afterwards.
The view best_dishes reads order_items: drop it, and create it again afterwards.`,
    ),
  );
  await runSql(testDatabase.url, "drop view best_dishes");
  await runSql(testDatabase.url, "drop publication copies");
  await runSql(testDatabase.url, "create role another; alter table order_history owner to another");
  await expect(divide()).rejects.toThrow(
    new CliError("The table order_history belongs to another: connect as that role."),
  );
  await database.maintain(async (client) => {
    for (const table of tableNames) expect(await isPartitioned(client, table)).toBe(false);
  });
  await database.close();
  await testDatabase.drop();
  const { url } = inject("databaseServer");
  await runSql(url, "drop role another");
});

test("a division that is interrupted anywhere goes on where it was", async () => {
  const testDatabase = await createTestDatabase("demo");
  const database = new Database(testDatabase.url, { size: 2, onIdleError: () => undefined });
  const counts = () =>
    runSql(
      testDatabase.url,
      `select (select count(*)::int from orders) as orders, (select count(*)::int from order_items) as items,
         (select count(*)::int from order_history) as history`,
    );
  const before = await counts();
  let interruptions = 0;
  const divide = () =>
    database
      .maintain((client) => partitionTables(client, { now: systemClock.now() }))
      .then(
        () => true,
        () => false,
      );
  for (let afterMs = 5; ; afterMs += 15) {
    const isDivided = divide();
    await sleep(afterMs);
    const ended = await runSql(
      testDatabase.url,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shidan-maintenance' and datname = current_database()",
    );
    interruptions += ended.length;
    if (await isDivided) break;
  }
  expect(interruptions).toBeGreaterThan(3);
  expect(await counts()).toEqual(before);
  await database.maintain(async (client) => {
    for (const table of tableNames) {
      expect(await isPartitioned(client, table)).toBe(true);
      expect(await listPartitions(client, table)).toHaveLength(
        (await listPartitions(client, "orders")).length,
      );
    }
  });
  await database.close();
  await testDatabase.drop();
}, 60_000);
