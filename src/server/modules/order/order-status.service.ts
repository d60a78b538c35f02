import type { OrderReceipt } from "#contract/order/schema.ts";
import type { StaffTransition } from "#contract/order/status.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { findById as findRestaurantById } from "../restaurant/restaurant.repository.ts";
import * as staff from "../staff/staff.repository.ts";
import { canActAt } from "../staff/staff-access.rules.ts";
import { presentReceipt } from "./order.presenter.ts";
import type { OrderRow } from "./order.repository.ts";
import * as orders from "./order.repository.ts";
import { nextDueAt } from "./order-deadline.rules.ts";
import type { OrderStateService } from "./order-state.service.ts";
import { type Actor, defaultCancelReason } from "./order-transition.rules.ts";

interface OrderStatusInput {
  order_id: string;
  to: StaffTransition;
  reason?: string;
}

/** Who cancels an order, and why. */
export interface CancelledBy {
  actor: Actor;
  actorId?: string;
  reason: string;
}

/** Additional work in the transaction that cancels an order; receives the order before the change. */
export type BeforeCancel = (tx: QueryRunner, order: OrderRow) => Promise<void>;

/**
 * Cancels an order with a full refund; `beforeCancel` joins the transaction. Throws "invalid_state" when the order
 * changed meanwhile, "payment_in_progress" while another payment runs.
 */
type CancelOnBehalf = (order: OrderRow, by: CancelledBy, beforeCancel: BeforeCancel) => Promise<OrderRow>;

/** Column that stores the time of a transition. */
const timestampColumnByStatus: Partial<Record<StaffTransition, "acceptedAt" | "readyAt" | "completedAt">> = {
  accepted: "acceptedAt",
  ready_for_pickup: "readyAt",
  delivering: "readyAt",
  completed: "completedAt",
};

/** Advances orders: restaurant staff their restaurant's, admins any. Every change is in the audit log. */
export class OrderStatusService {
  readonly #deps: Deps;
  readonly #states: OrderStateService;
  readonly #cancelOnBehalf: CancelOnBehalf;

  constructor(deps: Deps, states: OrderStateService, cancelOnBehalf: CancelOnBehalf) {
    this.#deps = deps;
    this.#states = states;
    this.#cancelOnBehalf = cancelOnBehalf;
  }

  /**
   * Advances an order; repeating a change returns the current state. Throws "invalid_state" for a forbidden
   * one, "forbidden" for a cancellation if the chain's settings leave it to the head office.
   */
  async advance(staffId: string, input: OrderStatusInput): Promise<OrderReceipt> {
    const { database, clock, chainSettings } = this.#deps;
    const member = await staff.findById(database.lookups, staffId);
    if (member === undefined || member.role === "agent") throw new AppError("forbidden");
    const order = await orders.findById(database.lookups, input.order_id);
    if (order === undefined || !(await canActAt(database.lookups, member, order.restaurantId)))
      throw new AppError("not_found", {}, "订单不存在");
    if (
      input.to === "cancelled" &&
      member.role === "store" &&
      !chainSettings.current.restaurants.reject_orders
    )
      throw new AppError("forbidden", {}, "门店不能取消订单，请联系总部");
    const updated = order.status === input.to ? order : await this.#changeStatus(member, order, input);
    return presentReceipt(updated, clock.now(), chainSettings);
  }

  async #changeStatus(member: staff.StaffRow, order: OrderRow, input: OrderStatusInput): Promise<OrderRow> {
    const recordAudit = (tx: QueryRunner, from: OrderRow) => this.#recordAudit(tx, member.id, from, input);
    if (input.to === "cancelled") {
      // Admins may cancel orders that are being delivered; a restaurant only those still in its kitchen.
      const actor: Actor = member.role === "admin" ? "staff" : "store";
      const by = { actor, actorId: member.id, reason: input.reason?.trim() || defaultCancelReason };
      return await this.#cancelOnBehalf(order, by, recordAudit);
    }
    return await this.#deps.database.transaction(async (tx) => {
      const locked = await orders.lockForUpdate(tx, order.id);
      if (locked === undefined) throw new AppError("invalid_state");
      if (locked.status === input.to) return locked;
      await recordAudit(tx, locked);
      return await this.#applyChange(tx, member.id, locked, input);
    });
  }

  async #applyChange(
    tx: QueryRunner,
    actorId: string,
    order: OrderRow,
    { to, reason }: OrderStatusInput,
  ): Promise<OrderRow> {
    const now = this.#deps.clock.now();
    const timestampColumn = timestampColumnByStatus[to];
    const restaurant = await findRestaurantById(tx, order.restaurantId);
    const rules = this.#deps.chainSettings.at(order.createdAt);
    return await this.#states.changeStatus(tx, order, {
      to,
      actor: "store",
      actorId,
      ...(reason ? { reason } : {}),
      now,
      values: {
        ...(timestampColumn && { [timestampColumn]: now }),
        dueAt: nextDueAt(to, { order, restaurant, now, rules }),
      },
    });
  }

  async #recordAudit(
    tx: QueryRunner,
    staffId: string,
    order: OrderRow,
    { to, reason }: OrderStatusInput,
  ): Promise<void> {
    const detail = { from: order.status, to, ...(reason ? { reason } : {}) };
    const at = this.#deps.clock.now();
    await insertAudit(tx, {
      actor: staffId,
      action: "order.advance",
      target: order.id,
      detail,
      createdAt: at,
    });
  }
}
