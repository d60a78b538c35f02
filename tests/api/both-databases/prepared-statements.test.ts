import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Database, type QueryRunner } from "#server/platform/database/Database.ts";
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
  // One connection, which has all that was prepared.
  const onRetry = (retry: { code: string; attempt: number }) => retries.push(retry);
  database = new Database(testDatabase.url, { size: 1, onIdleError: () => undefined, onRetry });
});

beforeEach(async () => {
  retries.length = 0;
  await runSql(
    testDatabase.url,
    "drop table if exists purses; create table purses (id int primary key, fen int)",
  );
  await runSql(testDatabase.url, "insert into purses select id, id * 100 from generate_series(1, 1000) id");
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function readFen(queries: QueryRunner, id: number): Promise<unknown> {
  const { rows } = await queries.execute(sql`select fen from purses where id = ${id}`);
  return rows[0]?.fen;
}

async function readOften(): Promise<void> {
  for (let id = 1; id <= often; id++) expect(await readFen(database.queries, id)).toBe(id * 100);
}

const widen = () => runSql(testDatabase.url, "alter table purses alter fen type text");

test("a statement that is sent often is prepared once, with one plan for all values; several in one text never are", async () => {
  await readOften();
  for (let nth = 0; nth < often; nth++)
    await database.queries.execute(sql.raw("set local lock_timeout = '1s'; select fen from purses"));
  const { rows } = await database.queries.execute(
    sql`select statement, generic_plans::int as plans from pg_prepared_statements where statement ~ 'purses'`,
  );
  expect(rows).toEqual([{ statement: "select fen from purses where id = $1", plans: expect.any(Number) }]);
  expect(rows[0]?.plans).toBeGreaterThan(0);
});

test("a statement that was prepared before a column changed its type is sent once more, and prepared anew", async () => {
  await readOften();
  await widen();
  for (let id = 1; id <= often; id++) expect(await readFen(database.queries, id)).toBe(String(id * 100));
});

test("a transaction with such a statement begins anew, and writes once", async () => {
  await readOften();
  await widen();
  const fen = await database.transaction(async (tx) => {
    await tx.execute(sql`insert into purses values (0, '7')`);
    return await readFen(tx, 0);
  });
  expect([fen, retries]).toEqual(["7", [{ code: "0A000", attempt: 1 }]]);
});
