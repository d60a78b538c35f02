import { and, asc, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { pointsAccounts, pointsLedger } from "../../schema/rewards.ts";
import type { AccountRow } from "./points.repository.ts";

/**
 * Points expire by lots. A movement with an end of its own adds to the lot of that end, or takes from it; what is used up
 * without one takes from the lots that end first, and what comes back of it goes to where it came from. So of all lots
 * that end until a moment there is left what they hold together less all that was used up.
 */
export interface Lot {
  at: Date;
  /** What is left of this lot and all that end before it; below zero when more was used up than they held. */
  left: number;
}

/** Movements that use points up without telling of which lot, or undo that. */
export const isUsage = sql`(${pointsLedger.expiresAt} is null and (${pointsLedger.delta} < 0
  or ${pointsLedger.type} in ('refund', 'withdraw_return')))`;

/** A customer's lots in the order they end. */
export async function listLots(queries: QueryRunner, userId: string): Promise<Lot[]> {
  const [used] = await queries
    .select({ sum: sql<number>`coalesce(-sum(${pointsLedger.delta}), 0)::int` })
    .from(pointsLedger)
    .where(and(eq(pointsLedger.userId, userId), isUsage));
  const lots = await queries
    .select({ at: pointsLedger.expiresAt, points: sql<number>`sum(${pointsLedger.delta})::int` })
    .from(pointsLedger)
    .where(and(eq(pointsLedger.userId, userId), isNotNull(pointsLedger.expiresAt)))
    .groupBy(pointsLedger.expiresAt)
    .orderBy(asc(pointsLedger.expiresAt));
  let runningTotal = -(used?.sum ?? 0);
  return lots.flatMap(({ at, points }) => {
    runningTotal += points;
    return at === null ? [] : [{ at, left: runningTotal }];
  });
}

/** What is left of the lots that end until a moment, below zero when more was used up than they held. */
export function remainingUntil(lots: Lot[], timestamp: Date): number {
  return lots.filter(({ at }) => at <= timestamp).at(-1)?.left ?? 0;
}

/** Accounts whose points may have expired, held until the transaction ends; other processes take others. */
export async function claimExpiring(tx: QueryRunner, now: Date, limit: number): Promise<AccountRow[]> {
  return await tx
    .select()
    .from(pointsAccounts)
    .where(and(isNotNull(pointsAccounts.nextExpiryAt), lte(pointsAccounts.nextExpiryAt, now)))
    .orderBy(asc(pointsAccounts.nextExpiryAt))
    .limit(limit)
    .for("update", { skipLocked: true });
}

/** Remembers when to look at an account again. */
export async function setNextExpiry(
  tx: QueryRunner,
  userId: string,
  nextExpiryAt: Date | null,
): Promise<void> {
  await tx.update(pointsAccounts).set({ nextExpiryAt }).where(eq(pointsAccounts.userId, userId));
}
