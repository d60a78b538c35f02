import { asc, eq, inArray, lt } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { type PinAttemptMark, pinAttempts } from "../../schema/payments.ts";

export type PinAttemptsRow = typeof pinAttempts.$inferSelect;

/** Locks the counters of these keys until the transaction ends, creating missing ones. */
export async function lockPinAttempts(tx: QueryRunner, keys: string[], now: Date): Promise<PinAttemptsRow[]> {
  const sorted = [...keys].sort();
  await tx
    .insert(pinAttempts)
    .values(sorted.map((key) => ({ key, lastAttemptAt: now })))
    .onConflictDoNothing();
  return await tx
    .select()
    .from(pinAttempts)
    .where(inArray(pinAttempts.key, sorted))
    .orderBy(asc(pinAttempts.key))
    .for("update");
}

/** Saves the counted attempts of a locked key. */
export async function updatePinAttempts(
  tx: QueryRunner,
  key: string,
  attempts: PinAttemptMark[],
  now: Date,
): Promise<void> {
  await tx.update(pinAttempts).set({ attempts, lastAttemptAt: now }).where(eq(pinAttempts.key, key));
}

/** Deletes counters last changed before `before`. */
export async function deletePinAttemptsBefore(queries: QueryRunner, before: Date): Promise<void> {
  await queries.delete(pinAttempts).where(lt(pinAttempts.lastAttemptAt, before));
}
