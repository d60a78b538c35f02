import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { exportBackup } from "#server/backup/export-backup.ts";
import { importBackup } from "#server/backup/import-backup.ts";
import { createTables } from "#server/backup/target-database.ts";
import { backupCommand } from "#server/cli/backup.ts";
import { migrateDatabase, migrationsFolder } from "#server/platform/database/migrate-database.ts";
import { addLaterTables, type Rows } from "../../support/api/addLaterTables.ts";
import { databaseUrl, runSql } from "../../support/databases/sql.ts";

// Migration 0020 renames tables and columns: every row of a database made before it is there afterwards.

const newTableNames: Record<string, string> = {
  pin_guards: "pin_attempts",
  request_keys: "idempotency_keys",
  shared_values: "cache_entries",
  chat_sessions: "conversations",
  points_holds: "points_reservations",
};
const newColumnNames: Record<string, Record<string, string>> = {
  pin_guards: { tries: "attempts", tried_at: "last_attempt_at" },
  request_keys: { call: "endpoint", answer: "response" },
  restaurants: { takes_orders: "accepts_orders" },
  orders: { held_at: "reserved_at" },
  order_items: { held_stock: "reserved_stock" },
  order_history: { axis: "field", at: "created_at" },
  card_ledger: { at: "created_at" },
  points_ledger: { at: "created_at" },
  audit_log: { at: "created_at" },
  events: { at: "created_at" },
  security_events: { at: "created_at", what: "detail" },
  payment_attempts: { queries: "query_count" },
  refunds: { tries: "attempt_count" },
  card_issues: { pins_told_again_at: "pins_reissued_at" },
  sms_codes: { ip: "network" },
  daily_sums: { what: "kind", who: "staff_id", fen: "amount_fen" },
};

/** A value for a column of each type; text and timestamps differ from column to column. */
const valueByType: Record<string, (column: string, nth: number) => string> = {
  text: (column) => (column === "audience" ? "'customer'" : `'${column}'`),
  integer: () => "1",
  bigint: () => "0",
  boolean: () => "true",
  "double precision": () => "1",
  jsonb: (column) => `'["${column}"]'`,
  bytea: () => "'\\x01'",
  "timestamp with time zone": (_column, nth) => `timestamptz '2026-01-01' + interval '${nth} min'`,
};

let folder: string;
let databaseCount = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-names-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function createEmptyDatabase(): Promise<string> {
  const { url } = inject("databaseServer");
  const name = `names_${++databaseCount}`;
  await runSql(url, `create database ${name}`);
  return databaseUrl(url, name);
}

