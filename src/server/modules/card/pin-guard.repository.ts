import { asc, eq, inArray, lt } from "drizzle-orm";
import type { Queries } from "../../platform/Database.ts";
import { pinGuards } from "../../schema/payments.ts";

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

export async function setGuard(tx: Queries, { key, ...values }: GuardRow): Promise<void> {
  await tx.update(pinGuards).set(values).where(eq(pinGuards.key, key));
}

/** Removes counters that nobody has touched since `before`. */
export async function removeGuards(queries: Queries, before: Date): Promise<void> {
  await queries.delete(pinGuards).where(lt(pinGuards.triedAt, before));
}
