import { and, asc, desc, eq, gt, inArray, isNotNull, lt, lte, or, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { currentTraceparent } from "../../platform/tracing/trace.ts";
import { dataCopies } from "../../schema/accounts.ts";

export type DataCopyRow = typeof dataCopies.$inferSelect;

export async function insertCopy(tx: QueryRunner, row: typeof dataCopies.$inferInsert): Promise<DataCopyRow> {
  return (
    await tx
      .insert(dataCopies)
      .values({ traceparent: currentTraceparent(), ...row })
      .returning()
  )[0] as DataCopyRow;
}

/** Lists a customer's newest copies. */
export async function listCopies(
  queries: QueryRunner,
  userId: string,
  limit: number,
): Promise<DataCopyRow[]> {
  return await queries
    .select()
    .from(dataCopies)
    .where(eq(dataCopies.userId, userId))
    .orderBy(desc(dataCopies.createdAt), desc(dataCopies.id))
    .limit(limit);
}

/** Finds a customer's own copy. */
export async function findCopy(
  queries: QueryRunner,
  { id, userId }: { id: string; userId?: string },
): Promise<DataCopyRow | undefined> {
  const isOwn = userId === undefined ? undefined : eq(dataCopies.userId, userId);
  return (
    await queries
      .select()
      .from(dataCopies)
      .where(and(eq(dataCopies.id, id), isOwn))
  )[0];
}

/** Lists when a customer requested copies since a timestamp, earliest first. */
export async function listRequestedSince(tx: QueryRunner, userId: string, since: Date): Promise<Date[]> {
  const rows = await tx
    .select({ at: dataCopies.createdAt })
    .from(dataCopies)
    .where(and(eq(dataCopies.userId, userId), gt(dataCopies.createdAt, since)))
    .orderBy(asc(dataCopies.createdAt));
  return rows.map(({ at }) => at);
}

/** Takes the copy that waits longest, until `retryAt`: another process makes it if this one has not by then. */
export async function claimDue(tx: QueryRunner, now: Date, retryAt: Date): Promise<DataCopyRow | undefined> {
  const [row] = await tx
    .select()
    .from(dataCopies)
    .where(and(isNotNull(dataCopies.nextTryAt), lte(dataCopies.nextTryAt, now)))
    .orderBy(asc(dataCopies.nextTryAt))
    .limit(1)
    .for("update", { skipLocked: true });
  if (row === undefined) return undefined;
  const values = { nextTryAt: retryAt, attemptCount: sql`${dataCopies.attemptCount} + 1` };
  const rows = await tx.update(dataCopies).set(values).where(eq(dataCopies.id, row.id)).returning();
  return rows[0];
}

/** Changes a copy that still waits and has this path; returns whether it did. */
export async function updateQueued(
  queries: QueryRunner,
  { id, path }: Pick<DataCopyRow, "id" | "path">,
  values: Partial<DataCopyRow>,
): Promise<boolean> {
  const isSame = sql`${dataCopies.path} is not distinct from ${path}`;
  const rows = await queries
    .update(dataCopies)
    .set(values)
    .where(and(eq(dataCopies.id, id), eq(dataCopies.state, "queued"), isSame))
    .returning({ id: dataCopies.id });
  return rows.length > 0;
}

/** Lists copies that have expired or failed and whose archive may still be stored, the oldest requests first. */
export async function listExpired(queries: QueryRunner, now: Date, limit: number) {
  const rows = await queries
    .select({ id: dataCopies.id, path: dataCopies.path })
    .from(dataCopies)
    .where(
      and(isNotNull(dataCopies.path), or(lte(dataCopies.expiresAt, now), eq(dataCopies.state, "failed"))),
    )
    .orderBy(asc(dataCopies.createdAt))
    .limit(limit);
  return rows.map(({ id, path }) => ({ id, path: path as string }));
}

/** Records that the archives of these copies are gone. */
export async function clearPaths(queries: QueryRunner, ids: string[]): Promise<void> {
  await queries.update(dataCopies).set({ path: null }).where(inArray(dataCopies.id, ids));
}

/** Deletes copies requested before a timestamp whose archive is gone. */
export async function deleteCopiesBefore(queries: QueryRunner, before: Date): Promise<void> {
  await queries
    .delete(dataCopies)
    .where(and(lt(dataCopies.createdAt, before), sql`${dataCopies.path} is null`));
}
