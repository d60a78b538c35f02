import type { QueryRunner } from "../../platform/database/Database.ts";
import {
  type AccountRow,
  getAccount,
  type PointsSummary,
  summarizePoints,
} from "../points/points.repository.ts";
import * as repository from "./withdrawal.repository.ts";

/** Remaining points from invites in the lot of one expiry; null for a lot without expiry. */
export interface InviteLot {
  at: Date | null;
  points: number;
}

/** The points that a customer can withdraw now, and their lots by expiry. */
export interface Withdrawable {
  withdrawable: number;
  lots: InviteLot[];
  /** Summary of the account that these points are a part of. */
  points: PointsSummary;
}

/**
 * Finds the remaining points from invites: not spent, expired, revoked, withdrawn or reserved by an order.
 * Points are spent from the lots that expire first, and within a lot those not from invites first.
 */
export async function findWithdrawable(
  queries: QueryRunner,
  userId: string,
  now: Date,
): Promise<Withdrawable> {
  return await calculateWithdrawable(queries, await getAccount(queries, userId), now);
}

/** Calculates the same for an account that is read or locked already. */
export async function calculateWithdrawable(
  queries: QueryRunner,
  account: AccountRow,
  now: Date,
): Promise<Withdrawable> {
  const points = await summarizePoints(queries, account, now);
  const { used, lots } = await repository.listLotsByOrigin(queries, account.userId, now);
  const activeLots = listRemainingInviteLots(lots, used + account.reserved).filter(
    ({ at }) => at === null || at > now,
  );
  const lotPoints = activeLots.reduce((sum, lot) => sum + lot.points, 0);
  // Lots do not include earlier withdrawals, so their total is capped by the invite points left after those.
  const grantedPoints = await repository.sumInvitePoints(queries, account.userId);
  return {
    withdrawable: Math.max(0, Math.min(lotPoints, grantedPoints, points.available)),
    lots: activeLots,
    points,
  };
}

/** Deducts the used points from the lots in order; a shortage carries over to the next lot. */
function listRemainingInviteLots(lots: repository.OriginLot[], used: number): InviteLot[] {
  let owed = used;
  return lots.flatMap(({ at, invite, nonInvite }) => {
    const left = invite + nonInvite - owed;
    owed = Math.max(0, -left);
    const points = Math.min(invite, left);
    return points > 0 ? [{ at, points }] : [];
  });
}
