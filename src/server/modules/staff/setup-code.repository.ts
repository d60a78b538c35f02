import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { setupCodes } from "../../schema/security.ts";
import { staff } from "../../schema/service.ts";

/** Returns whether the staff has an active admin. */
export async function hasAdmin(queries: QueryRunner): Promise<boolean> {
  const rows = await queries
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.role, "admin"), isNull(staff.disabledAt)))
    .limit(1);
  return rows.length > 0;
}

/** Saves a new code, unless an earlier one is still usable at `now`; returns whether it was saved. */
export async function saveCode(
  queries: QueryRunner,
  { now, maxFailures, ...code }: { hash: string; expiresAt: Date; now: Date; maxFailures: number },
): Promise<boolean> {
  const rows = await queries
    .insert(setupCodes)
    .values({ id: 1, failures: 0, ...code })
    .onConflictDoUpdate({
      target: setupCodes.id,
      set: { ...code, failures: 0 },
      setWhere: sql`${setupCodes.expiresAt} <= ${now} or ${setupCodes.failures} >= ${maxFailures}`,
    })
    .returning({ id: setupCodes.id });
  return rows.length > 0;
}

/**
 * Locks the code that can be used at `now` until the transaction ends; undefined if there is none. Only one
 * request at a time gets it.
 */
export async function lockCode(tx: QueryRunner, now: Date, maxFailures: number) {
  const rows = await tx
    .select()
    .from(setupCodes)
    .where(and(gt(setupCodes.expiresAt, now), lt(setupCodes.failures, maxFailures)))
    .for("update");
  return rows[0];
}

export async function countFailure(tx: QueryRunner): Promise<void> {
  await tx.update(setupCodes).set({ failures: sql`${setupCodes.failures} + 1` });
}

export async function deleteCode(tx: QueryRunner): Promise<void> {
  await tx.delete(setupCodes);
}
