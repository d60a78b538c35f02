import { inArray, lt, sql } from "drizzle-orm";
import { presence } from "../../schema/service.ts";
import type { QueryRunner } from "../database/Database.ts";

/** Writes down that these customers are there. */
export async function upsertPresence(queries: QueryRunner, userIds: string[], seenAt: Date): Promise<void> {
  if (userIds.length === 0) return;
  await queries
    .insert(presence)
    // In one order everywhere, so that two processes never wait for each other in a circle.
    .values([...userIds].sort().map((userId) => ({ userId, seenAt })))
    .onConflictDoUpdate({ target: presence.userId, set: { seenAt: sql`excluded.seen_at` } });
}

/** These customers have closed their last stream. Whoever has one at another process is marked there again soon. */
export async function deletePresence(queries: QueryRunner, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  await queries.delete(presence).where(inArray(presence.userId, userIds));
}

/** Removes what processes told that have died since. */
export async function deleteStalePresence(queries: QueryRunner, before: Date): Promise<void> {
  await queries.delete(presence).where(lt(presence.seenAt, before));
}
