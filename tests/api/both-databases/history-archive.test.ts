import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { exportBackup } from "#server/backup/export-backup.ts";
import { importBackup } from "#server/backup/import-backup.ts";
import { findViolations } from "#server/backup/ledger-invariants.ts";
import type { BackupStorage } from "#server/backup/physical/BackupStorage.ts";
import { FolderBackupStorage } from "#server/backup/physical/FolderBackupStorage.ts";
import { archiveCommand } from "#server/cli/archive.ts";
import { partitionCommand } from "#server/cli/partition.ts";
import { defaultCancelReason } from "#server/modules/order/order-transition.rules.ts";
import { CliError } from "#server/platform/CliError.ts";
import { addMonths, monthOf, startOfMonth } from "#server/platform/partitions/months.ts";
import { partitionName } from "#server/platform/partitions/partitioned-tables.ts";
import { addMs } from "#server/platform/time/clock.ts";
import { type Buyer, createBuyers, createOrder } from "../../support/api/buyers.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { runSql } from "../../support/databases/sql.ts";
import { createTestDatabase } from "../../support/databases/testDatabase.ts";

const dayMs = 86_400_000;

let app: TestApp;
let folder: string;
let storage: BackupStorage;
let buyer: Buyer;
/** First month with a partition, and an order of it that was cancelled. */
let month: string;
let orderId: string;

beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), "shidan-archive-"));
  storage = new FolderBackupStorage(folder);
  [buyer] = (await createBuyers(app, 1, 1_000 * dayMs)) as [Buyer];
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Runs the command as if months had passed since `month`, and returns what it printed. */
async function run(args: string[], overrides: { storage?: BackupStorage | null; after?: number } = {}) {
  const lines: string[] = [];
  const { after = 14, ...rest } = overrides;
  app.clock.set(startOfMonth(addMonths(month, after)).toISOString());
  await archiveCommand(args, { ...app, storage, print: (line) => lines.push(line), ...rest }).finally(() =>
    app.clock.reset(),
  );
  return lines;
}

const readHistory = async (id = orderId) =>
  await app.sql<Record<string, unknown>>("select * from order_history where order_id = $1 order by id", [id]);

/** Returns the path of the file that holds a month. */
async function findFile(name: string): Promise<string> {
  const [row] = await app.sql<{ file: string }>("select file from order_history_archives where month = $1", [
    name,
  ]);
  return path.join(folder, row!.file);
}

const readStates = async () => (await readHistory()).map(({ to_state }) => to_state);

/** Waits until a session of the database waits for a lock of another. */
async function waitForLock(): Promise<void> {
  await expect
    .poll(async () => (await app.sql("select 1 from pg_locks where not granted")).length, { timeout: 20_000 })
    .toBeGreaterThan(0);
}

/** A storage that does something else at some step. */
function storageWith(changes: Partial<BackupStorage>): BackupStorage {
  return Object.assign(new FolderBackupStorage(folder), changes);
}

test("nothing is archived before the tables are divided", async () => {
  month = monthOf(app.clock.now());
  expect(await run([])).toEqual(["The tables of orders are not divided by month."]);
  await expect(run([month])).rejects.toThrow("npm run partition");
});

