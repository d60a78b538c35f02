import type pg from "pg";

/**
 * Timestamp (ms) of the newest migration that a version must know to work with this version's tables: older versions
 * refuse to start on them. A migration that removes, renames or restricts what older versions use raises it to its own
 * timestamp; while migrations only add, the version before can be started again.
 */
export const oldestUsableMigrationMs = 1_795_780_308_170;

/** Records in the database which versions can work with this version's tables. */
export async function storeCompatibility(client: pg.Client): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    `create table if not exists drizzle.compatibility (
       is_only boolean primary key default true check (is_only),
       oldest_migration_ms bigint not null)`,
  );
  await client.query(
    `insert into drizzle.compatibility (oldest_migration_ms) values ($1)
     on conflict (is_only) do update
       set oldest_migration_ms = greatest(compatibility.oldest_migration_ms, excluded.oldest_migration_ms)`,
    [oldestUsableMigrationMs],
  );
}

/** Returns whether a version whose newest migration is `latestMs` can work with the tables of a newer version. */
export async function canUseNewerTables(client: pg.Client, latestMs: number): Promise<boolean> {
  const { rows: known } = await client.query<{ is: boolean }>(
    "select to_regclass('drizzle.compatibility') is not null as is",
  );
  if (known[0]?.is !== true) return false;
  const { rows } = await client.query<{ is: boolean }>(
    "select oldest_migration_ms <= $1 as is from drizzle.compatibility",
    [latestMs],
  );
  return rows[0]?.is === true;
}
