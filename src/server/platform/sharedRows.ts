import { and, eq, gt, lt, lte, sql } from "drizzle-orm";
import { requestKeys, sharedValues } from "../schema/service.ts";
import type { Queries } from "./Database.ts";

/** An episode goes on from so long after it was last prolonged. */
const prolongMs = 30_000;

/** A value of all processes by its name, while it has not expired. */
export async function readShared<T>(queries: Queries, key: string, now: Date): Promise<T | undefined> {
  const rows = await queries
    .select({ value: sharedValues.value })
    .from(sharedValues)
    .where(and(eq(sharedValues.key, key), gt(sharedValues.expiresAt, now)));
  return rows[0]?.value as T | undefined;
}

/** Writes a value for all processes. */
export async function writeShared(
  queries: Queries,
  key: string,
  value: unknown,
  expiresAt: Date,
): Promise<void> {
  await queries
    .insert(sharedValues)
    .values({ key, value, expiresAt })
    .onConflictDoUpdate({ target: sharedValues.key, set: { value, expiresAt } });
}

/** Writes a value unless there is a live one under its name; tells whether it did. Of many at once, one does. */
export async function claimShared(
  queries: Queries,
  claim: { key: string; value: unknown; now: Date; until: Date },
): Promise<boolean> {
  const { key, value, now, until: expiresAt } = claim;
  const rows = await queries
    .insert(sharedValues)
    .values({ key, value, expiresAt })
    .onConflictDoUpdate({
      target: sharedValues.key,
      set: { value, expiresAt },
      setWhere: lte(sharedValues.expiresAt, now),
    })
    .returning({ key: sharedValues.key });
  return rows.length > 0;
}

/** Lets an episode go on until then, and tells whether it has just begun. Of many at once, one begins it. */
export async function prolongShared(
  queries: Queries,
  episode: { key: string; now: Date; until: Date },
): Promise<boolean> {
  if (await claimShared(queries, { ...episode, value: true })) return true;
  const { key, until: expiresAt } = episode;
  // Not at every call of many: a row that all of them write is what they would wait for.
  const isStale = lt(sharedValues.expiresAt, new Date(expiresAt.getTime() - prolongMs));
  await queries
    .update(sharedValues)
    .set({ expiresAt })
    .where(and(eq(sharedValues.key, key), isStale));
  return false;
}

/** Removes a value, but not another one that came in its place. */
export async function removeShared(queries: Queries, key: string, value: unknown): Promise<void> {
  await queries
    .delete(sharedValues)
    .where(and(eq(sharedValues.key, key), sql`${sharedValues.value} = ${JSON.stringify(value)}::jsonb`));
}

/** Removes answers kept for repeated requests from before `keysBefore`, and shared values that have expired. */
export async function sweepKeys(queries: Queries, keysBefore: Date, now: Date): Promise<void> {
  await queries.delete(requestKeys).where(lt(requestKeys.createdAt, keysBefore));
  await queries.delete(sharedValues).where(lt(sharedValues.expiresAt, now));
}
