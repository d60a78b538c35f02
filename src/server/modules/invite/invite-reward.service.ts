import { pointsPerYuan } from "#contract/constants.ts";
import { inviteRewards } from "#contract/invite/rewards.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { startOfDay } from "../../platform/time/local-time.ts";
import type { OrderRow } from "../order/order.repository.ts";
import type { OrderSubscriber } from "../order/order-state.service.ts";
import { lockAccount, recordMovement } from "../points/points.repository.ts";
import { calculateExpiry } from "../points/points.rules.ts";
import * as repository from "./invite.repository.ts";

const dayMs = 86_400_000;
const delayMs = inviteRewards.delayDays * dayMs;
/** Number of a customer's first orders that are checked for the qualifying one. */
const maxEarlierOrders = 50;

/** Returns an order's value in fen after all completed refunds: money and points, for goods and delivery. */
async function netValueFen(tx: QueryRunner, order: OrderRow): Promise<number> {
  const points = await repository.sumRefundedPoints(tx, order.id);
  return order.totalFen - order.refundedFen - (points * 100) / pointsPerYuan;
}

/** Records a completed order as the qualifying order of an invite if it is one. The order must be locked. */
export async function recordQualifyingOrder(
  tx: QueryRunner,
  order: OrderRow,
  completedAt: Date,
): Promise<void> {
  if ((await netValueFen(tx, order)) < inviteRewards.minimumFen) return;
  await repository.setQualifyingOrder(tx, order.userId, {
    orderId: order.id,
    rewardAt: addMs(completedAt, delayMs),
  });
}

/**
 * Records the first order of a customer who binds an invite code after it: that one qualifies, no later one.
 */
export async function recordEarlierQualifyingOrder(tx: QueryRunner, userId: string): Promise<void> {
  for (const order of await repository.lockCompletedOrders(tx, userId, maxEarlierOrders)) {
    if (order.completedAt !== null) await recordQualifyingOrder(tx, order, order.completedAt);
  }
}

/** Ends the reward, granted or not, when a refund leaves too little of the order. Lock the order first. */
export async function reassessReward(tx: QueryRunner, order: OrderRow, now: Date): Promise<void> {
  const invite = await repository.lockByInvitee(tx, order.userId);
  if (invite?.orderId !== order.id || (invite.status !== "ordered" && invite.status !== "rewarded")) return;
  if ((await netValueFen(tx, order)) >= inviteRewards.minimumFen) return;
  await revokeReward(tx, invite, now);
  await repository.update(tx, invite.inviteeId, { status: "revoked", points: 0, rewardAt: null });
}

/**
 * Revokes the points of both customers, even below zero; does nothing when none were granted. Does not change
 * the invite.
 */
export async function revokeReward(tx: QueryRunner, invite: repository.InviteRow, now: Date): Promise<void> {
  const { status, rewardedAt } = invite;
  if (status !== "rewarded" || rewardedAt === null) return;
  const expiresAt = calculateExpiry(rewardedAt);
  for (const { userId, delta, reference } of await lockRewardShares(tx, invite))
    await recordMovement(tx, {
      userId,
      type: "reverse",
      delta: -delta,
      reference,
      createdAt: now,
      expiresAt,
    });
}

/**
 * Grants both rewards that are due, once, unless the order was refunded; the order must be locked. Postponed
 * while a refund is undecided, and to the next day when the inviter has reached the daily limit.
 */
export async function grantReward(tx: QueryRunner, order: OrderRow, now: Date): Promise<void> {
  const invite = await repository.lockByInvitee(tx, order.userId);
  if (invite?.status !== "ordered" || invite.orderId !== order.id) return;
  if (["requested", "refunding", "failed"].includes(order.refundStatus)) return;
  if ((await netValueFen(tx, order)) < inviteRewards.minimumFen)
    return await repository.update(tx, invite.inviteeId, { status: "revoked", rewardAt: null });
  const shares = await lockRewardShares(tx, invite);
  const today = startOfDay(now);
  if ((await repository.countRewarded(tx, invite.inviterId, today)) >= inviteRewards.dailyMaximum)
    return await repository.update(tx, invite.inviteeId, { rewardAt: addMs(today, dayMs) });
  for (const share of shares)
    await recordMovement(tx, { ...share, type: "invite", createdAt: now, expiresAt: calculateExpiry(now) });
  const points = inviteRewards.inviterPoints;
  await repository.update(tx, invite.inviteeId, {
    status: "rewarded",
    points,
    rewardAt: null,
    rewardedAt: now,
  });
}

/** Returns each customer's share of a reward; locks both accounts in the order of their ids. */
async function lockRewardShares(tx: QueryRunner, { inviterId, inviteeId, orderId }: repository.InviteRow) {
  for (const userId of [inviterId, inviteeId].sort()) await lockAccount(tx, userId);
  return [
    { userId: inviterId, delta: inviteRewards.inviterPoints, reference: `invite:${orderId}` },
    { userId: inviteeId, delta: inviteRewards.inviteePoints, reference: `invite:${orderId}:guest` },
  ];
}

/** Keeps invites in step with what happens to the orders of invited customers. */
export const inviteOrderSubscriber: OrderSubscriber = {
  onCompleted: recordQualifyingOrder,
  onRefunded: reassessReward,
};
