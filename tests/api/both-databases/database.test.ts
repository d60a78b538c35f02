import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedDemo } from "#server/demo/seed-demo.ts";
import { Database, type QueryRunner } from "#server/platform/database/Database.ts";
import { pgCode } from "#server/platform/database/database-errors.ts";
import { MigrationError } from "#server/platform/database/MigrationError.ts";
import { migrateDatabase, migrationLock } from "#server/platform/database/migrate-database.ts";
import { oldestUsableMigrationMs } from "#server/platform/database/schema-compatibility.ts";
import { runSql } from "../../support/databases/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../support/databases/testDatabase.ts";

let testDatabase: TestDatabase;
let database: Database;
/** What the database reported of transactions that began anew. */
const retries: { code: string; attempt: number }[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = new Database(testDatabase.url, {
    size: 4,
    onIdleError: () => undefined,
    onRetry: (retry) => retries.push(retry),
  });
  await runSql(testDatabase.url, "create table purses (id int primary key, fen int not null)");
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const insertRows = () =>
  runSql(testDatabase.url, "insert into purses values (1, 0), (2, 0) on conflict (id) do update set fen = 0");
const increment = (tx: QueryRunner, id: number) =>
  tx.execute(sql`update purses set fen = fen + 1 where id = ${id}`);
const readSum = async () =>
  (await runSql(testDatabase.url, "select sum(fen)::int as fen from purses"))[0]?.fen;

/** Creates a barrier: callers wait until `count` of them have arrived. */
function createBarrier(count: number): () => Promise<void> {
  let arrived = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived >= count) open();
    return all;
  };
}

/** Formats an error with all its causes. */
function errorCode(error: unknown): string {
  return error instanceof Error ? `${error.message} ${errorCode(error.cause)}` : "";
}

describe("a transaction", () => {
  test("is not left by accident: the outer handle throws inside it, and works again afterwards", async () => {
    await insertRows();
    await expect(
      database.transaction(async (tx) => {
        await increment(tx, 1);
        await database.queries.execute(sql`select 1`);
      }),
    ).rejects.toThrow("outer database handle");
    await expect(database.transaction(() => database.transaction(async () => 1))).rejects.toThrow(
      "outer database handle",
    );
    expect(await readSum()).toBe(0);
    await database.queries.execute(sql`select 1`);
  });

  test("is retried when it was the victim of a deadlock", async () => {
    await insertRows();
    const waitAtBarrier = createBarrier(2);
    let runs = 0;
    const committed: Promise<void>[] = [];
    const both = (first: number, second: number) =>
      database.transaction(async (tx) => {
        runs += 1;
        // The victim's retry locks no row before the other transaction commits, or it could be the victim
        // again.
        if (runs === 3) await Promise.race(committed);
        await increment(tx, first);
        await waitAtBarrier();
        await increment(tx, second);
      });
    committed.push(both(1, 2), both(2, 1));
    await Promise.all(committed);
    expect(await readSum()).toBe(4);
    expect(runs).toBe(3);
  });

  test("is tried four times at most, then throws the cause", async () => {
    retries.length = 0;
    let runs = 0;
    const failure = await database
      .transaction(async (tx) => {
        runs += 1;
        await tx.execute(sql.raw("do $$ begin raise exception 'again' using errcode = '40001'; end $$"));
      })
      .catch((error: unknown) => error);
    expect([runs, pgCode(failure)]).toEqual([4, "40001"]);
    expect(retries).toEqual([1, 2, 3].map((attempt) => ({ code: "40001", attempt })));
  });

  test("is not retried for any other failure, and leaves nothing behind", async () => {
    await insertRows();
    let runs = 0;
    const failure = await database
      .transaction(async (tx) => {
        runs += 1;
        await increment(tx, 1);
        await tx.execute(sql`insert into purses values (1, 5)`);
      })
      .catch((error: unknown) => error);
    expect([runs, pgCode(failure), await readSum()]).toEqual([1, "23505", 0]);
  });

  test("times out waiting for a lock or a connection", async () => {
    await insertRows();
    const waitAtBarrier = createBarrier(5);
    const busy = Array.from({ length: 4 }, () =>
      database.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        await waitAtBarrier();
      }),
    );
    const failure = await database.queries.execute(sql`select 1`).catch((error: unknown) => error);
    expect(errorCode(failure)).toMatch(/timeout exceeded when trying to connect/);
    await waitAtBarrier();
    await Promise.all(busy);
  });
});

