import type { Trade } from "../../gateways/wechat-pay/WechatPayGateway.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId } from "../../platform/ids.ts";
import { wallTime } from "../../platform/shanghai.ts";
import { countSales } from "../menu/menu.repository.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { dueAfter } from "../order/order-deadlines.ts";
import { moveOrder } from "../order/order-life.ts";
import { earnPoints, spendPoints } from "../order/order-points.ts";
import { byId as restaurantById } from "../restaurant/restaurant.repository.ts";
import type { AttemptRow } from "./payment.repository.ts";
import * as repository from "./payment.repository.ts";
import { insertRefund } from "./refund.repository.ts";

const pickupLetters = { takeaway: "W", pickup: "Z", dine_in: "T" } as const;
const twoDaysMs = 2 * 86_400_000;

/** Turns what the provider says of a trade into the truth about an order; the same news twice changes nothing. */
export class SettlementService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Applies a trade's state to its attempt and order. A trade that does not match is written down, never paid; after
   * news that does not match the provider is still asked, after its own answer a person has to look.
   */
  async apply(attempt: AttemptRow, trade: Trade, source: "news" | "answer"): Promise<void> {
    if (trade.state !== "SUCCESS" && trade.state !== "REFUND") return;
    const now = this.#deps.clock.now();
    // One transaction of the provider pays one trade.
    const { queries } = this.#deps.database;
    const owner = trade.transactionId && (await repository.byTransaction(queries, trade.transactionId));
    const usedBy = !owner || owner.id === attempt.id ? null : owner.outTradeNo;
    if (usedBy !== null || !this.#deps.pay.matches(trade, attempt)) {
      const { amountFen: amount, currency } = trade;
      const detail = {
        expected: attempt.amountFen,
        amount,
        currency,
        ...(usedBy === null ? {} : { used_by: usedBy }),
      };
      const entry = { action: "payment.mismatch", target: attempt.outTradeNo, detail, at: now };
      await repository.alert(queries, entry);
      // Asking again would only tell the same.
      if (source === "answer") await repository.updateAttempt(queries, attempt.id, { nextQueryAt: null });
      this.#deps.security.record({ kind: "refused_notice", what: "payment.mismatch" });
      this.#deps.log.error({ trade: attempt.outTradeNo }, "a paid trade does not match its order");
      return;
    }
    await this.#deps.database.transaction(async (tx) => {
      const order = await orders.lock(tx, attempt.orderId);
      const locked = await repository.lockAttempt(tx, attempt.id);
      if (order === undefined || locked === undefined || locked.state === "success") return;
      const paid = {
        state: "success",
        transactionId: trade.transactionId,
        succeededAt: now,
        nextQueryAt: null,
      } as const;
      await repository.updateAttempt(tx, attempt.id, paid);
      // An attempt that was given up may be for another amount, with points that are released.
      const isWanted = order.status === "pending_payment" && order.payFen === attempt.amountFen;
      if (isWanted) await this.settle(tx, order, attempt.channel, now);
      else await this.#giveBack(tx, order, attempt, now);
    });
  }

  /**
   * Marks an order paid inside the caller's transaction; the order must be locked. `take` fetches what pays at once and
   * answers the order with it; it runs behind the dishes and the store's number, because points and cards are locked last.
   */
  async settle(
    tx: Queries,
    order: OrderRow,
    channel: AttemptRow["channel"],
    now: Date,
    take?: () => Promise<OrderRow>,
  ): Promise<OrderRow> {
    // Dishes before the store's number, as everybody who holds both: orders are paid where they are made, too.
    const items = await orders.itemsOf(tx, [order.id]);
    for (const item of items.sort((a, b) => (a.dishId < b.dishId ? -1 : 1))) {
      await countSales(tx, order.restaurantId, item.dishId, item.quantity);
    }
    const { date } = wallTime(now);
    const number = await orders.nextPickupNumber(tx, order.restaurantId, date, later(now, twoDaysMs));
    const restaurant = await restaurantById(tx, order.restaurantId);
    const taken = (await take?.()) ?? order;
    await spendPoints(tx, taken, now);
    await earnPoints(tx, taken, now);
    const isOnline = channel === "h5" || channel === "jsapi";
    return await moveOrder(tx, taken, {
      to: "paid",
      actor: isOnline ? "provider" : "system",
      now,
      values: {
        paidFen: taken.payFen,
        paidAt: now,
        paymentMethod: isOnline ? "wechat" : channel,
        payExpireAt: null,
        pickupCode: `${pickupLetters[order.type]}${String(number).padStart(3, "0")}`,
        dueAt: dueAfter("paid", { order: taken, store: restaurant, now, limits: this.#deps.config.limits }),
      },
    });
  }

  /** Money for an order that was cancelled, or paid by another attempt: it goes back and re-opens nothing. */
  async #giveBack(tx: Queries, order: OrderRow, attempt: AttemptRow, now: Date): Promise<void> {
    await insertRefund(tx, {
      id: newId(),
      refundNo: `L${attempt.outTradeNo}`,
      orderId: order.id,
      attemptId: attempt.id,
      kind: "late",
      moneyFen: attempt.amountFen,
      reason: "订单已关闭，款项原路退回",
      operator: "system",
      state: "created",
      nextTryAt: now,
      createdAt: now,
    });
    const entry = {
      action: "payment.late",
      target: attempt.outTradeNo,
      detail: { order: order.id },
      at: now,
    };
    await repository.alert(tx, entry);
  }
}
