import { pointsPerYuan } from "#contract/constants.ts";
import { inviteRewards } from "#contract/invite/rewards.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { startOfDay } from "../../platform/time/local-time.ts";
import type { OrderRow } from "../order/order.repository.ts";
import { lockAccount, recordMovement } from "../points/points.repository.ts";
import { calculateExpiry } from "../points/points.rules.ts";
import * as repository from "./invite.repository.ts";

const dayMs = 86_400_000;
const delayMs = inviteRewards.delayDays * dayMs;
/** So many of somebody's first meals are looked at for the one that counts. */
const maxEarlierOrders = 50;

/** What an order is worth to the chain after all refunds that are done: money and points, for goods and the way. */
async function netValueFen(tx: QueryRunner, order: OrderRow): Promise<number> {
  const points = await repository.sumRefundedPoints(tx, order.id);
  return order.totalFen - order.refundedFen - (points * 100) / pointsPerYuan;
}

/** A completed order may be the meal that somebody is thanked for. The order must be locked. */
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

/** Whoever binds an invite code after the first meal is thanked for that one, not for a later one. */
export async function recordEarlierQualifyingOrder(tx: QueryRunner, userId: string): Promise<void> {
  for (const order of await repository.lockCompletedOrders(tx, userId, maxEarlierOrders)) {
    if (order.completedAt !== null) await recordQualifyingOrder(tx, order, order.completedAt);
  }
}

/** A refund of the meal that counted ends the reward, given or not, once too little is left. Lock the order first. */
export async function reassessReward(tx: QueryRunner, order: OrderRow, now: Date): Promise<void> {
  const invite = await repository.lockByInvitee(tx, order.userId);
  if (invite?.orderId !== order.id || (invite.status !== "ordered" && invite.status !== "rewarded")) return;
  if ((await netValueFen(tx, order)) >= inviteRewards.minimumFen) return;
  await revokeReward(tx, invite, now);
  await repository.update(tx, invite.inviteeId, { status: "revoked", points: 0, rewardAt: null });
}

/** Takes points back from both, even below zero; nothing when none were given. Says nothing to the invitation. */
export async function revokeReward(tx: QueryRunner, invite: repository.InviteRow, now: Date): Promise<void> {
  const { status, rewardedAt } = invite;
  if (status !== "rewarded" || rewardedAt === null) return;
  const expiresAt = calculateExpiry(rewardedAt);
  for (const { userId, delta, reference } of await lockRewardShares(tx, invite))
    await recordMovement(tx, { userId, type: "reverse", delta: -delta, reference, at: now, expiresAt });
}

/**
 * Gives both what is due, once, unless the meal was given back; the order must be locked. Left for later while a refund
 * is undecided, and to the next day when the inviter has had as many as a day may bring.
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
    await recordMovement(tx, { ...share, type: "invite", at: now, expiresAt: calculateExpiry(now) });
  const points = inviteRewards.inviterPoints;
  await repository.update(tx, invite.inviteeId, {
    status: "rewarded",
    points,
    rewardAt: null,
    rewardedAt: now,
  });
}

/** Who gets how much of an invitation; both accounts are held from here on, in the order of their ids. */
async function lockRewardShares(tx: QueryRunner, { inviterId, inviteeId, orderId }: repository.InviteRow) {
  for (const userId of [inviterId, inviteeId].sort()) await lockAccount(tx, userId);
  return [
    { userId: inviterId, delta: inviteRewards.inviterPoints, reference: `invite:${orderId}` },
    { userId: inviteeId, delta: inviteRewards.inviteePoints, reference: `invite:${orderId}:guest` },
  ];
}
