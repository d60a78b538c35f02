import { asc, eq, inArray, lt } from "drizzle-orm";
import type { Queries } from "../../platform/Database.ts";
import { type PinTryMark, pinGuards } from "../../schema/payments.ts";

export type GuardRow = typeof pinGuards.$inferSelect;

/** The counters of these keys, made at the first time and held until the transaction ends. */
export async function lockGuards(tx: Queries, keys: string[], now: Date): Promise<GuardRow[]> {
  const sorted = [...keys].sort();
  await tx
    .insert(pinGuards)
    .values(sorted.map((key) => ({ key, triedAt: now })))
    .onConflictDoNothing();
  return await tx
    .select()
    .from(pinGuards)
    .where(inArray(pinGuards.key, sorted))
    .orderBy(asc(pinGuards.key))
    .for("update");
}

/** Writes down what counts on a key that is held. */
export async function setTries(tx: Queries, key: string, tries: PinTryMark[], now: Date): Promise<void> {
  await tx.update(pinGuards).set({ tries, triedAt: now }).where(eq(pinGuards.key, key));
}

/** Removes counters that nobody has touched since `before`. */
export async function removeGuards(queries: Queries, before: Date): Promise<void> {
  await queries.delete(pinGuards).where(lt(pinGuards.triedAt, before));
}
