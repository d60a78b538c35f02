import { randomBytes } from "node:crypto";
import { afterEach, expect, inject, test } from "vitest";
import { MigrationError } from "#server/platform/database/MigrationError.ts";
import { migrateDatabase } from "#server/platform/database/migrate-database.ts";
import { listOwnTables } from "#server/platform/database/own-tables.ts";
import { databaseUrl, runSql } from "../../support/databases/sql.ts";
import { createTestDatabase } from "../../support/databases/testDatabase.ts";

const server = inject("databaseServer");
const undo: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const uniqueName = (kind: string) => `${kind}_${randomBytes(6).toString("hex")}`;

/** Creates a user without rights; returns the address of a database for it. */
async function createUser(): Promise<{ user: string; addressOf: (url: string) => string }> {
  const [user, password] = [uniqueName("u"), randomBytes(8).toString("hex")];
  await runSql(server.url, `create role ${user} login password '${password}'`);
  undo.push(() => runSql(server.url, `drop role ${user}`));
  const addressOf = (address: string) => Object.assign(new URL(address), { username: user, password }).href;
  return { user, addressOf };
}

/** Starts with a database; returns the sentence that the operator reads. */
async function readRefusal(url: string): Promise<string> {
  const error: unknown = await migrateDatabase(url).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MigrationError);
  return (error as Error).message;
}

async function createDatabase(options: string): Promise<string> {
  const name = uniqueName("t");
  await runSql(server.url, `create database ${name} ${options}`);
  undo.push(() => runSql(server.url, `drop database ${name} with (force)`));
  return databaseUrl(server.url, name);
}

test.each(["SQL_ASCII", "LATIN1"])("a start with a database in %s is refused", async (encoding) => {
  const url = await createDatabase(`encoding '${encoding}' locale 'C' template template0`);
  expect(await readRefusal(url)).toMatch(
    new RegExp(`has the encoding ${encoding}; it must be UTF8. Create it with: createdb --encoding=UTF8`),
  );
  // Nothing was created in it.
  expect(await runSql(url, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
});

test("a start as a user who may not create tables is refused", async () => {
  const { user, addressOf } = await createUser();
  const url = await createDatabase("encoding 'UTF8' template template0");
  expect(await readRefusal(addressOf(url))).toMatch(
    new RegExp(`^The user ${user} of DATABASE_URL may not create or change tables. It must own the database`),
  );
});

test("a start as a user who may not write a table of another one is refused, and names the table", async () => {
  const { user, addressOf } = await createUser();
  const { url, drop } = await createTestDatabase();
  undo.push(drop);
  await runSql(
    url,
    `grant create on database ${new URL(url).pathname.slice(1)} to ${user};
     grant all on schema drizzle to ${user}; grant all on all tables in schema drizzle to ${user};
     grant all on all sequences in schema public to ${user}; grant all on all tables in schema public to ${user};
     revoke delete on users from ${user}`,
  );
  expect(await readRefusal(addressOf(url))).toContain(
    `The user ${user} of DATABASE_URL may not write the table users.`,
  );
  await runSql(url, `grant delete on users to ${user}; revoke all on audit_log_id_seq from ${user}`);
  expect(await readRefusal(addressOf(url))).toContain("may not write the sequence audit_log_id_seq.");
  await runSql(url, `grant usage on audit_log_id_seq to ${user}`);
  // Somebody else's table in the same schema is none of the server's business.
  await runSql(url, "create table inventory (id bigserial primary key)");
  await expect(migrateDatabase(addressOf(url))).resolves.toEqual({ hasNewerTables: false });
});

test("a start as the owner of an empty database works", async () => {
  const { user, addressOf } = await createUser();
  const url = await createDatabase(`owner ${user} encoding 'UTF8' template template0`);
  await expect(migrateDatabase(addressOf(url))).resolves.toEqual({ hasNewerTables: false });
});

test("the tables whose rights are checked are all that are migrated", async () => {
  const { url, drop } = await createTestDatabase();
  undo.push(drop);
  const rows = await runSql(url, "select tablename as name from pg_tables where schemaname = 'public'");
  expect(listOwnTables().sort()).toEqual(rows.map(({ name }) => name).sort());
});
