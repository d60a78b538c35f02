import type { QueryRunner } from "../../platform/database/Database.ts";
import {
  type AccountRow,
  getAccount,
  type PointsSummary,
  summarizePoints,
} from "../points/points.repository.ts";
import * as repository from "./withdrawal.repository.ts";

/** Points from invites that are left in the lot of one end; null for one that never ends. */
export interface InviteLot {
  at: Date | null;
  points: number;
}

/** What a customer may have paid out now, and the lots it lies in, the one that ends first in front. */
export interface Withdrawable {
  withdrawable: number;
  lots: InviteLot[];
  /** The account's points that these are a part of. */
  points: PointsSummary;
}

/**
 * What is left of points from invites: neither spent nor expired, taken back, paid out or held by an order. Points are
 * spent from the lots that end first, and of one lot those first that did not come from invites.
 */
export async function findWithdrawable(
  queries: QueryRunner,
  userId: string,
  now: Date,
): Promise<Withdrawable> {
  return await calculateWithdrawable(queries, await getAccount(queries, userId), now);
}

/** The same of an account that is read or locked already. */
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
  // Earlier withdrawals are no part of a lot: all of them together are never more than all that came from invites.
  const grantedPoints = await repository.sumInvitePoints(queries, account.userId);
  return {
    withdrawable: Math.max(0, Math.min(lotPoints, grantedPoints, points.available)),
    lots: activeLots,
    points,
  };
}

/** Takes what was used from the lots in their order; what one of them lacks, the next one pays. */
function listRemainingInviteLots(lots: repository.OriginLot[], used: number): InviteLot[] {
  let owed = used;
  return lots.flatMap(({ at, invite, nonInvite }) => {
    const left = invite + nonInvite - owed;
    owed = Math.max(0, -left);
    const points = Math.min(invite, left);
    return points > 0 ? [{ at, points }] : [];
  });
}
