import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readArchiver } from "#server/modules/backup/backup.repository.ts";
import { migrateDatabase } from "#server/platform/database/migrate-database.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { findSystemPostgres } from "../../scripts/lib/systemPostgres.mjs";
import { query } from "../../src/server/platform/embedded-postgres/fixtures/test-harness.ts";

// deploy/pgbackrest/back-up-database on a real database, with pgBackRest and Patroni's REST API replaced by programs that
// write down how they were called; `npm run chaos -- cluster-restore` runs it with the real ones.
const script = inRoot("deploy", "pgbackrest", "back-up-database");
const binDir = findSystemPostgres(process.env) ?? "";
let folder: string;
let programs: string;
let database: EmbeddedPostgres;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-cluster-backup-"));
  const options = { dataDir: folder, binDir, archivesWal: true, log: () => undefined };
  database = await startEmbeddedPostgres(options);
  await query(database.url, "create database shidan");
  url = database.url.replace("/postgres", "/shidan");
  await migrateDatabase(url);
  // Not beside the data: a folder for temporary files may forbid programs.
  programs = inRoot("node_modules", ".cache", path.basename(folder));
  await mkdir(programs, { recursive: true });
});

afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
  await rm(programs, { recursive: true, force: true });
});

beforeEach(async () => {
  await rm(path.join(folder, "calls"), { force: true });
  await replaceProgram("curl", 0);
  await replaceProgram("pgbackrest", 0);
});

/** Replaces a program by one that writes down its arguments and ends with a code, or that of a check before. */
async function replaceProgram(name: string, code: number, check = ":"): Promise<void> {
  const file = path.join(programs, name);
  await writeFile(file, `#!/bin/sh\necho "${name} $*" >> "${folder}/calls"\n${check} && exit ${code}\n`);
  await chmod(file, 0o755);
}

/** Runs the script; returns what it prints, and how it called pgBackRest. Throws when it fails. */
function backUp(): { output: string; calls: string[] } {
  const { username, searchParams } = new URL(url);
  const env = {
    PATH: `${programs}:${binDir}:${process.env.PATH}`,
    PGHOST: searchParams.get("host") ?? "",
    PGUSER: username,
  };
  const output = execFileSync(script, ["10.0.0.11"], { env, encoding: "utf8", stdio: "pipe" }).trim();
  return { output, calls: readCalls() };
}

function readCalls(): string[] {
  const file = path.join(folder, "calls");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return lines.filter((line) => line.startsWith("pgbackrest "));
}

async function readBaseAt(): Promise<Date | null | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await readArchiver(drizzle(client))).baseAt;
  } finally {
    await client.end();
  }
}

const setStored = async (field: string, value: string) =>
  await query(
    url,
    `update cache_entries set value = jsonb_set(value, '{${field}}', to_jsonb(${value})) where key = 'backup:base'`,
  );

test("a machine that has no primary backs nothing up", async () => {
  await replaceProgram("curl", 22);
  expect(backUp()).toEqual({ output: "", calls: [] });
});

test("a Patroni that cannot be asked is an error", async () => {
  await replaceProgram("curl", 6);
  expect(backUp).toThrow("Command failed");
});

test("a first backup that fails is known to be missing", async () => {
  await replaceProgram("pgbackrest", 0, '[ "$3" != backup ]');
  expect(backUp).toThrow("Command failed");
  expect(await readBaseAt()).toBeNull();
});

test("the primary's database is backed up once a day, which the server knows", async () => {
  await query(url, "delete from cache_entries where key = 'backup:base'");
  expect(await readBaseAt()).toBeUndefined();
  const { output, calls } = backUp();
  expect(output).toMatch(/^The database is backed up \((diff|full)\)\.$/);
  expect(calls).toEqual([
    "pgbackrest --stanza=shidan stanza-create",
    expect.stringMatching(/^pgbackrest --stanza=shidan --type=(diff|full) backup$/),
  ]);
  expect(Math.abs(Date.now() - ((await readBaseAt())?.getTime() ?? 0))).toBeLessThan(60_000);
  expect(backUp()).toEqual({ output: "", calls });
});

test.each([
  ["after 23 hours", "at", "now() - interval '23 hours 1 minute'"],
  ["after a failover or a restore", "timeline", "'0'::text"],
  ["in another database than the row is of", "system", "'1'::text"],
])("a backup is due %s", async (_when, field, value) => {
  await setStored(field, value);
  expect(backUp().calls).toHaveLength(2);
});

test("the row of another database tells no age", async () => {
  await setStored("system", "'1'::text");
  expect(await readBaseAt()).toBeUndefined();
});

test("a backup that fails is not recorded, and due again", async () => {
  await setStored("at", "now() - interval '2 days'");
  await replaceProgram("pgbackrest", 1);
  expect(backUp).toThrow("Command failed");
  await replaceProgram("pgbackrest", 0);
  expect(backUp().output).toContain("backed up");
});
