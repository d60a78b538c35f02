import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { events, sharedValues } from "../../schema/service.ts";
import type { Queries } from "../Database.ts";
import { newsName } from "./channels.ts";

const removedKey = "events:removed";

/** Something that happened, for everybody who follows the channel. */
export type NewEvent = Omit<typeof events.$inferInsert, "id">;
export type EventRow = typeof events.$inferSelect;

/**
 * Writes events as the last statements of a transaction. The lock makes the ids of a channel become visible in their
 * order; because nothing is locked after it, nobody who holds it waits for anyone who waits for it.
 */
export async function writeEvents(tx: Queries, list: NewEvent[]): Promise<void> {
  if (list.length === 0) return;
  // In one order everywhere, and all at once: what many wait for is held for one more statement only.
  const channels = sql.param([...new Set(list.map((event) => event.channel))].sort());
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('events'), hashtext(channel)),
    pg_notify(${newsName}, channel) from unnest(${channels}::text[]) channel`);
  await tx.insert(events).values(list);
}

/** The next events of a channel behind a position. */
export async function readEvents(
  queries: Queries,
  channel: string,
  after: number,
  most: number,
): Promise<EventRow[]> {
  return await queries
    .select()
    .from(events)
    .where(and(eq(events.channel, channel), gt(events.id, after)))
    .orderBy(asc(events.id))
    .limit(most);
}

/** Up to where events were removed for their age: whoever has read less may have missed some. */
export async function removedUpTo(queries: Queries): Promise<number> {
  const rows = await queries
    .select({ value: sharedValues.value })
    .from(sharedValues)
    .where(eq(sharedValues.key, removedKey));
  return Number(rows[0]?.value ?? 0);
}

/** The newest event of each channel with events; each channel is one look into the index, however much is in it. */
export async function newestOf(queries: Queries, channels: string[]): Promise<Map<string, number>> {
  const asked = sql`unnest(${sql.param(channels)}::text[]) asked (channel)`;
  const newest = sql`(select max(${events.id}) from ${events} where ${events.channel} = asked.channel)`;
  const { rows } = await queries.execute<{ channel: string; id: string | null }>(
    sql`select asked.channel, ${newest} as id from ${asked}`,
  );
  return new Map(rows.flatMap(({ channel, id }) => (id === null ? [] : [[channel, Number(id)]])));
}

/** Removes events from before a moment and remembers up to where. */
export async function removeEvents(tx: Queries, before: Date): Promise<void> {
  const gone = await tx.delete(events).where(lt(events.at, before)).returning({ id: events.id });
  if (gone.length === 0) return;
  const value = gone.reduce((most, { id }) => Math.max(most, id), 0);
  await tx
    .insert(sharedValues)
    .values({ key: removedKey, value })
    .onConflictDoUpdate({
      target: sharedValues.key,
      set: { value: sql`to_jsonb(greatest((${sharedValues.value})::bigint, ${value}::bigint))` },
    });
}
