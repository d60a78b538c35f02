import { inArray, sql } from "drizzle-orm";
import { cacheEntries } from "../../schema/service.ts";
import type { QueryRunner } from "../database/Database.ts";
import type { Subscriber } from "./SseConnection.ts";

/** Retention of a row since its last change. */
const retentionHours = 24;

function entryKey({ audience, subjectId }: Subscriber): string {
  return `streams:${audience}:${subjectId}`;
}

/** Registers an open connection of a subject for all processes; only the newest `max` stay registered. */
export async function registerConnection(
  queries: QueryRunner,
  connection: RegisteredConnection,
  max: number,
): Promise<void> {
  const { key, value, expiresAt } = cacheEntries;
  const newIds = sql`jsonb_build_array(${connection.id}::text)`;
  await queries
    .insert(cacheEntries)
    .values({
      key: entryKey(connection.subscriber),
      value: newIds,
      expiresAt: sql`now() + ${retentionHours} * interval '1 hour'`,
    })
    .onConflictDoUpdate({
      target: key,
      set: {
        value: sql`(select jsonb_agg(seat order by nth)
          from jsonb_array_elements(${newIds} || ${value}) with ordinality as t (seat, nth) where nth <= ${max})`,
        expiresAt: sql`greatest(${expiresAt}, excluded.expires_at)`,
      },
    });
}

/** Unregisters closed connections. */
export async function unregisterConnections(
  queries: QueryRunner,
  connections: RegisteredConnection[],
): Promise<void> {
  const ids = sql.param(connections.map(({ id }) => id));
  await queries
    .update(cacheEntries)
    .set({ value: sql`${cacheEntries.value} - ${ids}::text[]` })
    .where(
      inArray(cacheEntries.key, [...new Set(connections.map(({ subscriber }) => entryKey(subscriber)))]),
    );
}

/** A connection in the registry. */
export interface RegisteredConnection {
  readonly id: string;
  readonly subscriber: Subscriber;
}

/** Returns those of the open connections that newer ones of the same subject have evicted, in any process. */
export async function listEvicted<Connection extends RegisteredConnection>(
  queries: QueryRunner,
  connections: Connection[],
): Promise<Connection[]> {
  const keys = [...new Set(connections.map(({ subscriber }) => entryKey(subscriber)))];
  const rows = await queries
    .select({ key: cacheEntries.key, value: cacheEntries.value })
    .from(cacheEntries)
    .where(inArray(cacheEntries.key, keys));
  const idsByKey = new Map(rows.map((row) => [row.key, row.value as string[]]));
  return connections.filter(
    ({ id, subscriber }) => idsByKey.get(entryKey(subscriber))?.includes(id) === false,
  );
}
