import { readFileSync } from "node:fs";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { projectRoot } from "../project-root.ts";
import { assertEncoding, assertWritable, insufficientPrivilege, missingRight } from "./assert-usable.ts";
import { pgCode } from "./database-errors.ts";
import { MigrationError } from "./MigrationError.ts";
import { canUseNewerTables, storeCompatibility } from "./schema-compatibility.ts";

const minServerVersion = 150_000;
/** Arbitrary key of the advisory lock that lets several processes migrate one after the other. */
export const migrationLock = 7_434_001;

/**
 * Connection options of a migration, instead of the database's own limits: a statement takes as long as its table is
 * large, and another process may be migrating or importing a backup.
 */
const migrationOptions = "-c statement_timeout=0 -c lock_timeout=0";
/**
 * Timestamp (ms) of the migration that renames tables (0020): processes of the versions before it cannot work
 * afterwards.
 */
const renamingMigrationMs = 1_795_417_517_752;
/** Timeout of a migration for a lock that a running server holds. */
const migrationLockTimeout = "60s";

/** Returns the folder of the Drizzle migrations. */
export function migrationsFolder(): string {
  return path.join(projectRoot(), "src/server/migrations");
}

/** What a migration found. */
export interface MigrationResult {
  /** Whether a newer version has migrated the database: this version was started again after it. */
  hasNewerTables: boolean;
}

/**
 * Migrates the database at `url` to this version's tables; leaves those of a newer version as they are.
 * @throws MigrationError for servers below PostgreSQL 15, for an encoding other than UTF8, for a user without the needed
 *   rights, for tables of a newer version that this one cannot use, and while processes of a version are running that
 *   could not work with the new tables
 */
export async function migrateDatabase(url: string): Promise<MigrationResult> {
  const folder = migrationsFolder();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    options: migrationOptions,
  });
  await client.connect();
  try {
    await assertServerVersion(client);
    await assertEncoding(client);
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    const hasNewerTables = await assertMigratable(client, folder);
    await client.query(`set lock_timeout = '${migrationLockTimeout}'`);
    // Before: a process that is killed in between must not leave new tables to versions that cannot use them.
    await storeCompatibility(client);
    await migrate(drizzle({ client }), { migrationsFolder: folder });
    await assertWritable(client);
    return { hasNewerTables };
  } catch (error) {
    if (pgCode(error) !== insufficientPrivilege) throw error;
    throw await missingRight(client, "create or change tables");
  } finally {
    await client.end();
  }
}

/** Throws MigrationError for a server below PostgreSQL 15. */
export async function assertServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  const version = Number(rows[0]?.version);
  if (version < minServerVersion) {
    throw new MigrationError(
      `PostgreSQL 15 or newer is needed; this one is ${Math.floor(version / 10_000)}.`,
    );
  }
}

/** Returns the timestamp of this version's newest migration, in ms. */
export function latestMigrationMs(folder = migrationsFolder()): number {
  const journal = JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { when: number }[];
  };
  return Math.max(...journal.entries.map((entry) => entry.when));
}

/**
 * Returns a function that checks whether a database is writable and has at least this version's migrations.
 */
export function schemaCheck(): (pool: pg.Pool) => Promise<boolean> {
  const needed = latestMigrationMs();
  return async (pool) => {
    const { rows } = await pool.query<{ is: boolean }>(
      `select max(created_at) >= $1 and current_setting('transaction_read_only') = 'off' as is
       from drizzle.__drizzle_migrations`,
      [needed],
    );
    return rows[0]?.is === true;
  };
}

/** Returns whether the tables are a newer version's, which this one can use. */
async function assertMigratable(client: pg.Client, folder: string): Promise<boolean> {
  const latest = latestMigrationMs(folder);
  const { rows } = await client.query<{ known: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations') as known",
  );
  if (rows[0]?.known === null) return false;
  const found = await client.query<{ latest: string | null }>(
    "select max(created_at) as latest from drizzle.__drizzle_migrations",
  );
  const applied = Number(found.rows[0]?.latest ?? 0);
  if (applied > latest && !(await canUseNewerTables(client, latest))) {
    throw new MigrationError(
      "The database was made by a newer version of this server, with tables that this version cannot use; start that version instead.",
    );
  }
  if (applied < renamingMigrationMs) await assertNoServerRuns(client);
  return applied > latest;
}

/** Throws MigrationError while server processes listen for events in this database. */
async function assertNoServerRuns(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'shidan-events'`,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0) {
    throw new MigrationError(
      `Stop the running server processes first (${count}): this version renames tables that they use. Nothing was changed.`,
    );
  }
}
