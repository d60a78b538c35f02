import { inArray, lt, sql } from "drizzle-orm";
import { presence } from "../../schema/chat.ts";
import type { QueryRunner } from "../database/Database.ts";

/** Marks these customers as online. */
export async function upsertPresence(queries: QueryRunner, userIds: string[], seenAt: Date): Promise<void> {
  if (userIds.length === 0) return;
  await queries
    .insert(presence)
    // In one order everywhere, so that two processes never deadlock.
    .values([...userIds].sort().map((userId) => ({ userId, seenAt })))
    .onConflictDoUpdate({ target: presence.userId, set: { seenAt: sql`excluded.seen_at` } });
}

/**
 * Removes customers who have closed their last stream here; streams at other processes mark them again soon.
 */
export async function deletePresence(queries: QueryRunner, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  await queries.delete(presence).where(inArray(presence.userId, userIds));
}

/** Removes the entries of processes that have died. */
export async function deleteStalePresence(queries: QueryRunner, before: Date): Promise<void> {
  await queries.delete(presence).where(lt(presence.seenAt, before));
}
