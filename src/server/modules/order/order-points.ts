import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import {
  availablePoints,
  earningsOf,
  lockAccount,
  movePoints,
  setAvailable,
} from "../points/points.repository.ts";
import { endHold, holdPoints } from "../points/points-hold.repository.ts";
import { leftUntil, lotsOf } from "../points/points-lots.repository.ts";
import { earnedFor, expiryOf, isSpendable, pointsWaitMs, returnedLifeMs } from "../points/points-rules.ts";
import { type OrderRow, setPoints } from "./order.repository.ts";

/**
 * Holds points for an order that waits for its money and holds none; the order must be locked. Throws "points_unusable"
 * for too few, too many, or more than there are.
 */
export async function reservePoints(
  tx: Queries,
  order: OrderRow,
  points: number,
  now: Date,
): Promise<OrderRow> {
  if (!isSpendable(order.goodsFen, points)) throw new AppError("points_unusable");
  if (points === 0) return order;
  const account = await lockAccount(tx, order.userId);
  if ((await availablePoints(tx, account, now)) < points) throw new AppError("points_unusable");
  await holdPoints(tx, { orderId: order.id, userId: order.userId, points, at: now });
  return await setPoints(tx, order, points);
}

/** An order that nobody paid holds its points no longer; the order must be locked. */
export async function releasePoints(tx: Queries, order: OrderRow): Promise<OrderRow> {
  if (order.pointsUsed === 0 || order.paidAt !== null) return order;
  await endHold(tx, order.id, "released");
  return await setPoints(tx, order, 0);
}

/** The points that an order holds are spent on it; the order must be locked. */
export async function spendPoints(tx: Queries, order: OrderRow, now: Date): Promise<void> {
  if (order.pointsUsed === 0) return;
  const hold = await endHold(tx, order.id, "spent");
  if (hold === undefined) throw new Error(`order ${order.id} holds no points`);
  const { userId, id: orderId } = order;
  await movePoints(tx, { userId, type: "spend", delta: -hold.points, reference: orderId, orderId, at: now });
}

/** What an order earns when it is paid; it waits until the order is completed, and then a while. */
export async function earnPoints(tx: Queries, order: OrderRow, now: Date): Promise<void> {
  const delta = earnedFor(order.goodsFen - order.pointsFen);
  if (delta === 0) return;
  const { userId, id: orderId } = order;
  const times = { at: now, availableAt: null, expiresAt: expiryOf(now) };
  await movePoints(tx, { userId, type: "earn", delta, reference: orderId, orderId, ...times });
}

/**
 * Points that were spent come back with their refund: they end when they would have ended, or in a month if that is
 * later. The order must be locked.
 */
export async function returnPoints(
  tx: Queries,
  order: OrderRow,
  refund: { refundNo: string; points: number },
  now: Date,
): Promise<void> {
  const { refundNo, points } = refund;
  if (points === 0) return;
  const { userId, id: orderId } = order;
  await lockAccount(tx, userId);
  const expiresAt = later(now, returnedLifeMs);
  const left = leftUntil(await lotsOf(tx, userId), expiresAt);
  // Of what comes back, this much would go to lots that end before.
  const soon = Math.max(0, left + points) - Math.max(0, left);
  const movement = { userId, type: "refund", orderId, at: now } as const;
  if (soon > 0) await movePoints(tx, { ...movement, delta: soon, reference: `${refundNo}:month`, expiresAt });
  if (soon < points) await movePoints(tx, { ...movement, delta: points - soon, reference: refundNo });
}

/** From when on the points of a completed order can be used. */
export async function ripenPoints(tx: Queries, orderId: string, completedAt: Date): Promise<void> {
  await setAvailable(tx, orderId, later(completedAt, pointsWaitMs));
}

/**
 * Takes back what an order earned for money that is given back, even below zero; `order` is as it is after that. Once
 * everything is given back there is nothing to wait for.
 */
export async function reverseEarnings(
  tx: Queries,
  order: OrderRow,
  refundNo: string,
  now: Date,
): Promise<void> {
  const rows = await earningsOf(tx, order.id);
  const [earned] = rows;
  if (earned === undefined) return;
  const left = rows.reduce((sum, { delta }) => sum + delta, 0);
  const delta = earnedFor(order.goodsFen - order.pointsFen - order.refundedFen) - left;
  const { userId, id: orderId } = order;
  const { availableAt, expiresAt } = earned;
  if (delta < 0) {
    const movement = { userId, type: "reverse", delta, reference: refundNo, orderId, at: now } as const;
    await movePoints(tx, { ...movement, availableAt, expiresAt });
  }
  if (order.refundStatus === "refunded") await setAvailable(tx, order.id, now);
}
