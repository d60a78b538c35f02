import { sql } from "drizzle-orm";
import { setCacheEntry } from "./cache-entries.repository.ts";
import type { QueryRunner } from "./Database.ts";

const markKey = "wal-timeline";
const never = new Date("9999-12-31T00:00:00Z");
const mark = sql`(select value #>> '{}' from cache_entries where key = ${markKey})`;

/** A place in the history of a database. */
export interface WalPosition {
  /** Offset in the WAL, in bytes. */
  offset: bigint;
  /** Installation and timeline, "7431…:2": offsets of different ones do not compare. */
  timeline: string;
}

/**
 * Returns the position up to which the primary has made changes safe: all that is acknowledged. Stores its timeline in a
 * row when that is new, so that only replicas which follow it have the row.
 */
export async function readWrittenPosition(queries: QueryRunner): Promise<WalPosition> {
  const { rows } = await queries.execute<{ position: string; timeline: string; mark: string | null }>(sql`
    select pg_current_wal_flush_lsn()::text as position, ${mark} as mark,
           (select system_identifier from pg_control_system())::text || ':'
             || left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`);
  const [row] = rows;
  if (row === undefined) throw new Error("the primary has no position");
  const { position, timeline } = row;
  if (row.mark === timeline) return { offset: parseOffset(position), timeline };
  await setCacheEntry(queries, markKey, timeline, never);
  return await readWrittenPosition(queries);
}

/** Returns the position up to which a replica shows changes; null for a database that is no replica. */
export async function readReplayedPosition(queries: QueryRunner): Promise<WalPosition | null> {
  const { rows } = await queries.execute<{ position: string | null; mark: string | null }>(sql`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position, ${mark} as mark`);
  const { position = null, mark: timeline = null } = rows[0] ?? {};
  return position === null || timeline === null ? null : { offset: parseOffset(position), timeline };
}

/** Parses PostgreSQL's "16/B374D848". */
function parseOffset(text: string): bigint {
  const [high = "", low = ""] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
