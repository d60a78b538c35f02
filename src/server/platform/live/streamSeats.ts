import { inArray, sql } from "drizzle-orm";
import { sharedValues } from "../../schema/service.ts";
import type { Queries } from "../Database.ts";
import type { Follower } from "./EventStream.ts";

/** A row nobody has touched for so long belongs to nobody any more. */
const keptHours = 24;

function keyOf({ audience, subjectId }: Follower): string {
  return `streams:${audience}:${subjectId}`;
}

/** Notes an open stream of a subject for all processes; of those noted, the newest `most` stay. */
export async function takeSeat(queries: Queries, stream: SeatedStream, most: number): Promise<void> {
  const { key, value, expiresAt } = sharedValues;
  const seats = sql`jsonb_build_array(${stream.id}::text)`;
  await queries
    .insert(sharedValues)
    .values({
      key: keyOf(stream.follower),
      value: seats,
      expiresAt: sql`now() + ${keptHours} * interval '1 hour'`,
    })
    .onConflictDoUpdate({
      target: key,
      set: {
        value: sql`(select jsonb_agg(seat order by nth)
          from jsonb_array_elements(${seats} || ${value}) with ordinality as t (seat, nth) where nth <= ${most})`,
        expiresAt: sql`greatest(${expiresAt}, excluded.expires_at)`,
      },
    });
}

/** Takes streams that have ended off the list. */
export async function leaveSeats(queries: Queries, streams: SeatedStream[]): Promise<void> {
  const ids = sql.param(streams.map(({ id }) => id));
  await queries
    .update(sharedValues)
    .set({ value: sql`${sharedValues.value} - ${ids}::text[]` })
    .where(inArray(sharedValues.key, [...new Set(streams.map(({ follower }) => keyOf(follower)))]));
}

/** A stream as the list knows it. */
export interface SeatedStream {
  readonly id: string;
  readonly follower: Follower;
}

/** Of some open streams, those that newer ones of the same subject have pushed out, in whichever process they are. */
export async function withoutSeat<Stream extends SeatedStream>(
  queries: Queries,
  streams: Stream[],
): Promise<Stream[]> {
  const keys = [...new Set(streams.map(({ follower }) => keyOf(follower)))];
  const rows = await queries
    .select({ key: sharedValues.key, value: sharedValues.value })
    .from(sharedValues)
    .where(inArray(sharedValues.key, keys));
  const seats = new Map(rows.map((row) => [row.key, row.value as string[]]));
  return streams.filter(({ id, follower }) => seats.get(keyOf(follower))?.includes(id) === false);
}
