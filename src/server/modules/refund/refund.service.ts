import { formatYuan } from "#contract/money.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import { ConversationWriter } from "../chat/ConversationWriter.ts";
import type { OrderRow } from "../order/order.repository.ts";
import { returnPoints, reverseEarnings } from "../order/order-points.service.ts";
import type { OrderStateService } from "../order/order-state.service.ts";
import type { Actor } from "../order/order-transition.rules.ts";
import { refundToCard } from "../payment/card-payment.service.ts";
import * as payments from "../payment/payment.repository.ts";
import type { RefundRow } from "./refund.repository.ts";
import * as repository from "./refund.repository.ts";
import { sumStandingRefunds } from "./refund-breakdown.rules.ts";
import { decideOpenRequest } from "./refund-decision.service.ts";

/** A refund before it is saved. */
type RefundInput = Pick<RefundRow, "refundNo" | "kind" | "moneyFen" | "points" | "reason" | "operator"> &
  Partial<Pick<RefundRow, "items" | "restock" | "note">>;

/** Formats money, points, or both for customers. */
function formatRefundAmount({ moneyFen, points }: Pick<RefundRow, "moneyFen" | "points">): string {
  const money = moneyFen > 0 || points === 0 ? [formatYuan(moneyFen)] : [];
  return [...money, ...(points > 0 ? [`${points}积分`] : [])].join(" 和 ");
}

/** Creates refunds as rows, which `RefundProcessor` sends to the provider. */
export class RefundService {
  readonly #deps: Deps;
  readonly #states: OrderStateService;
  readonly #conversation: ConversationWriter;

  constructor(deps: Deps, states: OrderStateService) {
    this.#deps = deps;
    this.#states = states;
    this.#conversation = new ConversationWriter(deps);
  }

  /**
   * Creates a refund of all money and points of a paid order, inside the caller's transaction; the order must
   * be locked. Also answers the customer's open refund request.
   */
  async createFullRefund(
    tx: QueryRunner,
    order: OrderRow,
    by: { actor: Actor; reason: string; answer?: string },
  ): Promise<OrderRow> {
    const now = this.#deps.clock.now();
    await decideOpenRequest(tx, this.#conversation, order, {
      status: "approved",
      answer: by.answer ?? by.reason,
      answeredAt: now,
    });
    const attempt = await payments.findSuccessfulAttempt(tx, order.id);
    const alreadyRefunded = sumStandingRefunds(await repository.listRefunds(tx, order.id));
    const moneyFen = order.paidFen - alreadyRefunded.moneyFen;
    const points = order.pointsUsed - alreadyRefunded.points;
    if (attempt === undefined || moneyFen + points === 0) return order;
    const kind = order.refundStatus === "requested" ? "request" : "cancel";
    const fields = { refundNo: `C${attempt.outTradeNo}`, kind, moneyFen, points, reason: by.reason } as const;
    return await this.createRefund(tx, order, attempt, { ...fields, operator: by.actor }, by.actor);
  }

  /**
   * Creates a refund of money and points inside the caller's transaction; the order must be locked, and no
   * dish or pickup number may be locked afterwards. A refund that needs no provider succeeds at once. Throws
   * "invalid_state" for a number that exists already.
   */
  async createRefund(
    tx: QueryRunner,
    order: OrderRow,
    attempt: payments.AttemptRow,
    input: RefundInput,
    actor: Actor,
  ): Promise<OrderRow> {
    const now = this.#deps.clock.now();
    const isImmediate = attempt.channel === "card" || input.moneyFen === 0;
    const refund = await repository.insertRefund(tx, {
      id: newId(),
      orderId: order.id,
      attemptId: attempt.id,
      ...input,
      ...(isImmediate
        ? { state: "success" as const, finishedAt: now }
        : { state: "created" as const, nextTryAt: now }),
      createdAt: now,
    });
    if (refund === undefined) throw new AppError("invalid_state");
    const { reason } = input;
    const refundingOrder = await this.#states.changeRefundStatus(tx, order, {
      to: "refunding",
      actor,
      reason,
      now,
    });
    if (!isImmediate) return refundingOrder;
    const refundedOrder = await this.markSucceeded(tx, refundingOrder, refund, "system");
    if (refund.moneyFen > 0) await refundToCard(tx, attempt, refund, now);
    return refundedOrder;
  }

  /**
   * Marks a refund as succeeded inside the caller's transaction; the order must be locked. Returns its spent
   * points and reverses its earned ones.
   */
  async markSucceeded(
    tx: QueryRunner,
    order: OrderRow,
    refund: RefundRow,
    actor: Actor,
    methodText = "已原路退回",
  ): Promise<OrderRow> {
    const refundedFen = order.refundedFen + refund.moneyFen;
    const refundedPoints = order.refundedPoints + refund.points;
    const isFullyRefunded = refundedFen === order.paidFen && refundedPoints === order.pointsUsed;
    const hasFailedRefund = (await repository.listRefunds(tx, order.id)).some(
      ({ kind, state }) => kind !== "late" && state === "failed",
    );
    const now = this.#deps.clock.now();
    const updated = await this.#states.changeRefundStatus(tx, order, {
      to: hasFailedRefund ? "failed" : isFullyRefunded ? "refunded" : "partially_refunded",
      actor,
      reason: refund.reason,
      now,
      values: { refundedFen, refundedPoints },
    });
    await this.#conversation.postSystemMessage(
      tx,
      order.userId,
      `退款 ${formatRefundAmount(refund)} ${methodText}`,
      order.id,
    );
    await returnPoints(tx, updated, refund, now);
    await reverseEarnings(tx, updated, refund.refundNo, {
      now,
      rules: this.#deps.chainSettings.at(updated.createdAt),
    });
    return updated;
  }
}
