import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { verifyDatabase } from "#server/backup/physical/verify-database.ts";
import { migrateDatabase } from "#server/platform/database/migrate-database.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { root } from "../../scripts/lib/paths.mjs";
import { findSystemPostgres } from "../../scripts/lib/systemPostgres.mjs";
import { query } from "../../src/server/platform/embedded-postgres/fixtures/test-harness.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

const docs = readFileSync(path.join(root, "docs/operations.md"), "utf8");

/** Returns the value that the documentation gives a setting of PostgreSQL, with the test's folder for the backups. */
function readDocumented(name: string): string {
  const value = new RegExp(`^    ${name} = '?(.*?)'?$`, "m").exec(docs)?.[1];
  if (value === undefined) throw new Error(`docs/operations.md gives ${name} no value`);
  return value.replaceAll("/backup", backupFolder);
}

let folder: string;
let backupFolder: string;
const binDir = findSystemPostgres(process.env);
const running: EmbeddedPostgres[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-external-"));
  backupFolder = path.join(folder, "backup");
  await mkdir(path.join(backupFolder, "wal"), { recursive: true });
});

afterAll(async () => {
  for (const database of running) await database.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts an installed PostgreSQL over a folder, as its own service would. */
async function start(name: string, settings: Record<string, string>): Promise<EmbeddedPostgres> {
  const dataDir = path.join(folder, name);
  const started = await startEmbeddedPostgres({ dataDir, binDir, settings, log: () => undefined });
  running.push(started);
  return started;
}

/** Runs the documented archive_command for a file, as PostgreSQL does; throws when it fails. */
function archive(file: string, name: string): void {
  const command = readDocumented("archive_command").replaceAll("%p", file).replaceAll("%f", name);
  execFileSync("sh", ["-c", command], { stdio: "pipe" });
}

test("archiving a file again succeeds, and another one of the same name fails and leaves the first", async () => {
  const name = "0000000100000000000000FF";
  const stored = path.join(backupFolder, "wal", name);
  const [first, second] = [path.join(folder, "first"), path.join(folder, "second")];
  await writeFile(first, "first");
  await writeFile(second, "second");
  // What a crash while copying leaves behind.
  await writeFile(`${stored}.part`, "fir");
  archive(first, name);
  archive(first, name);
  expect(() => archive(second, name)).toThrow("Command failed");
  expect(readFileSync(stored, "utf8")).toBe("first");
  expect(existsSync(`${stored}.part`)).toBe(false);
});

test("an installed PostgreSQL goes back to a time with the settings and commands of the documentation", async () => {
  const before = await start("before", {
    archive_mode: readDocumented("archive_mode"),
    archive_timeout: readDocumented("archive_timeout"),
    archive_command: readDocumented("archive_command"),
  });
  await migrateDatabase(before.url);
  const base = path.join(backupFolder, "base-20261127");
  const program = path.join(binDir ?? "", "pg_basebackup");
  const options = ["--checkpoint=fast", "--format=plain", "--wal-method=none", `--pgdata=${base}`];
  execFileSync(program, [`--dbname=${before.url}`, ...options], { stdio: "pipe" });
  await query(before.url, "create table public.drill as select 'before' as what");
  const [time] = await query(before.url, "select clock_timestamp()::text as at");
  await query(before.url, "insert into public.drill values ('after')");
  const [wal] = await query(before.url, "select pg_walfile_name(pg_switch_wal()) as name");
  await vi.waitFor(
    () => expect(existsSync(path.join(backupFolder, "wal", String(wal?.name)))).toBe(true),
    waitOptions,
  );
  await before.stop();

  await mkdir(path.join(folder, "after"));
  execFileSync("cp", ["-a", base, path.join(folder, "after", "postgres")]);
  await chmod(path.join(folder, "after", "postgres"), 0o700);
  await writeFile(path.join(folder, "after", "postgres", "recovery.signal"), "");
  const after = await start("after", {
    restore_command: readDocumented("restore_command"),
    recovery_target_time: String(time?.at),
    recovery_target_action: readDocumented("recovery_target_action"),
    hot_standby: "off",
  });
  expect(await query(after.url, "select what from public.drill")).toEqual([{ what: "before" }]);
  expect(await verifyDatabase(after.url)).toMatchObject({ broken: [] });
});
