import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { cacheEntries, events } from "../../schema/service.ts";
import type { QueryRunner } from "../database/Database.ts";
import { notifyChannel } from "./channels.ts";

const removedKey = "events:removed";

/** An event for all subscribers of its channel. */
export type NewEvent = Omit<typeof events.$inferInsert, "id">;
export type EventRow = typeof events.$inferSelect;

/**
 * Inserts events as the last statements of a transaction and returns their channels. The lock makes the ids of a channel
 * become visible in their order; because nothing is locked after it, it cannot cause a deadlock. With `notifies` PostgreSQL
 * notifies all processes at the commit, which lets such commits of a database happen one at a time only.
 */
export async function insertEvents(
  tx: QueryRunner,
  list: NewEvent[],
  { notifies }: { notifies: boolean },
): Promise<string[]> {
  if (list.length === 0) return [];
  // In one order everywhere, and all at once: a contended lock is held for only one more statement.
  const channels = [...new Set(list.map((event) => event.channel))].sort();
  const notification = notifies ? sql`, pg_notify(${notifyChannel}, channel)` : sql``;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('events'), hashtext(channel))${notification}
    from unnest(${sql.param(channels)}::text[]) channel`);
  await tx.insert(events).values(list);
  return channels;
}

/** Lists the next events of a channel after a position. */
export async function listEvents(
  queries: QueryRunner,
  channel: string,
  after: number,
  limit: number,
): Promise<EventRow[]> {
  return await queries
    .select()
    .from(events)
    .where(and(eq(events.channel, channel), gt(events.id, after)))
    .orderBy(asc(events.id))
    .limit(limit);
}

/** Returns the highest id removed for its age: clients with a lower position may have missed events. */
export async function findRemovedUpTo(queries: QueryRunner): Promise<number> {
  const rows = await queries
    .select({ value: cacheEntries.value })
    .from(cacheEntries)
    .where(eq(cacheEntries.key, removedKey));
  return Number(rows[0]?.value ?? 0);
}

/** Returns the newest event id of each channel that has events; costs one index lookup for each channel. */
export async function findNewestIds(queries: QueryRunner, channels: string[]): Promise<Map<string, number>> {
  const requested = sql`unnest(${sql.param(channels)}::text[]) requested (channel)`;
  const newest = sql`(select max(${events.id}) from ${events} where ${events.channel} = requested.channel)`;
  const { rows } = await queries.execute<{ channel: string; id: string | null }>(
    sql`select requested.channel, ${newest} as id from ${requested}`,
  );
  return new Map(rows.flatMap(({ channel, id }) => (id === null ? [] : [[channel, Number(id)]])));
}

/** Deletes events from before a timestamp and stores the highest deleted id. */
export async function deleteEventsBefore(tx: QueryRunner, before: Date): Promise<void> {
  const deleted = await tx.delete(events).where(lt(events.createdAt, before)).returning({ id: events.id });
  if (deleted.length === 0) return;
  const value = deleted.reduce((maximum, { id }) => Math.max(maximum, id), 0);
  await tx
    .insert(cacheEntries)
    .values({ key: removedKey, value })
    .onConflictDoUpdate({
      target: cacheEntries.key,
      set: { value: sql`to_jsonb(greatest((${cacheEntries.value})::bigint, ${value}::bigint))` },
    });
}
