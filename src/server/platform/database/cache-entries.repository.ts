import { and, eq, gt, lt, lte, sql } from "drizzle-orm";
import { cacheEntries, idempotencyKeys } from "../../schema/service.ts";
import type { QueryRunner } from "./Database.ts";

/** Minimum extension of an entry's expiry that is worth a write, in ms. */
const minExtensionMs = 30_000;

/** Returns the unexpired value of a key, shared by all processes. */
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

/** Sets a value shared by all processes. */
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

/**
 * Sets a value unless the key has an unexpired one; returns whether it did. Of concurrent callers one wins.
 */
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

/**
 * Creates an entry or extends its expiry; returns whether it is new. Of concurrent callers one creates it.
 */
export async function createOrExtend(
  queries: QueryRunner,
  entry: { key: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  if (await setIfAbsent(queries, { ...entry, value: true })) return true;
  const { key, expiresAt } = entry;
  // Skips small extensions: a row written by every request is one that they all wait for.
  const isStale = lt(cacheEntries.expiresAt, new Date(expiresAt.getTime() - minExtensionMs));
  await queries
    .update(cacheEntries)
    .set({ expiresAt })
    .where(and(eq(cacheEntries.key, key), isStale));
  return false;
}

/** Deletes an entry, unless its value has been replaced meanwhile. */
export async function deleteIfEquals(queries: QueryRunner, key: string, value: unknown): Promise<void> {
  await queries
    .delete(cacheEntries)
    .where(and(eq(cacheEntries.key, key), sql`${cacheEntries.value} = ${JSON.stringify(value)}::jsonb`));
}

/** Deletes idempotency keys created before `keysBefore`, and expired cache entries. */
export async function deleteExpired(queries: QueryRunner, keysBefore: Date, now: Date): Promise<void> {
  await queries.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, keysBefore));
  await queries.delete(cacheEntries).where(lt(cacheEntries.expiresAt, now));
}
