import type { OrderEvent } from "#contract/live.ts";
import type { OrderStatus, RefundStatus, SoldoutPolicy } from "#contract/order/status.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import { deskChannel, storeChannel, userChannel } from "../../platform/live/channels.ts";
import { announce } from "../../platform/live/outbox.ts";
import { noteMeal, reviewReward } from "../invite/invite-rewards.ts";
import { returnHolds } from "./holds.ts";
import { statusTextOf } from "./order.presenter.ts";
import type { OrderRow } from "./order.repository.ts";
import * as repository from "./order.repository.ts";
import { releasePoints, ripenPoints } from "./order-points.ts";
import { type Actor, mayMove } from "./transitions.ts";

/** A change of an order and why. */
export interface Move {
  to: OrderStatus;
  actor: Actor;
  actorId?: string;
  reason?: string;
  now: Date;
  /** What else changes in the same row. */
  values?: Partial<OrderRow>;
}

/** Tells the customer's open pages and those of staff of a change, once it is committed. */
function announceChange(tx: Queries, order: OrderRow, at: Date): void {
  const { id, version, status, refundStatus } = order;
  const news: OrderEvent = {
    order_id: id,
    version,
    status,
    status_text: statusTextOf(order),
    refund_status: refundStatus,
  };
  announce(tx, { channel: userChannel(order.userId), type: "order", payload: { ...news }, at });
  const { userId: user_id, orderNo: order_no, restaurantId: restaurant_id } = order;
  const payload = { ...news, user_id, order_no, restaurant_id };
  for (const channel of [deskChannel, storeChannel(restaurant_id)])
    announce(tx, { channel, type: "order", payload, at });
}

/** Moves an order along its table, with its history. Throws "invalid_state" when it may not or somebody was faster. */
export async function moveOrder(tx: Queries, order: OrderRow, move: Move): Promise<OrderRow> {
  if (!mayMove(order, move.to, move.actor)) throw new AppError("invalid_state");
  // An order that is late stays so while the store goes on making it.
  const alarmedAt = move.to === "preparing" ? order.alarmedAt : null;
  const values = { dueAt: null, alarmedAt, ...move.values, status: move.to };
  const moved = await repository.compareAndSet(tx, order, values);
  if (moved === undefined) throw new AppError("invalid_state");
  await repository.addHistory(tx, {
    orderId: order.id,
    axis: "status",
    from: order.status,
    to: move.to,
    version: moved.version,
    actor: move.actor,
    actorId: move.actorId ?? null,
    reason: move.reason ?? null,
    at: move.now,
  });
  if (move.to === "completed") {
    await ripenPoints(tx, order.id, move.now);
    await noteMeal(tx, moved, move.now);
  }
  announceChange(tx, moved, move.now);
  return moved;
}

/** Changes where an order's refund is, with its history. */
export async function moveRefund(
  tx: Queries,
  order: OrderRow,
  move: { to: RefundStatus; actor: Actor; reason: string; now: Date; values?: Partial<OrderRow> },
): Promise<OrderRow> {
  const moved = await repository.compareAndSet(tx, order, { ...move.values, refundStatus: move.to });
  if (moved === undefined) throw new AppError("invalid_state");
  await repository.addHistory(tx, {
    orderId: order.id,
    axis: "refund",
    from: order.refundStatus,
    to: move.to,
    version: moved.version,
    actor: move.actor,
    reason: move.reason,
    at: move.now,
  });
  if (moved.refundedFen !== order.refundedFen || moved.refundedPoints !== order.refundedPoints)
    await reviewReward(tx, moved, move.now);
  announceChange(tx, moved, move.now);
  return moved;
}

/** Notes in an order's history that dishes of it cannot be made and what is done about it, and publishes the change. */
export async function noteSoldout(
  tx: Queries,
  order: OrderRow,
  note: { outcome: SoldoutPolicy; actor: Actor; actorId: string; reason: string; now: Date },
): Promise<OrderRow> {
  const noted = await repository.compareAndSet(tx, order, {});
  if (noted === undefined) throw new AppError("invalid_state");
  await repository.addHistory(tx, {
    orderId: order.id,
    axis: "soldout",
    to: note.outcome,
    version: noted.version,
    actor: note.actor,
    actorId: note.actorId,
    reason: note.reason,
    at: note.now,
  });
  announceChange(tx, noted, note.now);
  return noted;
}

/** Cancels an order and gives back what it held, once. */
export async function cancelOrder(
  tx: Queries,
  order: OrderRow,
  move: Omit<Move, "to" | "values">,
): Promise<OrderRow> {
  const cancelled = await moveOrder(tx, order, {
    ...move,
    to: "cancelled",
    values: { cancelledAt: move.now, cancelReason: move.reason ?? null, heldAt: null },
  });
  if (order.heldAt !== null) await returnHolds(tx, order);
  return await releasePoints(tx, cancelled);
}
