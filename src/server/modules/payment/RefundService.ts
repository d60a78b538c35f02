import { formatYuan } from "#contract/money.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId } from "../../platform/ids.ts";
import { Thread } from "../chat/Thread.ts";
import type { OrderRow } from "../order/order.repository.ts";
import { moveRefund } from "../order/order-life.ts";
import { returnPoints, reverseEarnings } from "../order/order-points.ts";
import { answerOpenRequest } from "../order/refund-answer.ts";
import type { Actor } from "../order/transitions.ts";
import { giveBackToCard } from "./card-payment.ts";
import * as payments from "./payment.repository.ts";
import type { RefundRow } from "./refund.repository.ts";
import * as repository from "./refund.repository.ts";
import { promised } from "./refund-plan.ts";

/** A refund before it is written down. */
type RefundPart = Pick<RefundRow, "refundNo" | "kind" | "moneyFen" | "points" | "reason" | "operator"> &
  Partial<Pick<RefundRow, "items" | "restock" | "note">>;

/** Money, points, or both, as customers read it. */
function worthText({ moneyFen, points }: Pick<RefundRow, "moneyFen" | "points">): string {
  const money = moneyFen > 0 || points === 0 ? [formatYuan(moneyFen)] : [];
  return [...money, ...(points > 0 ? [`${points}积分`] : [])].join(" 和 ");
}

/** Money on its way back. Refunds are rows that `RefundProcessor` brings to the provider. */
export class RefundService {
  readonly #deps: Deps;
  readonly #thread: Thread;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#thread = new Thread(deps);
  }

  /**
   * Promises all money and points of a paid order back, inside the caller's transaction; the order must be locked. A customer who
   * waits for an answer to a request gets it with that.
   */
  async promiseFull(
    tx: Queries,
    order: OrderRow,
    by: { actor: Actor; reason: string; answer?: string },
  ): Promise<OrderRow> {
    const now = this.#deps.clock.now();
    await answerOpenRequest(tx, this.#thread, order, {
      status: "approved",
      answer: by.answer ?? by.reason,
      answeredAt: now,
    });
    const attempt = await payments.successOf(tx, order.id);
    const given = promised(await repository.refundsOf(tx, order.id));
    const moneyFen = order.paidFen - given.moneyFen;
    const points = order.pointsUsed - given.points;
    if (attempt === undefined || moneyFen + points === 0) return order;
    const kind = order.refundStatus === "requested" ? "request" : "cancel";
    const what = { refundNo: `C${attempt.outTradeNo}`, kind, moneyFen, points, reason: by.reason } as const;
    return await this.promise(tx, order, attempt, { ...what, operator: by.actor }, by.actor);
  }

  /**
   * Promises money and points back, inside the caller's transaction; the order must be locked, and no dish or store's
   * number may be touched afterwards. What needs no provider is back at once. Throws "invalid_state" for a number that
   * is taken.
   */
  async promise(
    tx: Queries,
    order: OrderRow,
    attempt: payments.AttemptRow,
    part: RefundPart,
    actor: Actor,
  ): Promise<OrderRow> {
    const now = this.#deps.clock.now();
    const isAtOnce = attempt.channel === "card" || part.moneyFen === 0;
    const refund = await repository.insertRefund(tx, {
      id: newId(),
      orderId: order.id,
      attemptId: attempt.id,
      ...part,
      ...(isAtOnce
        ? { state: "success" as const, finishedAt: now }
        : { state: "created" as const, nextTryAt: now }),
      createdAt: now,
    });
    if (refund === undefined) throw new AppError("invalid_state");
    const { reason } = part;
    const refunding = await moveRefund(tx, order, { to: "refunding", actor, reason, now });
    if (!isAtOnce) return refunding;
    const done = await this.succeeded(tx, refunding, refund, "system");
    if (refund.moneyFen > 0) await giveBackToCard(tx, attempt, refund, now);
    return done;
  }

  /**
   * Counts a refund whose money is back, inside the caller's transaction; the order must be locked. The points that were
   * spent come with it, and those it earned go.
   */
  async succeeded(
    tx: Queries,
    order: OrderRow,
    refund: RefundRow,
    actor: Actor,
    how = "已原路退回",
  ): Promise<OrderRow> {
    const refundedFen = order.refundedFen + refund.moneyFen;
    const refundedPoints = order.refundedPoints + refund.points;
    const isAll = refundedFen === order.paidFen && refundedPoints === order.pointsUsed;
    const isFailed = (await repository.refundsOf(tx, order.id)).some(
      ({ kind, state }) => kind !== "late" && state === "failed",
    );
    const now = this.#deps.clock.now();
    const moved = await moveRefund(tx, order, {
      to: isFailed ? "failed" : isAll ? "refunded" : "partially_refunded",
      actor,
      reason: refund.reason,
      now,
      values: { refundedFen, refundedPoints },
    });
    await this.#thread.tell(tx, order.userId, `退款 ${worthText(refund)} ${how}`, order.id);
    await returnPoints(tx, moved, refund, now);
    await reverseEarnings(tx, moved, refund.refundNo, now);
    return moved;
  }
}
