import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportBackup } from "#server/backup/export-backup.ts";
import { importBackup } from "#server/backup/import-backup.ts";
import { findViolations } from "#server/backup/ledger-invariants.ts";
import type { BackupStorage } from "#server/backup/physical/BackupStorage.ts";
import { archiveCommand } from "#server/cli/archive.ts";
import { parseConfig } from "#server/config.ts";
import { createArchiveStorage } from "#server/create-deps.ts";
import { Database } from "#server/platform/database/Database.ts";
import { partitionTables } from "#server/platform/partitions/partition-tables.ts";
import { addMs } from "#server/platform/time/clock.ts";
import { s3Environment } from "../../../src/sandbox/s3/s3.routes.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/startSandbox.ts";
import { runSql } from "../../support/databases/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../support/databases/testDatabase.ts";
import { writeCredentials } from "../../support/databases/writeCredentials.ts";

const yearMs = 366 * 86_400_000;
const now = new Date();

let folder: string;
let sandbox: Sandbox;
let storage: BackupStorage;
let source: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-archive-"));
  await writeCredentials(folder);
  sandbox = await startSandbox({ port: 0, dataDir: folder });
  storage = openBucket();
  source = await createTestDatabase("demo");
  await divide(source.url, now);
});

afterAll(async () => {
  storage.close();
  await source.drop();
  await sandbox.close();
  await rm(folder, { recursive: true });
});

/** Opens the bucket of the sandbox by the settings that name it. */
function openBucket(): BackupStorage {
  const settings = Object.entries(s3Environment(sandbox.url)).map(([name, value]) => [
    `ARCHIVE_${name}`,
    value,
  ]);
  const bucket = createArchiveStorage(parseConfig({ ...Object.fromEntries(settings), DATA_DIR: folder }));
  if (bucket === null) throw new Error("the settings of the bucket are not read");
  return bucket;
}

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = new Database(url, { size: 1, onIdleError: () => undefined });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const divide = (url: string, at: Date) =>
  withDatabase(url, (database) => database.maintain((client) => partitionTables(client, { now: at })));

/** Runs the command on a database at a time, and returns what it printed. */
async function run(url: string, args: string[], at: Date): Promise<string[]> {
  const lines: string[] = [];
  const clock = { now: () => at };
  await withDatabase(url, (database) =>
    archiveCommand(args, { database, clock, storage, print: (line) => lines.push(line) }),
  );
  return lines;
}

const readHistory = (url: string) =>
  runSql(
    url,
    `select id, order_id, field, from_state, to_state, version, actor, created_at from order_history order by id`,
  );

test("the time before the first month is archived in a bucket and restored", async () => {
  const before = await readHistory(source.url);
  const cancellations = before.filter(
    ({ field, to_state }) => field === "status" && to_state === "cancelled",
  );
  expect(cancellations.length).toBeGreaterThan(0);
  expect(await run(source.url, ["earlier"], addMs(now, 2 * yearMs))).toEqual([
    `${before.length - cancellations.length} rows of earlier are in ${storage.label}, and no longer in the database.`,
  ]);
  expect(await readHistory(source.url)).toEqual(cancellations);
  expect(await findViolations((text) => runSql(source.url, text))).toEqual([]);
  await run(source.url, ["restore", "earlier"], now);
  expect(await readHistory(source.url)).toEqual(before);
  expect(await findViolations((text) => runSql(source.url, text))).toEqual([]);
});

test("an import has the archives of its source, in whole tables and after they are divided at another month", async () => {
  const before = await readHistory(source.url);
  await run(source.url, ["earlier"], addMs(now, 2 * yearMs));
  const target = await createTestDatabase();
  const file = path.join(folder, "export");
  await exportBackup(source.url, file);
  await importBackup(target.url, file, { replace: true });
  const [line, ...archives] = await run(target.url, [], now);
  expect(line).toBe("The tables of orders are not divided by month.");
  expect(archives).toHaveLength(2);
  await run(target.url, ["restore", "earlier"], now);
  expect(await readHistory(target.url)).toEqual(before);
  // Its own "earlier" ends later than that of the source.
  await run(source.url, ["restore", "earlier"], now);
  await run(source.url, ["earlier"], addMs(now, 2 * yearMs));
  await exportBackup(source.url, path.join(folder, "second"));
  await importBackup(target.url, path.join(folder, "second"), { replace: true });
  await divide(target.url, addMs(now, yearMs));
  expect((await run(target.url, [], now))[0]).toMatch(/^earlier .* MB$/);
  await run(target.url, ["earlier"], addMs(now, 4 * yearMs));
  await run(target.url, ["restore", "earlier"], now);
  expect(await readHistory(target.url)).toEqual(before);
  await target.drop();
});
