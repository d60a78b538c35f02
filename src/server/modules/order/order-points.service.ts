import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import {
  getAvailablePoints,
  listEarnings,
  lockAccount,
  recordMovement,
  setAvailableAt,
} from "../points/points.repository.ts";
import {
  calculateEarnedPoints,
  calculateExpiry,
  isSpendable,
  minReturnedValidityMs,
} from "../points/points.rules.ts";
import { listLots, remainingUntil } from "../points/points-lot.repository.ts";
import { createReservation, endReservation } from "../points/points-reservation.repository.ts";
import { type OrderRow, setPoints } from "./order.repository.ts";

const dayMs = 86_400_000;

/** Settings with which the order was placed. */
type Rules = Pick<ChainSettings, "points">;

/**
 * Reserves points for an unpaid order without reserved points; the order must be locked. Throws
 * "points_unusable" for too few, too many, or more than the balance.
 */
export async function reservePoints(
  tx: QueryRunner,
  order: OrderRow,
  points: number,
  { now, rules }: { now: Date; rules: Rules },
): Promise<OrderRow> {
  if (!isSpendable(order.goodsFen, points, rules)) throw new AppError("points_unusable");
  if (points === 0) return order;
  const account = await lockAccount(tx, order.userId);
  if ((await getAvailablePoints(tx, account, now)) < points) throw new AppError("points_unusable");
  await createReservation(tx, { orderId: order.id, userId: order.userId, points, at: now });
  return await setPoints(tx, order, points);
}

/** Releases the points reserved by an order that was not paid; the order must be locked. */
export async function releasePoints(tx: QueryRunner, order: OrderRow): Promise<OrderRow> {
  if (order.pointsUsed === 0 || order.paidAt !== null) return order;
  await endReservation(tx, order.id, "released");
  return await setPoints(tx, order, 0);
}

/** Spends the points reserved by an order; the order must be locked. */
export async function spendPoints(tx: QueryRunner, order: OrderRow, now: Date): Promise<void> {
  if (order.pointsUsed === 0) return;
  const reservation = await endReservation(tx, order.id, "spent");
  if (reservation === undefined) throw new Error(`order ${order.id} holds no points`);
  const { userId, id: orderId } = order;
  await recordMovement(tx, {
    userId,
    type: "spend",
    delta: -reservation.points,
    reference: orderId,
    orderId,
    createdAt: now,
  });
}

/** Records the points earned by a paid order; they stay pending until some days after its completion. */
export async function earnPoints(tx: QueryRunner, order: OrderRow, now: Date, rules: Rules): Promise<void> {
  const delta = calculateEarnedPoints(order.goodsFen - order.pointsFen, rules);
  if (delta === 0) return;
  const { userId, id: orderId } = order;
  const times = { createdAt: now, availableAt: null, expiresAt: calculateExpiry(now, rules) };
  await recordMovement(tx, { userId, type: "earn", delta, reference: orderId, orderId, ...times });
}

/**
 * Returns spent points with their refund: they expire at their original expiry, or after a month if that is
 * later. The order must be locked.
 */
export async function returnPoints(
  tx: QueryRunner,
  order: OrderRow,
  refund: { refundNo: string; points: number },
  now: Date,
): Promise<void> {
  const { refundNo, points } = refund;
  if (points === 0) return;
  const { userId, id: orderId } = order;
  await lockAccount(tx, userId);
  const expiresAt = addMs(now, minReturnedValidityMs);
  const left = remainingUntil(await listLots(tx, userId), expiresAt);
  // The part of the returned points that would go to lots expiring before then.
  const shortLived = Math.max(0, left + points) - Math.max(0, left);
  const movement = { userId, type: "refund", orderId, createdAt: now } as const;
  if (shortLived > 0)
    await recordMovement(tx, { ...movement, delta: shortLived, reference: `${refundNo}:month`, expiresAt });
  if (shortLived < points)
    await recordMovement(tx, { ...movement, delta: points - shortLived, reference: refundNo });
}

/** Sets the time from which the points of a completed order can be used. */
export async function setPointsAvailability(
  tx: QueryRunner,
  orderId: string,
  completedAt: Date,
  { points }: Rules,
): Promise<void> {
  await setAvailableAt(tx, orderId, addMs(completedAt, points.pending_days * dayMs));
}

/**
 * Reverses the points earned for refunded money, even below zero; `order` is the state after the refund.
 * After a full refund no points stay pending.
 */
export async function reverseEarnings(
  tx: QueryRunner,
  order: OrderRow,
  refundNo: string,
  { now, rules }: { now: Date; rules: Rules },
): Promise<void> {
  const rows = await listEarnings(tx, order.id);
  const [earned] = rows;
  if (earned === undefined) return;
  const left = rows.reduce((sum, { delta }) => sum + delta, 0);
  const delta = calculateEarnedPoints(order.goodsFen - order.pointsFen - order.refundedFen, rules) - left;
  const { userId, id: orderId } = order;
  const { availableAt, expiresAt } = earned;
  if (delta < 0) {
    const movement = {
      userId,
      type: "reverse",
      delta,
      reference: refundNo,
      orderId,
      createdAt: now,
    } as const;
    await recordMovement(tx, { ...movement, availableAt, expiresAt });
  }
  if (order.refundStatus === "refunded") await setAvailableAt(tx, order.id, now);
}
