import { sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { cacheEntries } from "../../schema/service.ts";

/** Key under which deploy/pgbackrest/back-up-database stores when it last made a backup, and of which database. */
const baseBackupKey = "backup:base";

/** Whether the database archives its WAL, and when it last did. */
export interface ArchiverState {
  isOn: boolean;
  lastAt: Date | null;
  /** End of the last backup of a database cluster; null before its first, undefined where no script makes them. */
  baseAt: Date | null | undefined;
}

/** Reads what the database's own archiver says. */
export async function readArchiver(queries: QueryRunner): Promise<ArchiverState> {
  // A copy of another installation's database has its row too.
  const base = sql`select ${cacheEntries.value} from ${cacheEntries} where ${cacheEntries.key} = ${baseBackupKey}
    and ${cacheEntries.value} ->> 'system' = (select system_identifier::text from pg_control_system())`;
  const { rows } = await queries.execute<{
    mode: string;
    lastMs: number | null;
    base: { at: string | null } | null;
  }>(
    sql`select current_setting('archive_mode') as mode, (${base}) as base,
      (extract(epoch from last_archived_time) * 1000)::float8 as "lastMs" from pg_stat_archiver`,
  );
  const { mode = "off", lastMs = null, base: stored = null } = rows[0] ?? {};
  return {
    isOn: mode !== "off",
    lastAt: lastMs === null ? null : new Date(lastMs),
    baseAt: stored === null ? undefined : stored.at === null ? null : new Date(stored.at),
  };
}

/**
 * Writes a record into the WAL that changes nothing: so a database at rest archives a file as often as a busy
 * one, and a restore to a quiet hour finds a transaction after it.
 */
export async function writeHeartbeat(queries: QueryRunner): Promise<void> {
  await queries.execute(sql`select pg_logical_emit_message(true, 'shidan', 'backup')`);
}
