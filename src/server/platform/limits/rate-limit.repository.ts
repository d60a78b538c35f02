import { inArray, lt, sql } from "drizzle-orm";
import { rateCounters } from "../../schema/service.ts";
import type { QueryRunner } from "../database/Database.ts";
import type { CounterState } from "./SharedCounters.ts";

interface CountedRow extends Record<string, unknown> {
  key: string;
  hits: number;
  left: number;
}

/** A window begins with its first hit, so each key has one row. */
const singleWindowStart = sql`'epoch'::timestamptz`;

/**
 * Adds hits to counters shared by all processes and returns the totals; a counter whose window is over
 * restarts. Uses the database's clock.
 */
export async function incrementCounters(
  queries: QueryRunner,
  increments: { key: string; hits: number }[],
  windowMs: number,
): Promise<CounterState[]> {
  // In one order everywhere, so that concurrent statements never deadlock.
  const sorted = [...increments].sort((a, b) => (a.key < b.key ? -1 : 1));
  const keys = sql.param(sorted.map(({ key }) => key));
  const hits = sql.param(sorted.map((entry) => entry.hits));
  const { rows } = await queries.execute<CountedRow>(sql`
    insert into ${rateCounters} as r (key, window_start, hits, expires_at)
    select key, ${singleWindowStart}, hits, now() + ${windowMs} * interval '1 millisecond'
      from unnest(${keys}::text[], ${hits}::int[]) as t (key, hits)
    on conflict (key, window_start) do update set
      hits = case when r.expires_at <= now() then excluded.hits else r.hits + excluded.hits end,
      expires_at = case when r.expires_at <= now() then excluded.expires_at else r.expires_at end
    returning key, hits, (extract(epoch from expires_at - now()) * 1000)::float8 as left`);
  // A statement that waited for another one's row began before it: more than a window may seem to be left.
  return rows.map(({ key, hits: total, left }) => ({
    key,
    hits: total,
    remainingMs: Math.min(left, windowMs),
  }));
}

/** Deletes counters whose window is over; at most ten thousand a call. */
export async function deleteExpiredCounters(queries: QueryRunner): Promise<void> {
  const over = queries
    .select({ key: rateCounters.key })
    .from(rateCounters)
    .where(lt(rateCounters.expiresAt, sql`now()`))
    .limit(10_000);
  await queries.delete(rateCounters).where(inArray(rateCounters.key, over));
}
