import { inArray, lt, sql } from "drizzle-orm";
import { rateCounters } from "../../schema/service.ts";
import type { QueryRunner } from "../database/Database.ts";

/** How often a key was counted in its window, by all processes, and for how many milliseconds that lasts. */
export interface CounterState {
  key: string;
  hits: number;
  remainingMs: number;
}

interface CountedRow extends Record<string, unknown> {
  key: string;
  hits: number;
  left: number;
}

/** A window begins with its first hit, so there is one row a key. */
const singleWindowStart = sql`'epoch'::timestamptz`;

/** Adds hits to counters that all processes share; a counter whose window is over begins anew. The database's clock counts. */
export async function incrementCounters(
  queries: QueryRunner,
  increments: { key: string; hits: number }[],
  windowMs: number,
): Promise<CounterState[]> {
  // In one order everywhere, so that nobody waits for each other.
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
  return rows.map(({ key, hits: total, left }) => ({ key, hits: total, remainingMs: left }));
}

/** Removes counters whose window is over; at most ten thousand a call. */
export async function deleteExpiredCounters(queries: QueryRunner): Promise<void> {
  const over = queries
    .select({ key: rateCounters.key })
    .from(rateCounters)
    .where(lt(rateCounters.expiresAt, sql`now()`))
    .limit(10_000);
  await queries.delete(rateCounters).where(inArray(rateCounters.key, over));
}