test("eight-byte amounts and counts are returned as numbers", async () => {
  const { rows } = await database.pool.query(
    "select 9007199254740991::int8 as fen, count(*) as n from purses",
  );
  expect(rows).toEqual([{ fen: 9_007_199_254_740_991, n: 2 }]);
});

describe("migrating", () => {
  async function applied(url: string): Promise<unknown> {
    return await runSql(url, "select hash, created_at from drizzle.__drizzle_migrations order by id");
  }

  test("again changes nothing, also from four processes concurrently", async () => {
    const fresh = await createTestDatabase();
    const before = await applied(fresh.url);
    await migrateDatabase(fresh.url);
    await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(fresh.url)));
    expect(await applied(fresh.url)).toEqual(before);
    await fresh.drop();
  });

  test("an empty database from four processes concurrently creates the tables once", async () => {
    const fresh = await createTestDatabase();
    const wanted = await applied(fresh.url);
    await runSql(fresh.url, "drop schema public cascade");
    await runSql(fresh.url, "drop schema drizzle cascade");
    await runSql(fresh.url, "create schema public");
    await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(fresh.url)));
    expect(await applied(fresh.url)).toHaveLength((wanted as unknown[]).length);
    await fresh.drop();
  });

  test("waits longer than a server's requests for another process that is migrating", async () => {
    const fresh = await createTestDatabase();
    const other = new pg.Client({ connectionString: fresh.url });
    await other.connect();
    await other.query("select pg_advisory_lock($1)", [migrationLock]);
    await runSql(
      fresh.url,
      `alter database ${new URL(fresh.url).pathname.slice(1)} set lock_timeout = '50ms'`,
    );
    const migrated = migrateDatabase(fresh.url);
    const isWaiting = async () =>
      (await runSql(fresh.url, "select 1 from pg_locks where locktype = 'advisory' and not granted")).length >
      0;
    await expect.poll(isWaiting).toBe(true);
    // Longer than the database's own limit.
    await runSql(fresh.url, "select pg_sleep(0.2)");
    await other.end();
    await expect(migrated).resolves.toEqual({ hasNewerTables: false });
    await fresh.drop();
  });

  test("is refused for a database of a newer server, which stays unchanged", async () => {
    const fresh = await createTestDatabase();
    await runSql(
      fresh.url,
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 99999999999999)",
    );
    await runSql(fresh.url, "update drizzle.compatibility set oldest_migration_ms = 99999999999999");
    await expect(migrateDatabase(fresh.url)).rejects.toThrow(MigrationError);
    await expect(migrateDatabase(fresh.url)).rejects.toThrow(/newer version of this server/);
    // Versions before the record made no promise.
    await runSql(fresh.url, "drop table drizzle.compatibility");
    await expect(migrateDatabase(fresh.url)).rejects.toThrow(/newer version of this server/);
    await fresh.drop();
  });

  test("changes nothing in the tables of a newer server that only added some, and the server uses them", async () => {
    const fresh = await createTestDatabase();
    await runSql(
      fresh.url,
      `alter table orders add column courier_name text;
       insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 99999999999999)`,
    );
    const before = await applied(fresh.url);
    await expect(migrateDatabase(fresh.url)).resolves.toEqual({ hasNewerTables: true });
    expect(await applied(fresh.url)).toEqual(before);
    expect(
      await runSql(fresh.url, "select oldest_migration_ms::int8 as ms from drizzle.compatibility"),
    ).toEqual([{ ms: String(oldestUsableMigrationMs) }]);
    await fresh.drop();
  });
});

test("the demo chain is inserted once, also when three processes start concurrently", async () => {
  const fresh = await createTestDatabase();
  const pools = Array.from(
    { length: 3 },
    () => new Database(fresh.url, { size: 2, onIdleError: () => undefined }),
  );
  await Promise.all(pools.map((pool) => seedDemo(pool, new Date())));
  const [first] = await runSql(fresh.url, "select count(*)::int as n from restaurants");
  await seedDemo(pools[0]!, new Date());
  expect(await runSql(fresh.url, "select count(*)::int as n from restaurants")).toEqual([first]);
  expect(first?.n).toBeGreaterThanOrEqual(40);
  await Promise.all(pools.map((pool) => pool.close()));
  await fresh.drop();
});
