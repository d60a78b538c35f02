import { sql } from "drizzle-orm";
import { PgDialect, pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Database, type QueryRunner } from "#server/platform/database/Database.ts";
import { isInStates, isOneOf } from "#server/platform/database/one-of.ts";
import { runSql } from "../../support/databases/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../support/databases/testDatabase.ts";

/** Uses after which a statement is prepared and PostgreSQL has compared its plans. */
const often = 20;

let testDatabase: TestDatabase;
let database: Database;
/** What the database reported of transactions that began anew. */
const retries: { code: string; attempt: number }[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});

beforeEach(async () => {
  retries.length = 0;
  // One connection, which has all that was prepared.
  const onRetry = (retry: { code: string; attempt: number }) => retries.push(retry);
  database = new Database(testDatabase.url, { size: 1, onIdleError: () => undefined, onRetry });
  await runSql(
    testDatabase.url,
    "drop table if exists purses; create table purses (id int primary key, fen int)",
  );
  await runSql(testDatabase.url, "insert into purses select id, id * 100 from generate_series(1, 1000) id");
});

afterEach(async () => {
  await database.close();
});

afterAll(async () => {
  await testDatabase.drop();
});

async function readFen(tx: QueryRunner, id: number): Promise<unknown> {
  const { rows } = await tx.execute(sql`select fen from purses where id = ${id}`);
  return rows[0]?.fen;
}

/** The ways of sending statements that are prepared. */
const ways = {
  transactions: (id: number) => database.transaction((tx) => readFen(tx, id)),
  lookups: (id: number) => readFen(database.lookups, id),
  "lists of one owner": (id: number) => database.lookUp((lookups) => readFen(lookups, id)),
};

async function readOften(way: keyof typeof ways = "transactions"): Promise<void> {
  for (let id = 1; id <= often; id++) expect(await ways[way](id)).toBe(id * 100);
}

/** Returns what the connection has prepared, with the number of times that one plan served for all values. */
async function readPrepared() {
  const { rows } = await database.queries.execute(
    sql`select statement, generic_plans::int as plans from pg_prepared_statements where statement ~ 'purses'`,
  );
  return rows;
}

test.each(Object.keys(ways) as (keyof typeof ways)[])(
  "a statement that %s send often is prepared once, with one plan for all values",
  async (way) => {
    await readOften(way);
    const prepared = await readPrepared();
    expect(prepared).toEqual([
      { statement: "select fen from purses where id = $1", plans: expect.any(Number) },
    ]);
    expect(prepared[0]?.plans).toBeGreaterThan(0);
  },
);

test("lists and sums, background work, large values, and several statements in one text are not prepared", async () => {
  const ids = sql.param(Array.from({ length: 101 }, (_, id) => id));
  for (let nth = 0; nth < often; nth++) {
    await database.queries.execute(sql`select sum(fen) from purses where id > ${nth}`);
    await database.read((queries) => queries.execute(sql`select avg(fen) from purses where id > ${nth}`));
    await database.readInTransaction((tx) => tx.execute(sql`select max(fen) from purses where id > ${nth}`));
    await database.runInBackground(() =>
      database.transaction((tx) => tx.execute(sql`select min(fen) from purses where id > ${nth}`)),
    );
    await database.transaction(async (tx) => {
      await tx.execute(sql`select count(*) from purses where id = any(${ids})`);
      await tx.execute(sql.raw("set local lock_timeout = '1s'; select fen from purses"));
    });
  }
  expect(await readPrepared()).toEqual([]);
});

test("a transaction with a statement that was prepared before a column changed its type begins anew, and writes once", async () => {
  await readOften();
  await runSql(testDatabase.url, "alter table purses alter fen type text");
  const fen = await database.transaction(async (tx) => {
    await tx.execute(sql`insert into purses values (0, '7')`);
    return await readFen(tx, 0);
  });
  expect([fen, retries]).toEqual(["7", [{ code: "0A000", attempt: 1 }]]);
  for (let id = 0; id <= often; id++) await database.transaction((tx) => readFen(tx, id));
  // The old one stays on its connection until that ends.
  expect(await readPrepared()).toHaveLength(2);
});

test.each(["lookups", "lists of one owner"] as const)(
  "a statement of %s that was prepared before a column changed its type is sent once more",
  async (way) => {
    await readOften(way);
    await runSql(testDatabase.url, "alter table purses alter fen type text");
    expect([await ways[way](1), retries]).toEqual(["100", []]);
  },
);

test("a statement with any number of values has one text, and one with states names them in its text", async () => {
  const ids = pgTable("purses", { id: text("id") }).id;
  const { sql: many, params } = new PgDialect().sqlToQuery(isOneOf(ids, ["a", "b"]));
  expect([many, params]).toEqual(['"purses"."id" = any($1)', [["a", "b"]]]);
  const { sql: states, params: none } = new PgDialect().sqlToQuery(isInStates(ids, ["paid", "it's"]));
  expect([states, none]).toEqual([`"purses"."id" in ('paid', 'it''s')`, []]);
});
