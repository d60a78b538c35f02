import type { FailedRefundEvent } from "#contract/live.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId } from "../../platform/ids.ts";
import { deskChannel } from "../../platform/live/channels.ts";
import { announce } from "../../platform/live/outbox.ts";
import { Thread } from "../chat/Thread.ts";
import type { OrderRow } from "../order/order.repository.ts";
import { moveRefund } from "../order/order-life.ts";
import * as payments from "./payment.repository.ts";
import type { RefundRow } from "./refund.repository.ts";
import * as repository from "./refund.repository.ts";

/** What customers read while a person looks after their refund. */
export const failedText = "退款未成功，客服正在处理";

/**
 * What happens to a refund that the provider did not carry out. All methods run inside the caller's transaction; the order
 * and the refund must be locked. The amount of a failed refund stays reserved.
 */
export class RefundFailures {
  readonly #deps: Deps;
  readonly #thread: Thread;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#thread = new Thread(deps);
  }

  /** Makes a refund a task for a person: alarms staff and tells the customer. Only the cause of a failed one changes. */
  async fail(tx: Queries, order: OrderRow, refund: RefundRow, failure: string): Promise<void> {
    const now = this.#deps.clock.now();
    const { providerId } = refund;
    const values = { state: "failed", failure, providerId, nextTryAt: null, refusedSince: null } as const;
    if (refund.state === "failed") {
      await repository.updateRefund(tx, refund.id, values);
      return;
    }
    await repository.updateRefund(tx, refund.id, { ...values, finishedAt: now });
    const detail = { order: order.id, word: failure };
    await payments.alert(tx, { action: "refund.failed", target: refund.refundNo, detail, at: now });
    this.announce(tx, order, refund, "failed");
    this.#deps.log.error(
      { event: "refund_failed", refund: refund.refundNo, order: order.id, failure },
      "a refund failed and waits for a person",
    );
    if (refund.kind === "late") return;
    await moveRefund(tx, order, { to: "failed", actor: "provider", reason: failedText, now });
    await this.#thread.tell(tx, order.userId, failedText, order.id);
  }

  /** Goes on with a failed refund that the provider works on again. */
  async resume(tx: Queries, order: OrderRow, refund: RefundRow): Promise<void> {
    await repository.updateRefund(tx, refund.id, { nextTryAt: this.#deps.clock.now(), finishedAt: null });
    this.announce(tx, order, refund, "resolved");
    await this.#refunding(tx, order, refund, { actor: "provider", reason: "退款重新处理中" });
  }

  /** Closes a refund that gave nothing back and goes on with the same amount under a new number, which it answers. */
  async restart(
    tx: Queries,
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
      nextTryAt: isAutomatic ? later(now, this.#deps.config.limits.refundRestartPauseMs) : now,
      createdAt: now,
    });
    if (next === undefined) throw new Error("a random refund number was taken");
    const detail = { order: order.id, word: by.failure, next: next.refundNo };
    await payments.alert(tx, { action: "refund.restarted", target: refund.refundNo, detail, at: now });
    if (refund.state === "failed") {
      this.announce(tx, order, refund, "resolved");
      await this.#refunding(tx, order, refund, { actor: by.actor, reason: "退款已重新发起" });
    }
    return next;
  }

  /** Tells staff of a task, or that it is done. */
  announce(tx: Queries, order: OrderRow, refund: RefundRow, status: FailedRefundEvent["status"]): void {
    const { id: order_id, orderNo: order_no, userId: user_id } = order;
    const payload = { refund_no: refund.refundNo, order_id, order_no, user_id, status };
    announce(tx, { channel: deskChannel, type: "failed_refund", payload, at: this.#deps.clock.now() });
  }

  /** The order is refunding again, unless another refund of it still waits for a person. */
  async #refunding(
    tx: Queries,
    order: OrderRow,
    refund: RefundRow,
    by: { actor: "staff" | "system" | "provider"; reason: string },
  ): Promise<void> {
    if (refund.kind === "late") return;
    const rest = await repository.refundsOf(tx, order.id);
    if (rest.some(({ kind, state }) => kind !== "late" && state === "failed")) return;
    await moveRefund(tx, order, { to: "refunding", ...by, now: this.#deps.clock.now() });
  }
}
