import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { buildApp } from "#server/app.ts";
import { configureSession, listTables, readTable } from "#server/backup/catalog.ts";
import { exportBackup } from "#server/backup/export-backup.ts";
import { importBackup } from "#server/backup/import-backup.ts";
import { createTables } from "#server/backup/target-database.ts";
import { backupCommand } from "#server/cli/backup.ts";
import { CliError } from "#server/platform/CliError.ts";
import { Database } from "#server/platform/database/Database.ts";
import { latestMigrationMs, migrateDatabase } from "#server/platform/database/migrate-database.ts";
import { type Buyer, createBuyers, createOrder, takeawayOrderForm } from "../../support/api/buyers.ts";
import { Client } from "../../support/api/Client.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { databaseUrl, runSql } from "../../support/databases/sql.ts";
import { startTestServer, type TestServer } from "../../support/databases/testServer.ts";

let folder: string;
let app: TestApp;
/** PostgreSQL server of the other kind: external if the app's is embedded, embedded if it is external. */
let other: TestServer;
let databaseCount = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-backup-"));
  app = await startTestApp();
  const { kind } = inject("databaseServer");
  other = await startTestServer(kind === "embedded" ? "external" : "embedded", {
    migrate: migrateDatabase,
    seed: async () => undefined,
  });
}, 120_000);

afterAll(async () => {
  await app.close();
  await other.stop();
  await rm(folder, { recursive: true });
});

const filePath = (name: string) => path.join(folder, name);
const urlOf = () => app.config.databaseUrl ?? "";

/** Creates an empty database on a server and returns its URL. */
async function createEmptyDatabase(serverUrl: string): Promise<string> {
  const name = `backup_${++databaseCount}`;
  await runSql(serverUrl, `create database ${name}`);
  return databaseUrl(serverUrl, name);
}

/** Reads the rows of every table of a database. */
async function readContents(url: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await configureSession(client);
    const found: Record<string, unknown> = {};
    for (const table of await listTables(client)) found[table.name] = await readTable(client, table);
    return found;
  } finally {
    await client.end();
  }
}

/** Creates orders continuously until stopped; `stop` returns their number. */
function createOrdersContinuously(people: Buyer[]): { stop(): Promise<number> } {
  let isOver = false;
  let count = 0;
  const run = async () => {
    for (const buyer of people) {
      if (isOver) break;
      await createOrder(buyer);
      count += 1;
    }
    return count;
  };
  const running = run();
  return {
    stop: async () => {
      isOver = true;
      return await running;
    },
  };
}

test("a backup made during ordering is restored to another PostgreSQL and back, row for row", async () => {
  const people = await createBuyers(app, 300);
  const [first] = people as [Buyer];
  await createOrder(first);
  const orders = createOrdersContinuously(people.slice(1));
  const exported = await exportBackup(urlOf(), filePath("shop"));
  expect(await orders.stop()).toBeGreaterThan(0);
  expect(exported.broken).toEqual([]);

  const targetUrl = await createEmptyDatabase(other.url);
  const imported = await importBackup(targetUrl, filePath("shop"));
  expect(imported).toMatchObject({ tables: exported.tables, rows: exported.rows, broken: [] });
  await exportBackup(targetUrl, filePath("again"));
  const back = await createEmptyDatabase(inject("databaseServer").url);
  await importBackup(back, filePath("again"));
  expect(await readContents(back)).toEqual(await readContents(targetUrl));

  const database = new Database(back, { size: 5, onIdleError: () => undefined });
  const { server } = await buildApp({ config: app.config, database, clock: app.clock, logger: false });
  const buyer = new Client(server, first.token);
  expect((await buyer.data(orderEndpoints.list, { query: {} })).total).toBe(1);
  // Sequences continue after the restored values.
  expect((await buyer.call(orderEndpoints.create, { body: takeawayOrderForm(first) })).status).toBe(200);
  await server.close();
  await database.close();
});

