import { pointsPerYuan } from "#contract/constants.ts";
import type { ChainSettingsSource } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { startOfDay } from "../../platform/time/local-time.ts";
import type { OrderRow } from "../order/order.repository.ts";
import type { OrderSubscriber } from "../order/order-state.service.ts";
import { lockAccount, recordMovement } from "../points/points.repository.ts";
import { calculateExpiry } from "../points/points.rules.ts";
import * as repository from "./invite.repository.ts";

const dayMs = 86_400_000;

/** Tells the settings with which an invite was bound, and those that hold now. */
type Rules = ChainSettingsSource;
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
  chain: Rules,
  order: OrderRow,
  completedAt: Date,
): Promise<void> {
  const invite = await repository.lockByInvitee(tx, order.userId);
  if (invite === undefined) return;
  const { minimum_order, delay_days } = chain.at(invite.boundAt).invites;
  if ((await netValueFen(tx, order)) < minimum_order) return;
  await repository.setQualifyingOrder(tx, order.userId, {
    orderId: order.id,
    rewardAt: addMs(completedAt, delay_days * dayMs),
  });
}

/**
 * Records the first order of a customer who binds an invite code after it: that one qualifies, no later one.
 */
export async function recordEarlierQualifyingOrder(
  tx: QueryRunner,
  chain: Rules,
  userId: string,
): Promise<void> {
  for (const order of await repository.lockCompletedOrders(tx, userId, maxEarlierOrders)) {
    if (order.completedAt !== null) await recordQualifyingOrder(tx, chain, order, order.completedAt);
  }
}

/** Ends the reward, granted or not, when a refund leaves too little of the order. Lock the order first. */
export async function reassessReward(
  tx: QueryRunner,
  chain: Rules,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const invite = await repository.lockByInvitee(tx, order.userId);
  if (invite?.orderId !== order.id || (invite.status !== "ordered" && invite.status !== "rewarded")) return;
  if ((await netValueFen(tx, order)) >= chain.at(invite.boundAt).invites.minimum_order) return;
  await revokeReward(tx, chain, invite, now);
  await repository.update(tx, invite.inviteeId, { status: "revoked", points: 0, rewardAt: null });
}

/**
 * Revokes the points of both customers, even below zero; does nothing when none were granted. Does not change
 * the invite.
 */
export async function revokeReward(
  tx: QueryRunner,
  chain: Rules,
  invite: repository.InviteRow,
  now: Date,
): Promise<void> {
  const { status, rewardedAt } = invite;
  if (status !== "rewarded" || rewardedAt === null) return;
  const expiresAt = calculateExpiry(rewardedAt, chain.at(rewardedAt));
  for (const { userId, delta, reference } of await lockRewardShares(tx, chain, invite))
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
export async function grantReward(tx: QueryRunner, chain: Rules, order: OrderRow, now: Date): Promise<void> {
  const invite = await repository.lockByInvitee(tx, order.userId);
  if (invite?.status !== "ordered" || invite.orderId !== order.id) return;
  if (["requested", "refunding", "failed"].includes(order.refundStatus)) return;
  const { minimum_order, inviter_points: points } = chain.at(invite.boundAt).invites;
  if ((await netValueFen(tx, order)) < minimum_order)
    return await repository.update(tx, invite.inviteeId, { status: "revoked", rewardAt: null });
  const shares = await lockRewardShares(tx, chain, invite);
  const today = startOfDay(now);
  if ((await repository.countRewarded(tx, invite.inviterId, today)) >= chain.current.invites.daily_max)
    return await repository.update(tx, invite.inviteeId, { rewardAt: addMs(today, dayMs) });
  const expiresAt = calculateExpiry(now, chain.at(now));
  for (const share of shares)
    await recordMovement(tx, { ...share, type: "invite", createdAt: now, expiresAt });
  await repository.update(tx, invite.inviteeId, {
    status: "rewarded",
    points,
    rewardAt: null,
    rewardedAt: now,
  });
}

/** Returns each customer's share of a reward, as it was when the invite was bound; locks both accounts in the order of their ids. */
async function lockRewardShares(
  tx: QueryRunner,
  chain: Rules,
  { inviterId, inviteeId, orderId, boundAt }: repository.InviteRow,
) {
  for (const userId of [inviterId, inviteeId].sort()) await lockAccount(tx, userId);
  const { inviter_points, invitee_points } = chain.at(boundAt).invites;
  return [
    { userId: inviterId, delta: inviter_points, reference: `invite:${orderId}` },
    { userId: inviteeId, delta: invitee_points, reference: `invite:${orderId}:guest` },
  ].filter(({ delta }) => delta > 0);
}

/** Keeps invites in step with what happens to the orders of invited customers. */
export function createInviteSubscriber(chain: Rules): OrderSubscriber {
  return {
    onCompleted: (tx, order, at) => recordQualifyingOrder(tx, chain, order, at),
    onRefunded: (tx, order, at) => reassessReward(tx, chain, order, at),
  };
}
