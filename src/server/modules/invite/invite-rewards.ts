import { pointsPerYuan } from "#contract/constants.ts";
import { inviteRewards } from "#contract/invite/rewards.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import { dayStart } from "../../platform/shanghai.ts";
import type { OrderRow } from "../order/order.repository.ts";
import { lockAccount, movePoints } from "../points/points.repository.ts";
import { expiryOf } from "../points/points-rules.ts";
import * as repository from "./invite.repository.ts";

const dayMs = 86_400_000;
const delayMs = inviteRewards.delayDays * dayMs;
/** So many of somebody's first meals are looked at for the one that counts. */
const earlierMeals = 50;

/** What an order is worth to the chain after all refunds that are done: money and points, for goods and the way. */
async function keptFen(tx: Queries, order: OrderRow): Promise<number> {
  const points = await repository.refundedPoints(tx, order.id);
  return order.totalFen - order.refundedFen - (points * 100) / pointsPerYuan;
}

/** A completed order may be the meal that somebody is thanked for. The order must be locked. */
export async function noteMeal(tx: Queries, order: OrderRow, completedAt: Date): Promise<void> {
  if ((await keptFen(tx, order)) < inviteRewards.minimumFen) return;
  await repository.noteMeal(tx, order.userId, {
    orderId: order.id,
    rewardAt: later(completedAt, delayMs),
  });
}

/** Whoever binds an invite code after the first meal is thanked for that one, not for a later one. */
export async function noteEarlierMeal(tx: Queries, userId: string): Promise<void> {
  for (const order of await repository.lockMeals(tx, userId, earlierMeals)) {
    if (order.completedAt !== null) await noteMeal(tx, order, order.completedAt);
  }
}

/** A refund of the meal that counted ends the reward, given or not, once too little is left. Lock the order first. */
export async function reviewReward(tx: Queries, order: OrderRow, now: Date): Promise<void> {
  const invite = await repository.lockAccepted(tx, order.userId);
  if (invite?.orderId !== order.id || (invite.status !== "ordered" && invite.status !== "rewarded")) return;
  if ((await keptFen(tx, order)) >= inviteRewards.minimumFen) return;
  await takeBack(tx, invite, now);
  await repository.update(tx, invite.inviteeId, { status: "revoked", points: 0, rewardAt: null });
}

/** Takes points back from both, even below zero; nothing when none were given. Says nothing to the invitation. */
export async function takeBack(tx: Queries, invite: repository.InviteRow, now: Date): Promise<void> {
  const { status, rewardedAt } = invite;
  if (status !== "rewarded" || rewardedAt === null) return;
  const expiresAt = expiryOf(rewardedAt);
  for (const { userId, delta, reference } of await sharesOf(tx, invite))
    await movePoints(tx, { userId, type: "reverse", delta: -delta, reference, at: now, expiresAt });
}

/**
 * Gives both what is due, once, unless the meal was given back; the order must be locked. Left for later while a refund
 * is undecided, and to the next day when the inviter has had as many as a day may bring.
 */
export async function giveReward(tx: Queries, order: OrderRow, now: Date): Promise<void> {
  const invite = await repository.lockAccepted(tx, order.userId);
  if (invite?.status !== "ordered" || invite.orderId !== order.id) return;
  if (["requested", "refunding", "failed"].includes(order.refundStatus)) return;
  if ((await keptFen(tx, order)) < inviteRewards.minimumFen)
    return await repository.update(tx, invite.inviteeId, { status: "revoked", rewardAt: null });
  const shares = await sharesOf(tx, invite);
  const today = dayStart(now);
  if ((await repository.countRewarded(tx, invite.inviterId, today)) >= inviteRewards.dailyMaximum)
    return await repository.update(tx, invite.inviteeId, { rewardAt: later(today, dayMs) });
  for (const share of shares)
    await movePoints(tx, { ...share, type: "invite", at: now, expiresAt: expiryOf(now) });
  const points = inviteRewards.inviterPoints;
  await repository.update(tx, invite.inviteeId, {
    status: "rewarded",
    points,
    rewardAt: null,
    rewardedAt: now,
  });
}

/** Who gets how much of an invitation; both accounts are held from here on, in the order of their ids. */
async function sharesOf(tx: Queries, { inviterId, inviteeId, orderId }: repository.InviteRow) {
  for (const userId of [inviterId, inviteeId].sort()) await lockAccount(tx, userId);
  return [
    { userId: inviterId, delta: inviteRewards.inviterPoints, reference: `invite:${orderId}` },
    { userId: inviteeId, delta: inviteRewards.inviteePoints, reference: `invite:${orderId}:guest` },
  ];
}