describe("a backup file", () => {
  let target: string;
  beforeAll(async () => {
    await exportBackup(urlOf(), filePath("good"));
    target = await createEmptyDatabase(inject("databaseServer").url);
  });

  const refusal = async (name: string, options = {}) => {
    const failure = await importBackup(target, filePath(name), options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CliError);
    return (failure as CliError).message;
  };
  /** Writes a copy of the good backup under a new name with its text changed. */
  const changed = async (name: string, change: (text: string) => string) =>
    await writeFile(
      filePath(name),
      gzipSync(change(gunzipSync(await readFile(filePath("good"))).toString())),
    );

  test("that is truncated, changed, foreign or of a newer version is refused, and nothing is restored", async () => {
    const good = await readFile(filePath("good"));
    await writeFile(filePath("short"), good);
    await truncate(filePath("short"), good.length - 2_000);
    expect(await refusal("short")).toMatch(/is cut off/);
    await changed("lines", (text) => text.slice(0, text.lastIndexOf('{"sequences"')));
    expect(await refusal("lines")).toMatch(/is cut off/);
    await writeFile(filePath("plain"), "hello");
    expect(await refusal("plain")).toMatch(/is no backup of this program/);
    await writeFile(filePath("other"), gzipSync('{"format":"other"}\n'));
    expect(await refusal("other")).toMatch(/is no backup of this program/);
    await changed("newer", (text) => text.replace(/"newest":\d+/, '"newest":99999999999999'));
    expect(await refusal("newer")).toMatch(/newer version/);
    await changed("forged", (text) => text.replaceAll("食单·徐家汇店", "食单·徐家汇点"));
    expect(await refusal("forged")).toMatch(/table \w+ is not what the backup says/);
    expect(await refusal("none")).toMatch(/There is no file/);
    expect(await readContents(target)).toEqual({});
  });

  test("is restored over existing data only when told explicitly, and completely or not at all", async () => {
    await importBackup(target, filePath("good"));
    await runSql(target, "update restaurants set name = '变了' where id = 'SH001'");
    const before = await readContents(target);
    expect(await refusal("good")).toMatch(/not empty: say --replace/);
    expect(await refusal("short", { replace: true })).toMatch(/is cut off/);
    expect(await readContents(target)).toEqual(before);
    await importBackup(target, filePath("good"), { replace: true });
    const [row] = await runSql(target, "select name from restaurants where id = 'SH001'");
    expect(row?.name).toBe("食单·徐家汇店");
  });

  test("is not restored into a database in use", async () => {
    const client = new pg.Client({ connectionString: target });
    await client.connect();
    expect(await refusal("good", { replace: true })).toMatch(/in use \(other connections: 1\)/);
    await client.end();
  });

  test("of an older version is migrated to the current one", async () => {
    const old = await createEmptyDatabase(inject("databaseServer").url);
    const client = new pg.Client({ connectionString: old });
    await client.connect();
    await createTables(client, latestMigrationMs() - 1);
    await client.query(
      "insert into menu_categories (id, name, rank, icon) values ('x', E'一\\t二\\n三\\\\', 1, '')",
    );
    await client.end();
    await exportBackup(old, filePath("old"));
    const young = await createEmptyDatabase(other.url);
    await importBackup(young, filePath("old"));
    const [versions] = await runSql(
      young,
      "select max(created_at)::text as newest from drizzle.__drizzle_migrations",
    );
    expect(Number(versions?.newest)).toBe(latestMigrationMs());
    expect(await runSql(young, "select name from menu_categories")).toEqual([{ name: "一\t二\n三\\" }]);
  });
});

describe("the command", () => {
  const run = async (line: string, url: string) => {
    const printed: string[] = [];
    const areGood = await backupCommand(line.split(" "), {
      withDatabase: (_what, work) => work(url),
      print: (text) => printed.push(text),
    });
    return { areGood, printed: printed.join("\n") };
  };

  test("reports what it did, and that pictures are stored elsewhere", async () => {
    const { areGood, printed } = await run(`export ${filePath("told")}`, urlOf());
    expect(areGood).toBe(true);
    expect(printed).toMatch(/told: \d+ tables, \d+ rows\.\nThe books agree\.\nPictures are not in it/);
    const url = await createEmptyDatabase(inject("databaseServer").url);
    expect((await run(`import ${filePath("told")}`, url)).printed).toMatch(/all compared with/);
  });

  test("restores an inconsistent ledger unchanged, and reports it", async () => {
    const url = await createEmptyDatabase(inject("databaseServer").url);
    await importBackup(url, filePath("told"));
    await runSql(url, "update cards set balance_fen = balance_fen + 1 where number = '8800100020003002'");
    const { areGood, printed } = await run(`export ${filePath("wrong")}`, url);
    expect(areGood).toBe(false);
    expect(printed).toMatch(/a card's balance is the sum of its movements/);
    expect(await run("check", url)).toEqual({
      areGood: false,
      printed: expect.stringContaining("in 1 places"),
    });
    expect(await run("check", urlOf())).toEqual({
      areGood: true,
      printed: expect.stringMatching(/^All rows were read: \d+ tables, \d+ rows\.\nThe books agree\.$/),
    });
    const copy = await createEmptyDatabase(inject("databaseServer").url);
    expect((await run(`import ${filePath("wrong")}`, copy)).areGood).toBe(false);
  });

  test("refuses unknown arguments, an existing file, and an empty database", async () => {
    const empty = await createEmptyDatabase(inject("databaseServer").url);
    for (const [line, url, sentence] of [
      ["dump x", urlOf(), /Usage/],
      ["export", urlOf(), /Usage/],
      ["export x --replace", urlOf(), /Usage/],
      ["export x --force", urlOf(), /Usage/],
      [`export ${filePath("told")}`, urlOf(), /is there already/],
      [`export ${filePath("no/such/folder")}`, urlOf(), /cannot be written/],
      [`export ${filePath("empty")}`, empty, /nothing to export/],
      ["check", empty, /nothing to check/],
      ["check x", urlOf(), /Usage/],
    ] as const)
      await expect(run(line, url)).rejects.toThrow(sentence);
  });
});
