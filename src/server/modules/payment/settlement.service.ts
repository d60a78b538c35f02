import type { Trade } from "../../gateways/wechat-pay/WechatPayGateway.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { toLocalTime } from "../../platform/time/local-time.ts";
import { addSales } from "../menu/menu.repository.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { nextDueAt } from "../order/order-deadline.rules.ts";
import { earnPoints, spendPoints } from "../order/order-points.service.ts";
import type { OrderStateService } from "../order/order-state.service.ts";
import { findById as findRestaurantById } from "../restaurant/restaurant.repository.ts";
import type { AttemptRow } from "./payment.repository.ts";
import * as repository from "./payment.repository.ts";
import { isOnline, payingApp } from "./payment-channel.rules.ts";

const pickupLetters = { takeaway: "W", pickup: "Z", dine_in: "T" } as const;
const pickupNumberTtlMs = 2 * 86_400_000;

/** Refunds an attempt that paid for an order too late, inside the transaction that records the payment. */
export type RefundLatePayment = (tx: QueryRunner, attempt: AttemptRow, now: Date) => Promise<void>;

/** Applies the provider's trade states to orders, idempotently. */
export class SettlementService {
  readonly #deps: Deps;
  readonly #states: OrderStateService;
  readonly #refundLatePayment: RefundLatePayment;

  constructor(deps: Deps, states: OrderStateService, refundLatePayment: RefundLatePayment) {
    this.#deps = deps;
    this.#states = states;
    this.#refundLatePayment = refundLatePayment;
  }

  /** Returns the app that the attempt was begun with, whatever the settings say today. */
  #findAppId({ appId, channel }: AttemptRow): string {
    return appId ?? this.#deps.pay.getAppId(payingApp(channel));
  }

  /**
   * Applies a trade's state to its attempt and order. A mismatching trade is recorded, never paid: after a
   * mismatching notification ("news") the provider is still queried, after its own response ("answer") staff
   * have to check.
   */
  async applyTrade(attempt: AttemptRow, trade: Trade, source: "news" | "answer"): Promise<void> {
    if (trade.state !== "SUCCESS" && trade.state !== "REFUND") return;
    const now = this.#deps.clock.now();
    // One transaction of the provider pays for one trade.
    const { queries } = this.#deps.database;
    const existingAttempt =
      trade.transactionId && (await repository.findByTransactionId(queries, trade.transactionId));
    const usedByTradeNo =
      !existingAttempt || existingAttempt.id === attempt.id ? null : existingAttempt.outTradeNo;
    if (
      usedByTradeNo !== null ||
      !this.#deps.pay.matches(trade, { ...attempt, appId: this.#findAppId(attempt) })
    ) {
      const { amountFen: amount, currency } = trade;
      const detail = {
        expected: attempt.amountFen,
        amount,
        currency,
        ...(usedByTradeNo === null ? {} : { used_by: usedByTradeNo }),
      };
      const entry = { action: "payment.mismatch", target: attempt.outTradeNo, detail, createdAt: now };
      await repository.insertAlert(queries, entry);
      // Querying again would return the same.
      if (source === "answer") await repository.updateAttempt(queries, attempt.id, { nextQueryAt: null });
      this.#deps.security.record({ kind: "refused_notice", detail: "payment.mismatch" });
      this.#deps.log.error({ trade: attempt.outTradeNo }, "a paid trade does not match its order");
      return;
    }
    await this.#deps.database.transaction(async (tx) => {
      const order = await orders.lockForUpdate(tx, attempt.orderId);
      const locked = await repository.lockAttempt(tx, attempt.id);
      if (order === undefined || locked === undefined || locked.state === "success") return;
      const paidValues = {
        state: "success",
        transactionId: trade.transactionId,
        succeededAt: now,
        nextQueryAt: null,
      } as const;
      await repository.updateAttempt(tx, attempt.id, paidValues);
      // An abandoned attempt may have another amount, with points that are released.
      const isPayable = order.status === "pending_payment" && order.payFen === attempt.amountFen;
      if (isPayable) await this.settle(tx, order, attempt.channel, now);
      else await this.#returnLatePayment(tx, attempt, now);
    });
  }

  /**
   * Marks an order as paid inside the caller's transaction; the order must be locked. `collect` takes
   * immediate payments and returns the updated order; it runs after dishes and pickup number, because points
   * and cards are locked last.
   */
  async settle(
    tx: QueryRunner,
    order: OrderRow,
    channel: AttemptRow["channel"],
    now: Date,
    collect?: () => Promise<OrderRow>,
  ): Promise<OrderRow> {
    // Dishes before the pickup number, as in every transaction that locks both, including order creation.
    const items = await orders.listItems(tx, [order.id]);
    for (const item of items.sort((a, b) => (a.dishId < b.dishId ? -1 : 1))) {
      await addSales(tx, order.restaurantId, item.dishId, item.quantity);
    }
    const { date } = toLocalTime(now);
    const number = await orders.allocatePickupNumber(
      tx,
      order.restaurantId,
      date,
      addMs(now, pickupNumberTtlMs),
    );
    const restaurant = await findRestaurantById(tx, order.restaurantId);
    const rules = this.#deps.chainSettings.at(order.createdAt);
    const collected = (await collect?.()) ?? order;
    await spendPoints(tx, collected, now);
    await earnPoints(tx, collected, now, rules);
    const hasProvider = isOnline(channel);
    return await this.#states.changeStatus(tx, collected, {
      to: "paid",
      actor: hasProvider ? "provider" : "system",
      now,
      values: {
        paidFen: collected.payFen,
        paidAt: now,
        paymentMethod: hasProvider ? "wechat" : channel,
        payExpireAt: null,
        pickupCode: `${pickupLetters[order.type]}${String(number).padStart(3, "0")}`,
        dueAt: nextDueAt("paid", { order: collected, restaurant, now, rules }),
      },
    });
  }

  /** Refunds money for an order that was cancelled or paid by another attempt; reopens nothing. */
  async #returnLatePayment(tx: QueryRunner, attempt: AttemptRow, now: Date): Promise<void> {
    await this.#refundLatePayment(tx, attempt, now);
    const entry = {
      action: "payment.late",
      target: attempt.outTradeNo,
      detail: { order: attempt.orderId },
      createdAt: now,
    };
    await repository.insertAlert(tx, entry);
  }
}
