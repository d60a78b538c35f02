import { and, eq, gt, lt, lte, sql } from "drizzle-orm";
import { cacheEntries, idempotencyKeys } from "../../schema/service.ts";
import type { QueryRunner } from "./Database.ts";

/** An episode goes on from so long after it was last prolonged. */
const minExtensionMs = 30_000;

/** A value of all processes by its name, while it has not expired. */
export async function findCacheEntry<T>(
  queries: QueryRunner,
  key: string,
  now: Date,
): Promise<T | undefined> {
  const rows = await queries
    .select({ value: cacheEntries.value })
    .from(cacheEntries)
    .where(and(eq(cacheEntries.key, key), gt(cacheEntries.expiresAt, now)));
  return rows[0]?.value as T | undefined;
}

/** Writes a value for all processes. */
export async function setCacheEntry(
  queries: QueryRunner,
  key: string,
  value: unknown,
  expiresAt: Date,
): Promise<void> {
  await queries
    .insert(cacheEntries)
    .values({ key, value, expiresAt })
    .onConflictDoUpdate({ target: cacheEntries.key, set: { value, expiresAt } });
}

/** Writes a value unless there is a live one under its name; tells whether it did. Of many at once, one does. */
export async function setIfAbsent(
  queries: QueryRunner,
  entry: { key: string; value: unknown; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { key, value, now, expiresAt } = entry;
  const rows = await queries
    .insert(cacheEntries)
    .values({ key, value, expiresAt })
    .onConflictDoUpdate({
      target: cacheEntries.key,
      set: { value, expiresAt },
      setWhere: lte(cacheEntries.expiresAt, now),
    })
    .returning({ key: cacheEntries.key });
  return rows.length > 0;
}

/** Lets an episode go on until then, and tells whether it has just begun. Of many at once, one begins it. */
export async function createOrExtend(
  queries: QueryRunner,
  entry: { key: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  if (await setIfAbsent(queries, { ...entry, value: true })) return true;
  const { key, expiresAt } = entry;
  // Not at every call of many: a row that all of them write is what they would wait for.
  const isStale = lt(cacheEntries.expiresAt, new Date(expiresAt.getTime() - minExtensionMs));
  await queries
    .update(cacheEntries)
    .set({ expiresAt })
    .where(and(eq(cacheEntries.key, key), isStale));
  return false;
}

/** Removes a value, but not another one that came in its place. */
export async function deleteIfEquals(queries: QueryRunner, key: string, value: unknown): Promise<void> {
  await queries
    .delete(cacheEntries)
    .where(and(eq(cacheEntries.key, key), sql`${cacheEntries.value} = ${JSON.stringify(value)}::jsonb`));
}

/** Removes answers kept for repeated requests from before `keysBefore`, and shared values that have expired. */
export async function deleteExpired(queries: QueryRunner, keysBefore: Date, now: Date): Promise<void> {
  await queries.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, keysBefore));
  await queries.delete(cacheEntries).where(lt(cacheEntries.expiresAt, now));
}