describe("the history of a month", () => {
  beforeAll(async () => {
    await partitionCommand([], { ...app, user: "test", print: () => undefined });
    month = addMonths(monthOf(addMs(app.clock.now(), 7 * dayMs)), 1);
    app.clock.set(`${month}-02T12:00:00+08:00`);
    const { order_id } = await createOrder(buyer);
    orderId = order_id;
    await buyer.data(orderEndpoints.cancel, { body: { order_id } });
    // As if the restaurant had cancelled it, in words of its own.
    await app.sql("update orders set cancel_reason = '太忙了' where id = $1", [orderId]);
    await app.sql(
      "update order_history set actor = 'store', actor_id = 'staff1', reason = '太忙了' where order_id = $1 and to_state = 'cancelled'",
      [orderId],
    );
    app.clock.reset();
  });

  test.each([
    ["of a month that is too young", () => [month], { after: 13 }, "13 months after their end"],
    ["of the last month", () => [addMonths(month, 1)], { after: 99 }, "is the last month"],
    ["of a month without a partition", () => ["2020-01"], {}, "no partition for 2020-01"],
    ["without a place for the files", () => [month], { storage: null }, "ARCHIVE_DIR"],
    ["of what is no month", () => ["2026-13"], {}, "Usage"],
    ["of two months at once", () => [month, month], {}, "Usage"],
    ["that is not archived cannot be restored", () => ["restore", month], {}, "is not archived"],
  ])("is not archived: %s", async (_name, args, overrides, message) => {
    const error = await run(args(), overrides).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CliError);
    expect((error as Error).message).toContain(message);
    expect(await readHistory()).toHaveLength(2);
    expect(await readdir(folder)).toEqual([]);
  });

  test("is not archived while an order is not over", async () => {
    await app.sql("update orders set status = 'paid' where id = $1", [orderId]);
    await expect(run([month])).rejects.toThrow("1 orders that are not over");
    await app.sql("update orders set status = 'cancelled' where id = $1", [orderId]);
  });

  test("stays whole when its file cannot be written, is damaged or no longer says what the database does", async () => {
    const before = await readHistory();
    const failing = storageWith({
      write: async (_name, content) => {
        content.destroy();
        throw new Error("the disk is full");
      },
    });
    await expect(run([month], { storage: failing })).rejects.toThrow("the disk is full");
    const damaging = storageWith({
      read: async () => Readable.from([gzipSync("")]),
    });
    await expect(run([month], { storage: damaging })).rejects.toThrow("is not what was written");
    const racing = storageWith({
      sync: async () => {
        await app.sql(
          "update order_history set reason = '别的' where order_id = $1 and to_state = 'cancelled'",
          [orderId],
        );
      },
    });
    await expect(run([month], { storage: racing })).rejects.toThrow("has changed meanwhile");
    await app.sql(
      "update order_history set reason = '太忙了' where order_id = $1 and to_state = 'cancelled'",
      [orderId],
    );
    expect(await readHistory()).toEqual(before);
    expect(await app.sql("select 1 from order_history_archives")).toEqual([]);
  });

  test("waits for an export, which has its rows", async () => {
    const target = await createTestDatabase();
    const file = path.join(folder, "export");
    // The export stops at a table that comes before the history.
    const blocker = await app.database.pool.connect();
    await blocker.query("begin");
    await blocker.query("lock table users in access exclusive mode");
    const exported = exportBackup(app.config.databaseUrl ?? "", file);
    await waitForLock();
    const archived = run([month]);
    await expect
      .poll(
        async () =>
          (await app.sql("select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'")).length,
        { timeout: 20_000 },
      )
      .toBe(1);
    await blocker.query("commit");
    blocker.release();
    const { rows } = await exported;
    await archived;
    expect(await importBackup(target.url, file, { replace: true })).toMatchObject({ rows, broken: [] });
    const found = await runSql(target.url, `select 1 from order_history where order_id = '${orderId}'`);
    expect(found).toHaveLength(2);
    expect(await readStates()).toEqual(["cancelled"]);
    await target.drop();
  });

  test("is in a file without names and words, and listed", async () => {
    const file = gunzipSync(await readFile(await findFile(month))).toString();
    const [head] = file.split("\n");
    expect(head).toBe("id,order_id,field,from_state,to_state,version,actor,created_at");
    const columns = await app.sql<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = 'order_history'::regclass and attnum > 0",
    );
    expect([...(head ?? "").split(","), "actor_id", "reason"].sort()).toEqual(
      columns.map(({ name }) => name).sort(),
    );
    expect(file.match(new RegExp(orderId, "g"))).toHaveLength(1);
    expect(file).not.toMatch(/太忙了|staff1/);
    const lines = await run([]);
    expect(lines.find((line) => line.startsWith(month))).toMatch(/archived$/);
    expect(lines.at(-1)).toMatch(
      new RegExp(`^${month} +1 rows  order-history/${month}\\.\\w+\\.csv\\.gz, \\d{4}-`),
    );
    await expect(run([month])).rejects.toThrow("is archived already");
  });

  test("is missing on the order but for who cancelled it; the order takes new rows, and breaks no ledger", async () => {
    const order = await buyer.data(orderEndpoints.detail, { query: { order_id: orderId } });
    expect(order).toMatchObject({
      status: "cancelled",
      timeline: [{ status: "cancelled", reason: "太忙了" }],
    });
    expect(order.lines).toHaveLength(1);
    await app.sql("update orders set version = version + 1 where id = $1", [orderId]);
    await app.sql(
      `insert into order_history (order_id, field, from_state, to_state, version, actor, created_at)
       select id, 'refund', 'none', 'none', version, 'system', now() from orders where id = $1`,
      [orderId],
    );
    const [row] = await app.sql(
      "select tableoid::regclass::text as name from order_history where order_id = $1 and field = 'refund'",
      [orderId],
    );
    expect(row).toEqual({ name: partitionName("order_history", month) });
  });

  test("is not restored from another file", async () => {
    const file = await findFile(month);
    const stored = await readFile(file);
    for (const [content, message] of [
      [stored.subarray(0, stored.length / 2), "is damaged"],
      [gzipSync(gunzipSync(stored).toString().replaceAll("customer", "system")), "is not what was written"],
    ] as const) {
      await writeFile(file, content);
      await expect(run(["restore", month])).rejects.toThrow(message);
      expect(await readStates()).toEqual(["cancelled", "none"]);
    }
    await rm(file);
    await expect(run(["restore", month])).rejects.toThrow(`${path.basename(file)} is not in`);
    await writeFile(file, stored);
  });

  test("is restored beside its new rows, and archived again with them", async () => {
    const first = await findFile(month);
    expect(await run(["restore", month])).toEqual([`1 rows of ${month} are in the database again.`]);
    expect(await readStates()).toEqual(["pending_payment", "cancelled", "none"]);
    expect(await app.sql("select 1 from order_history_archives")).toEqual([]);
    expect(await run([month])).toEqual([
      `2 rows of ${month} are in ${folder}, and no longer in the database.`,
    ]);
    // An older backup may name the first file.
    expect(await findFile(month)).not.toBe(first);
    expect(gunzipSync(await readFile(first)).toString()).toContain(orderId);
  });

  test("leaves staff's words about a cancellation to be deleted with the account", async () => {
    await app.sql("update users set deletion_due_at = now() - interval '1 minute' where id = $1", [
      buyer.userId,
    ]);
    await app.sweep("account-deletions");
    expect(await app.sql("select cancel_reason from orders where id = $1", [orderId])).toEqual([
      { cancel_reason: defaultCancelReason },
    ]);
  });
});

test("a history with more rows than its order has versions is found, archived or not", async () => {
  const find = async () =>
    (await findViolations(app.select)).filter((line) => line.includes("at most one row for each version"));
  const addRow = (id: string, version: number) =>
    app.sql(
      `insert into order_history (order_id, field, from_state, to_state, version, actor, created_at)
       values ($1, 'refund', 'none', 'none', $2, 'system', now())`,
      [id, version],
    );
  expect(await find()).toEqual([]);
  for (const version of [91, 92, 93, 94]) await addRow(orderId, version);
  expect((await find()).join()).toContain("order_no");
  await app.sql("delete from order_history where order_id = $1", [orderId]);
  expect(await find()).toEqual([]);
});
