import type { FailedRefundEvent } from "#contract/events.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { agentsChannel } from "../../platform/events/channels.ts";
import { publish } from "../../platform/events/outbox.ts";
import { newId } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import { ConversationWriter } from "../chat/ConversationWriter.ts";
import type { OrderRow } from "../order/order.repository.ts";
import type { OrderStateService } from "../order/order-state.service.ts";
import * as payments from "../payment/payment.repository.ts";
import type { RefundRow } from "./refund.repository.ts";
import * as repository from "./refund.repository.ts";

/** Text shown to the customer while staff handle the refund. */
export const failedMessage = "退款未成功，客服正在处理";

/**
 * Handles refunds that the provider did not carry out. All methods run inside the caller's transaction; the
 * order and the refund must be locked. The amount of a failed refund stays reserved.
 */
export class RefundFailureHandler {
  readonly #deps: Deps;
  readonly #states: OrderStateService;
  readonly #conversation: ConversationWriter;

  constructor(deps: Deps, states: OrderStateService) {
    this.#deps = deps;
    this.#states = states;
    this.#conversation = new ConversationWriter(deps);
  }

  /**
   * Marks a refund as failed, a task for staff: alarms them and notifies the customer. For a refund that has
   * failed already only the cause changes.
   */
  async fail(tx: QueryRunner, order: OrderRow, refund: RefundRow, failure: string): Promise<void> {
    const now = this.#deps.clock.now();
    const { providerId } = refund;
    const values = { state: "failed", failure, providerId, nextTryAt: null, refusedSince: null } as const;
    if (refund.state === "failed") {
      await repository.updateRefund(tx, refund.id, values);
      return;
    }
    await repository.updateRefund(tx, refund.id, { ...values, finishedAt: now });
    const detail = { order: order.id, word: failure };
    await payments.insertAlert(tx, {
      action: "refund.failed",
      target: refund.refundNo,
      detail,
      createdAt: now,
    });
    this.publish(tx, order, refund, "failed");
    this.#deps.log.error(
      { event: "refund_failed", refund: refund.refundNo, order: order.id, failure },
      "a refund failed and waits for a person",
    );
    if (refund.kind === "late") return;
    await this.#states.changeRefundStatus(tx, order, {
      to: "failed",
      actor: "provider",
      reason: failedMessage,
      now,
    });
    await this.#conversation.postSystemMessage(tx, order.userId, failedMessage, order.id);
  }

  /** Resumes a failed refund that the provider is processing again. */
  async resume(tx: QueryRunner, order: OrderRow, refund: RefundRow): Promise<void> {
    await repository.updateRefund(tx, refund.id, { nextTryAt: this.#deps.clock.now(), finishedAt: null });
    this.publish(tx, order, refund, "resolved");
    await this.#markRefunding(tx, order, refund, { actor: "provider", reason: "退款重新处理中" });
  }

  /**
   * Closes a refund that returned no money, and creates one with the same amount under a new number; returns
   * the new one.
   */
  async restart(
    tx: QueryRunner,
    order: OrderRow,
    refund: RefundRow,
    by: { actor: "staff" | "system"; failure: string },
  ): Promise<RefundRow> {
    const now = this.#deps.clock.now();
    const isAutomatic = by.actor === "system";
    await repository.updateRefund(tx, refund.id, {
      state: "closed",
      failure: by.failure,
      providerId: refund.providerId,
      finishedAt: now,
      nextTryAt: null,
    });
    const { orderId, attemptId, kind, moneyFen, points, items, restock, reason, note, operator } = refund;
    const next = await repository.insertRefund(tx, {
      ...{ orderId, attemptId, kind, moneyFen, points, items, restock, reason, note, operator },
      id: newId(),
      refundNo: `R${newId()}`,
      restartOf: refund.refundNo,
      restarts: isAutomatic ? refund.restarts + 1 : 0,
      state: "created",
      nextTryAt: isAutomatic ? addMs(now, this.#deps.config.limits.refundRestartPauseMs) : now,
      createdAt: now,
    });
    if (next === undefined) throw new Error("a random refund number was taken");
    const detail = { order: order.id, word: by.failure, next: next.refundNo };
    await payments.insertAlert(tx, {
      action: "refund.restarted",
      target: refund.refundNo,
      detail,
      createdAt: now,
    });
    if (refund.state === "failed") {
      this.publish(tx, order, refund, "resolved");
      await this.#markRefunding(tx, order, refund, { actor: by.actor, reason: "退款已重新发起" });
    }
    return next;
  }

  /** Publishes to staff that a refund needs handling, or that it is done. */
  publish(tx: QueryRunner, order: OrderRow, refund: RefundRow, status: FailedRefundEvent["status"]): void {
    const { id: order_id, orderNo: order_no, userId: user_id } = order;
    const payload = { refund_no: refund.refundNo, order_id, order_no, user_id, status };
    publish(tx, {
      channel: agentsChannel,
      type: "failed_refund",
      payload,
      createdAt: this.#deps.clock.now(),
    });
  }

  /** Sets the order back to refunding, unless another of its refunds still waits for staff. */
  async #markRefunding(
    tx: QueryRunner,
    order: OrderRow,
    refund: RefundRow,
    by: { actor: "staff" | "system" | "provider"; reason: string },
  ): Promise<void> {
    if (refund.kind === "late") return;
    const allRefunds = await repository.listRefunds(tx, order.id);
    if (allRefunds.some(({ kind, state }) => kind !== "late" && state === "failed")) return;
    await this.#states.changeRefundStatus(tx, order, { to: "refunding", ...by, now: this.#deps.clock.now() });
  }
}
