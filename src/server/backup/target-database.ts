import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { migrationsFolder } from "../platform/database/migrate-database.ts";
import { quoteIdentifier } from "./catalog.ts";

/** Returns whether the database has no tables and no migration history. */
export async function isDatabaseEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select to_regnamespace('drizzle') is null and not exists (
       select 1 from pg_class where relnamespace = 'public'::regnamespace) as is`,
  );
  return rows[0]?.is === true;
}

/** Drops all tables, routines and the migration history; the public schema itself stays, with its grants. */
export async function clearDatabase(client: pg.ClientBase): Promise<void> {
  const tables = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  const names = tables.rows.map(({ name }) => `public.${quoteIdentifier(name)}`);
  if (names.length > 0) await client.query(`drop table ${names.join(", ")} cascade`);
  const functions = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  for (const { name } of functions.rows) await client.query(`drop routine ${name} cascade`);
  await client.query("drop schema if exists drizzle cascade");
}

/** Creates the tables as of migration `newest` (timestamp in ms) in an empty database. */
export async function createTables(client: pg.ClientBase, newest: number): Promise<void> {
  await client.query("create schema drizzle");
  await client.query(
    "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  await applyMigrations(client, { after: Number.NEGATIVE_INFINITY, upTo: newest });
}

/**
 * Applies the migrations after one timestamp (ms) and up to another, and records them like the migrator; the
 * caller has the migration lock.
 */
export async function applyMigrations(
  client: pg.ClientBase,
  { after, upTo }: { after: number; upTo: number },
): Promise<void> {
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: migrationsFolder() })) {
    if (folderMillis <= after || folderMillis > upTo) continue;
    for (const statement of sql) if (statement.trim() !== "") await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      folderMillis,
    ]);
  }
}
