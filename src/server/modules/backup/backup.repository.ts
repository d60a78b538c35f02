import { sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";

/** Whether the database archives its WAL, and when it last did. */
export interface ArchiverState {
  isOn: boolean;
  lastAt: Date | null;
}

/** Reads what the database's own archiver says. */
export async function readArchiver(queries: QueryRunner): Promise<ArchiverState> {
  const { rows } = await queries.execute<{ mode: string; lastMs: number | null }>(
    sql`select current_setting('archive_mode') as mode,
      (extract(epoch from last_archived_time) * 1000)::float8 as "lastMs" from pg_stat_archiver`,
  );
  const { mode = "off", lastMs = null } = rows[0] ?? {};
  return { isOn: mode !== "off", lastAt: lastMs === null ? null : new Date(lastMs) };
}

/**
 * Writes a record into the WAL that changes nothing: so a database at rest archives a file as often as a busy
 * one, and a restore to a quiet hour finds a transaction after it.
 */
export async function writeHeartbeat(queries: QueryRunner): Promise<void> {
  await queries.execute(sql`select pg_logical_emit_message(true, 'shidan', 'backup')`);
}
