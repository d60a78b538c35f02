import type { OrderEvent } from "#contract/events.ts";
import type { OrderStatus, RefundStatus, SoldoutPolicy } from "#contract/order/status.ts";
import type { ChainSettingsSource } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { agentsChannel, restaurantChannel, userChannel } from "../../platform/events/channels.ts";
import { publish } from "../../platform/events/outbox.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { toStatusText } from "./order.presenter.ts";
import type { OrderRow } from "./order.repository.ts";
import * as repository from "./order.repository.ts";
import { releasePoints, setPointsAvailability } from "./order-points.service.ts";
import { type Actor, canTransition } from "./order-transition.rules.ts";
import { releaseReservations } from "./reservation.service.ts";

/** A status change of an order and its reason. */
export interface StateChange {
  to: OrderStatus;
  actor: Actor;
  actorId?: string;
  reason?: string;
  now: Date;
  /** Further columns to change in the same row. */
  values?: Partial<OrderRow>;
}

/**
 * Another module's reaction to what happens to orders. It runs inside the transaction that changes the order, which
 * is locked; an error undoes the change.
 */
export interface OrderSubscriber {
  /** Runs after an order was completed. */
  onCompleted?: (tx: QueryRunner, order: OrderRow, at: Date) => Promise<void>;
  /** Runs after money or points of an order were refunded. */
  onRefunded?: (tx: QueryRunner, order: OrderRow, at: Date) => Promise<void>;
}

/** Publishes a change to the customer's open pages and to staff, once it is committed. */
function publishOrderChange(tx: QueryRunner, order: OrderRow, at: Date): void {
  const { id, version, status, refundStatus } = order;
  const event: OrderEvent = {
    order_id: id,
    version,
    status,
    status_text: toStatusText(order),
    refund_status: refundStatus,
  };
  publish(tx, { channel: userChannel(order.userId), type: "order", payload: { ...event }, createdAt: at });
  const { userId: user_id, orderNo: order_no, restaurantId: restaurant_id } = order;
  const payload = { ...event, user_id, order_no, restaurant_id };
  for (const channel of [agentsChannel, restaurantChannel(restaurant_id)])
    publish(tx, { channel, type: "order", payload, createdAt: at });
}

/** The only writer of an order's status and refund status, inside the caller's transaction. */
export class OrderStateService {
  readonly #chainSettings: ChainSettingsSource;
  readonly #subscribers: readonly OrderSubscriber[];

  constructor(chainSettings: ChainSettingsSource, subscribers: readonly OrderSubscriber[]) {
    this.#chainSettings = chainSettings;
    this.#subscribers = subscribers;
  }

  /**
   * Changes the status along the transition table, with a history entry. Throws "invalid_state" for a forbidden
   * or concurrent change.
   */
  async changeStatus(tx: QueryRunner, order: OrderRow, change: StateChange): Promise<OrderRow> {
    if (!canTransition(order, change.to, change.actor)) throw new AppError("invalid_state");
    // A late order stays marked as late while the restaurant prepares it.
    const alarmedAt = change.to === "preparing" ? order.alarmedAt : null;
    const values = { dueAt: null, alarmedAt, ...change.values, status: change.to };
    const updated = await repository.compareAndSet(tx, order, values);
    if (updated === undefined) throw new AppError("invalid_state");
    await repository.addHistory(tx, {
      orderId: order.id,
      field: "status",
      from: order.status,
      to: change.to,
      version: updated.version,
      actor: change.actor,
      actorId: change.actorId ?? null,
      reason: change.reason ?? null,
      createdAt: change.now,
    });
    if (change.to === "completed") {
      await setPointsAvailability(tx, order.id, change.now, this.#chainSettings.at(order.createdAt));
      for (const { onCompleted } of this.#subscribers) await onCompleted?.(tx, updated, change.now);
    }
    publishOrderChange(tx, updated, change.now);
    return updated;
  }

  /** Changes the refund status of an order, with a history entry. */
  async changeRefundStatus(
    tx: QueryRunner,
    order: OrderRow,
    change: { to: RefundStatus; actor: Actor; reason: string; now: Date; values?: Partial<OrderRow> },
  ): Promise<OrderRow> {
    const updated = await repository.compareAndSet(tx, order, { ...change.values, refundStatus: change.to });
    if (updated === undefined) throw new AppError("invalid_state");
    await repository.addHistory(tx, {
      orderId: order.id,
      field: "refund",
      from: order.refundStatus,
      to: change.to,
      version: updated.version,
      actor: change.actor,
      reason: change.reason,
      createdAt: change.now,
    });
    if (updated.refundedFen !== order.refundedFen || updated.refundedPoints !== order.refundedPoints)
      for (const { onRefunded } of this.#subscribers) await onRefunded?.(tx, updated, change.now);
    publishOrderChange(tx, updated, change.now);
    return updated;
  }

  /** Records unavailable dishes and their outcome in an order's history, and publishes the change. */
  async recordSoldout(
    tx: QueryRunner,
    order: OrderRow,
    change: { outcome: SoldoutPolicy; actor: Actor; actorId: string; reason: string; now: Date },
  ): Promise<OrderRow> {
    const updated = await repository.compareAndSet(tx, order, {});
    if (updated === undefined) throw new AppError("invalid_state");
    await repository.addHistory(tx, {
      orderId: order.id,
      field: "soldout",
      to: change.outcome,
      version: updated.version,
      actor: change.actor,
      actorId: change.actorId,
      reason: change.reason,
      createdAt: change.now,
    });
    publishOrderChange(tx, updated, change.now);
    return updated;
  }

  /** Cancels an order and releases its reservations, once. */
  async cancelOrder(
    tx: QueryRunner,
    order: OrderRow,
    change: Omit<StateChange, "to" | "values">,
  ): Promise<OrderRow> {
    const cancelled = await this.changeStatus(tx, order, {
      ...change,
      to: "cancelled",
      values: { cancelledAt: change.now, cancelReason: change.reason ?? null, reservedAt: null },
    });
    if (order.reservedAt !== null) await releaseReservations(tx, order);
    return await releasePoints(tx, cancelled);
  }
}