/** Creates a database with the tables of migration 0019 and runs statements in it. */
async function createOldDatabase(fill: (client: pg.Client) => Promise<unknown>): Promise<string> {
  const journal = JSON.parse(readFileSync(path.join(migrationsFolder(), "meta/_journal.json"), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  const url = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await createTables(client, journal.entries.find(({ tag }) => tag === "0019_daily_sums")!.when);
  await fill(client);
  await client.end();
  return url;
}

/** Inserts one row into every table, with a value in every column. */
async function fillEveryTable(client: pg.Client): Promise<void> {
  // Without foreign keys and triggers.
  await client.query("set session_replication_role = replica");
  const { rows } = await client.query<{ table: string; columns: { name: string; type: string }[] }>(
    `select table_name as table,
       json_agg(json_build_object('name', column_name, 'type', data_type) order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' group by table_name`,
  );
  for (const { table, columns } of rows) {
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const values = columns.map(({ name, type }, nth) => valueByType[type]!(name, nth)).join(", ");
    await client.query(`insert into ${table} (${names}) values (${values})`);
  }
}

async function readAllRows(url: string): Promise<Rows> {
  const tables = await runSql(
    url,
    "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  const found: Rows = {};
  for (const { name } of tables) {
    const rows = await runSql(url, `select to_jsonb(t) as row from ${name} t`);
    found[String(name)] = rows.map(({ row }) => row as Record<string, unknown>);
  }
  return found;
}

/** Returns rows under the new names of their tables and columns. */
function renameAll(rows: Rows): Rows {
  const renameColumns = (table: string, row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [newColumnNames[table]?.[column] ?? column, value]),
    );
  return Object.fromEntries(
    Object.entries(rows).map(([table, list]) => [
      newTableNames[table] ?? table,
      list.map((row) => renameColumns(table, row)),
    ]),
  );
}

test("every row of every table is kept, under the new names", async () => {
  const url = await createOldDatabase(fillEveryTable);
  const before = await readAllRows(url);
  expect(Object.values(before).every((list) => list.length === 1)).toBe(true);
  for (const [table, columns] of Object.entries(newColumnNames))
    expect(Object.keys(before[table]![0]!)).toEqual(expect.arrayContaining(Object.keys(columns)));
  await migrateDatabase(url);
  expect(await readAllRows(url)).toEqual(addLaterTables(renameAll(before)));
});

test("is refused while a server of an earlier version runs, and changes nothing", async () => {
  const url = await createOldDatabase(async () => undefined);
  const listener = new pg.Client({ connectionString: url, application_name: "shidan-events" });
  await listener.connect();
  await expect(migrateDatabase(url)).rejects.toThrow(/Stop the running server processes first \(1\)/);
  expect(await runSql(url, "select to_regclass('chat_sessions') is not null as is")).toEqual([{ is: true }]);
  await listener.end();
  const isGone = async () =>
    (
      await runSql(
        url,
        "select 1 from pg_stat_activity where application_name = 'shidan-events' and datname = current_database()",
      )
    ).length === 0;
  await expect.poll(isGone).toBe(true);
  await migrateDatabase(url);
  expect(await runSql(url, "select to_regclass('chat_sessions') is null as is")).toEqual([{ is: true }]);
});

test("no index, constraint, trigger or function is left with an old name", async () => {
  const url = await createEmptyDatabase();
  await migrateDatabase(url);
  const names = await runSql(
    url,
    `select name from (
       select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
       union all select conname::text from pg_constraint where connamespace = 'public'::regnamespace
       union all select tgname::text from pg_trigger
       union all select proname::text from pg_proc where pronamespace = 'public'::regnamespace) all_names
     where name ~ '^(${Object.keys(newTableNames).join("|")})_|_told|^tell_|_words'`,
  );
  // PostgreSQL 18 names not-null constraints, and a renamed table's keep their names.
  expect(names.filter(({ name }) => !String(name).endsWith("_not_null"))).toEqual([]);
});

test("a changed dish and restaurant are still notified by name", async () => {
  const url = await createOldDatabase(fillEveryTable);
  await migrateDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const payloads: (string | undefined)[] = [];
  client.on("notification", ({ payload }) => payloads.push(payload));
  await client.query("listen shidan_content");
  await client.query("update store_dishes set stock = 7");
  await client.query("update restaurants set accepts_orders = false");
  await expect.poll(() => payloads).toEqual(["dish:restaurant_id:dish_id", "store:id"]);
  await client.end();
});

describe("a backup of the older tables", () => {
  const run = async (line: string, url: string) => {
    const printed: string[] = [];
    const areGood = await backupCommand(line.split(" "), {
      withDatabase: (_what, work) => work(url),
      print: (text) => printed.push(text),
    });
    return { areGood, printed: printed.join("\n") };
  };
  const fill = (client: pg.Client) =>
    client.query(
      `insert into pin_guards (key, tried_at) values ('card:1', now());
       insert into request_keys (subject_id, key, call, body_hash, answer, created_at)
         values ('u', 'k', 'order/create', 'h', '{"order_id":"o"}', now());
       insert into shared_values (key, value) values ('v', '1');
       insert into audit_log (actor, action, target, detail, at) values ('a', 'b', 'c', '{}', now());`,
    );

  test("is exported without a check of the books, and migrated when it is imported", async () => {
    const old = await createOldDatabase(fill);
    const before = await readAllRows(old);
    const file = path.join(folder, "old");
    const exported = await run(`export ${file}`, old);
    expect(exported).toMatchObject({ areGood: true });
    expect(exported.printed).toMatch(/another version than this program: the books were not checked/);
    expect((await exportBackup(old, `${file}2`)).broken).toBeNull();
    const young = await createEmptyDatabase();
    const { areGood, printed } = await run(`import ${file}`, young);
    expect(areGood).toBe(true);
    expect(printed).toMatch(/An older version made it: its tables were migrated to this version/);
    expect(await readAllRows(young)).toEqual(addLaterTables(renameAll(before)));
    // The migrations are recorded, so that the next start has nothing to do.
    await migrateDatabase(young);
    expect((await importBackup(young, file, { replace: true })).isMigrated).toBe(true);
  });

  test("of this version is not reported as migrated", async () => {
    const url = await createEmptyDatabase();
    await migrateDatabase(url);
    const file = path.join(folder, "current");
    await exportBackup(url, file);
    expect(await importBackup(url, file, { replace: true })).toMatchObject({ isMigrated: false, broken: [] });
  });
});
