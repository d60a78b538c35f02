import { sql } from "drizzle-orm";
import type { QueryRunner } from "./Database.ts";

/** Returns the position in the WAL up to which the primary has made changes safe: all that is acknowledged. */
export async function readWrittenPosition(queries: QueryRunner): Promise<bigint> {
  const { rows } = await queries.execute<{ position: string }>(
    sql`select pg_current_wal_flush_lsn()::text as position`,
  );
  return parsePosition(rows[0]?.position ?? null);
}

/** Returns the position in the WAL up to which a replica shows changes. Throws for a database that is no replica. */
export async function readReplayedPosition(queries: QueryRunner): Promise<bigint> {
  const { rows } = await queries.execute<{ position: string | null }>(
    sql`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`,
  );
  return parsePosition(rows[0]?.position ?? null);
}

/** Parses PostgreSQL's "16/B374D848". */
function parsePosition(text: string | null): bigint {
  const [, high, low] = /^([0-9A-F]+)\/([0-9A-F]+)$/.exec(text ?? "") ?? [];
  if (high === undefined || low === undefined)
    throw new Error("the database of DATABASE_REPLICA_URL is no replica");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
