import type { OrderReceipt } from "#contract/order/schema.ts";
import type { StoreStep } from "#contract/order/status.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { CancelService } from "../payment/CancelService.ts";
import { byId as restaurantById } from "../restaurant/restaurant.repository.ts";
import * as staff from "../staff/staff.repository.ts";
import { presentReceipt } from "./order.presenter.ts";
import type { OrderRow } from "./order.repository.ts";
import * as orders from "./order.repository.ts";
import { dueAfter } from "./order-deadlines.ts";
import { moveOrder } from "./order-life.ts";
import type { Actor } from "./transitions.ts";

interface Wish {
  order_id: string;
  to: StoreStep;
  reason?: string;
}

/** What a store cancels without saying why. */
const cancelReason = "门店取消了订单";

/** The time that a step is remembered by. */
const stampOf: Partial<Record<StoreStep, "acceptedAt" | "readyAt" | "completedAt">> = {
  accepted: "acceptedAt",
  ready_for_pickup: "readyAt",
  delivering: "readyAt",
  completed: "completedAt",
};

/** Staff moving orders along: a store its own, the head office any. Every step is in the audit log. */
export class AdvanceService {
  readonly #deps: Deps;
  readonly #cancels: CancelService;

  constructor(deps: Deps, cancels: CancelService) {
    this.#deps = deps;
    this.#cancels = cancels;
  }

  /** Takes a step; a step already taken answers how the order is. Throws "invalid_state" for one the table forbids. */
  async advance(staffId: string, wish: Wish): Promise<OrderReceipt> {
    const { database, clock, config } = this.#deps;
    const member = await staff.byId(database.queries, staffId);
    if (member === undefined || member.role === "agent") throw new AppError("forbidden");
    const order = await orders.byId(database.queries, wish.order_id);
    if (order === undefined || (member.role === "store" && member.restaurantId !== order.restaurantId))
      throw new AppError("not_found", {}, "订单不存在");
    const moved = order.status === wish.to ? order : await this.#step(member, order, wish);
    return presentReceipt(moved, clock.now(), config.limits);
  }

  async #step(member: staff.StaffRow, order: OrderRow, wish: Wish): Promise<OrderRow> {
    const record = (tx: Queries, from: OrderRow) => this.#record(tx, member.id, from, wish);
    if (wish.to === "cancelled") {
      // The head office may call back what is on its way; a store only what is still in its kitchen.
      const actor: Actor = member.role === "admin" ? "staff" : "store";
      const by = { actor, actorId: member.id, reason: wish.reason?.trim() || cancelReason };
      return await this.#cancels.cancelFor(order, by, record);
    }
    return await this.#deps.database.transaction(async (tx) => {
      const locked = await orders.lock(tx, order.id);
      if (locked === undefined) throw new AppError("invalid_state");
      if (locked.status === wish.to) return locked;
      await record(tx, locked);
      return await this.#move(tx, member.id, locked, wish);
    });
  }

  async #move(tx: Queries, actorId: string, order: OrderRow, { to, reason }: Wish): Promise<OrderRow> {
    const now = this.#deps.clock.now();
    const stamp = stampOf[to];
    const store = await restaurantById(tx, order.restaurantId);
    const { limits } = this.#deps.config;
    return await moveOrder(tx, order, {
      to,
      actor: "store",
      actorId,
      ...(reason ? { reason } : {}),
      now,
      values: {
        ...(stamp && { [stamp]: now }),
        dueAt: dueAfter(to, { order, store, now, limits }),
      },
    });
  }

  async #record(tx: Queries, staffId: string, order: OrderRow, { to, reason }: Wish): Promise<void> {
    const detail = { from: order.status, to, ...(reason ? { reason } : {}) };
    const at = this.#deps.clock.now();
    await staff.audit(tx, { actor: staffId, action: "order.advance", target: order.id, detail, at });
  }
}
