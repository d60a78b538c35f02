import { otherCancelReason } from "#contract/chain-settings/cancel-reasons.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { continueTrace } from "../../platform/tracing/trace.ts";
import { cancellableUntil, presentReceipt } from "../order/order.presenter.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { requireOwnOrder } from "../order/order.service.ts";
import { publishOrderAlarm } from "../order/order-alarm.events.ts";
import { nextDueAt } from "../order/order-deadline.rules.ts";
import type { OrderStateService } from "../order/order-state.service.ts";
import type { BeforeCancel, CancelledBy } from "../order/order-status.service.ts";
import type { Actor } from "../order/order-transition.rules.ts";
import { OverdueService } from "../order/overdue.service.ts";
import { findById as findRestaurantById, type RestaurantRow } from "../restaurant/restaurant.repository.ts";
import * as payments from "./payment.repository.ts";
import type { PaymentService } from "./payment.service.ts";

/**
 * Refunds all money and points of a paid order, inside the transaction that cancels it; the order must be locked.
 * Returns the updated order.
 */
type RefundInFull = (tx: QueryRunner, order: OrderRow, by: CancelledBy) => Promise<OrderRow>;

const batchSize = 20;
const retryMs = 15_000;

async function wasCancelledBy(queries: QueryRunner, order: OrderRow, actor: Actor): Promise<boolean> {
  if (order.status !== "cancelled") return false;
  const history = await orders.listHistory(queries, order.id);
  return history.some((row) => row.field === "status" && row.to === "cancelled" && row.actor === actor);
}

/**
 * Ends orders: on the customer's request, when they were not paid or accepted, and when the time after
 * handover is over.
 */
export class CancellationService {
  readonly #deps: Deps;
  readonly #payments: PaymentService;
  readonly #refundInFull: RefundInFull;
  readonly #states: OrderStateService;
  readonly #overdue: OverdueService;

  constructor(
    deps: Deps,
    dependencies: { states: OrderStateService; payments: PaymentService; refundInFull: RefundInFull },
  ) {
    this.#deps = deps;
    this.#payments = dependencies.payments;
    this.#refundInFull = dependencies.refundInFull;
    this.#states = dependencies.states;
    this.#overdue = new OverdueService(deps, dependencies.states);
  }

  /**
   * Cancels for the customer: unpaid at once, paid with a full refund. Throws "invalid_state" when it is too
   * late; repeating a cancellation returns it again.
   */
  async cancel(userId: string, input: { order_id: string; reason?: number }): Promise<OrderReceipt> {
    const { database, clock, chainSettings } = this.#deps;
    const order = requireOwnOrder(await orders.findById(database.lookups, input.order_id), userId);
    if (await wasCancelledBy(database.lookups, order, "customer"))
      return presentReceipt(order, clock.now(), chainSettings);
    const until = cancellableUntil(order, chainSettings);
    if (until === null || (until !== "always" && until <= clock.now())) throw new AppError("invalid_state");
    const { cancel_reasons: reasons } = chainSettings.current.orders;
    // A reason that the head office took away meanwhile counts as another one.
    const reason = reasons.find(({ number }) => number === input.reason) ?? otherCancelReason;
    const by: CancelledBy = {
      actor: "customer",
      actorId: userId,
      reason: reason.text,
    };
    const cancelled = await this.#cancelOrder(order, by);
    return presentReceipt(cancelled, clock.now(), chainSettings);
  }

  /**
   * Cancels for staff with a full refund; `beforeCancel` joins the transaction. An order cancelled meanwhile
   * counts as success.
   */
  async cancelOnBehalf(order: OrderRow, by: CancelledBy, beforeCancel: BeforeCancel): Promise<OrderRow> {
    return await this.#cancelOrder(order, by, beforeCancel);
  }

  /** Handles due orders: cancels unpaid ones, accepts or refunds paid ones, completes delivered ones. */
  async sweep(): Promise<void> {
    const now = this.#deps.clock.now();
    const due = await orders.claimDue(this.#deps.database.lookups, now, addMs(now, retryMs), batchSize);
    for (const order of due)
      await continueTrace(order.traceparent, { name: "due order" }, () => this.#tryDue(order));
  }

  async #tryDue(order: OrderRow): Promise<void> {
    try {
      await this.#processDue(order);
    } catch (error) {
      // The order changed concurrently, or the provider does not respond: it stays due for another check.
      if (!(error instanceof AppError || error instanceof GatewayError)) throw error;
      this.#deps.log.info({ order: order.id, word: error.code }, "due order left for later");
    }
  }

  async #processDue(order: OrderRow): Promise<void> {
    if (order.status === "pending_payment")
      await this.#cancelOrder(order, { actor: "system", reason: "超时未支付" });
    else if (order.status === "paid") await this.#acceptOrRefund(order);
    else if (order.status === "accepted" || order.status === "preparing")
      await this.#overdue.handleOverdue(order);
    else await this.#complete(order);
  }

  async #acceptOrRefund(order: OrderRow): Promise<void> {
    const restaurant = await findRestaurantById(this.#deps.database.lookups, order.restaurantId);
    if (restaurant?.autoAccept) return await this.#accept(order, restaurant);
    if (await this.#overdue.warnUnaccepted(order)) return;
    const by = { actor: "system", reason: "门店未接单，款项原路退回" } as const;
    await this.#cancelOrder(order, by, async (tx, locked) =>
      publishOrderAlarm(tx, locked, "unaccepted_cancelled", this.#deps.clock.now()),
    );
  }

  async #accept(order: OrderRow, restaurant: RestaurantRow): Promise<void> {
    const now = this.#deps.clock.now();
    const dueAt = nextDueAt("accepted", {
      order,
      restaurant,
      now,
      rules: this.#deps.chainSettings.at(order.createdAt),
    });
    const change = { to: "accepted", actor: "system", now, values: { acceptedAt: now, dueAt } } as const;
    await this.#deps.database.transaction((tx) => this.#states.changeStatus(tx, order, change));
  }

  async #complete(order: OrderRow): Promise<void> {
    const now = this.#deps.clock.now();
    const change = { to: "completed", actor: "system", now, values: { completedAt: now } } as const;
    await this.#deps.database.transaction((tx) => this.#states.changeStatus(tx, order, change));
  }

  /** Closes the provider's trade before anything is released, so that no money arrives for released items. */
  async #cancelOrder(order: OrderRow, by: CancelledBy, beforeCancel?: BeforeCancel): Promise<OrderRow> {
    if (order.status === "pending_payment" && !(await this.#payments.closeOpenAttempt(order.id)))
      throw new AppError("invalid_state");
    return await this.#deps.database.transaction(async (tx) => {
      const locked = await orders.lockForUpdate(tx, order.id);
      if (locked === undefined) throw new AppError("invalid_state");
      if (
        locked.status === "cancelled" &&
        (by.actor !== "customer" || (await wasCancelledBy(tx, locked, "customer")))
      )
        return locked;
      if (locked.status !== order.status) throw new AppError("invalid_state");
      // Another payment started after the close: that attempt must be closed first.
      if (await payments.findOpenAttempt(tx, order.id)) throw new AppError("payment_in_progress");
      await beforeCancel?.(tx, locked);
      const cancelled = await this.#states.cancelOrder(tx, locked, { ...by, now: this.#deps.clock.now() });
      return locked.paidAt === null ? cancelled : await this.#refundInFull(tx, cancelled, by);
    });
  }
}
