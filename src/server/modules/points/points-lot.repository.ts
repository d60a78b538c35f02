import { and, asc, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { pointsAccounts, pointsLedger } from "../../schema/rewards.ts";
import type { AccountRow } from "./points.repository.ts";

/**
 * Points expire by lots. A ledger entry with an expiry adds to the lot of that expiry, or takes from it;
 * usage without one takes from the lots that expire first, and its return goes back to where it came from. So
 * the points left of all lots that expire until a timestamp are the sum of these lots less the total usage.
 */
export interface Lot {
  at: Date;
  /** Points left of this lot and all that expire before it; below zero when more was used than they held. */
  left: number;
}

/** Matches ledger entries that use points without naming a lot, or undo that. */
export const isUsage = sql`(${pointsLedger.expiresAt} is null and (${pointsLedger.delta} < 0
  or ${pointsLedger.type} in ('refund', 'withdraw_return')))`;

/** A customer's lots by expiry, and all points that were used without naming one. */
interface PointsLots {
  used: number;
  lots: Lot[];
}

/** Lists a customer's lots by expiry. */
export async function listLots(queries: QueryRunner, userId: string): Promise<PointsLots> {
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
  const usedSum = used?.sum ?? 0;
  let runningTotal = -usedSum;
  const withLeft = lots.flatMap(({ at, points }) => {
    runningTotal += points;
    return at === null ? [] : [{ at, left: runningTotal }];
  });
  return { used: usedSum, lots: withLeft };
}

/** Returns the points left of the lots that expire until a timestamp; negative when usage exceeds them. */
export function remainingUntil({ used, lots }: PointsLots, timestamp: Date): number {
  return lots.filter(({ at }) => at <= timestamp).at(-1)?.left ?? -used;
}

/**
 * Claims accounts with possibly expired points, locked until the transaction ends; other processes skip them.
 */
export async function claimExpiring(tx: QueryRunner, now: Date, limit: number): Promise<AccountRow[]> {
  return await tx
    .select()
    .from(pointsAccounts)
    .where(and(isNotNull(pointsAccounts.nextExpiryAt), lte(pointsAccounts.nextExpiryAt, now)))
    .orderBy(asc(pointsAccounts.nextExpiryAt))
    .limit(limit)
    .for("update", { skipLocked: true });
}

/** Sets when to check an account again. */
export async function setNextExpiry(
  tx: QueryRunner,
  userId: string,
  nextExpiryAt: Date | null,
): Promise<void> {
  await tx.update(pointsAccounts).set({ nextExpiryAt }).where(eq(pointsAccounts.userId, userId));
}
