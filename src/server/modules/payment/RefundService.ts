import { formatYuan } from "#contract/money.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { ProviderRefund } from "../../gateways/wechat-pay/WechatPayGateway.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId } from "../../platform/ids.ts";
import { Thread } from "../chat/Thread.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { moveRefund } from "../order/order-life.ts";
import { answerOpenRequest } from "../order/refund-answer.ts";
import { takeBackPortions } from "../order/refunded-portions.repository.ts";
import type { Actor } from "../order/transitions.ts";
import * as payments from "./payment.repository.ts";
import type { RefundRow } from "./refund.repository.ts";
import * as repository from "./refund.repository.ts";
import { promisedFen } from "./refund-plan.ts";

const batch = 20;

/** Money on its way back. Refunds are rows that the sweeper brings to the provider until it says they are done. */
export class RefundService {
  readonly #deps: Deps;
  readonly #thread: Thread;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#thread = new Thread(deps);
  }

  /**
   * Promises all money of a paid order back, inside the caller's transaction; the order must be locked. A customer who
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
    const moneyFen = order.paidFen - promisedFen(await repository.refundsOf(tx, order.id));
    if (attempt === undefined || moneyFen === 0) return order;
    await repository.insertRefund(tx, {
      id: newId(),
      refundNo: `C${attempt.outTradeNo}`,
      orderId: order.id,
      attemptId: attempt.id,
      kind: order.refundStatus === "requested" ? "request" : "cancel",
      moneyFen,
      reason: by.reason,
      operator: by.actor,
      state: "created",
      nextTryAt: now,
      createdAt: now,
    });
    return await moveRefund(tx, order, { to: "refunding", actor: by.actor, reason: by.reason, now });
  }

  /** Brings refunds that are due to the provider and writes down what it says. */
  async sweep(): Promise<void> {
    const now = this.#deps.clock.now();
    const due = await this.#deps.database.transaction((tx) => repository.claimRefunds(tx, now, batch));
    for (const refund of due) await this.#advance(refund);
  }

  /** A notification about a refund only makes us ask: the provider's answer is the truth. */
  async noticed(refundNo: string): Promise<void> {
    await repository.hurryRefund(this.#deps.database.queries, refundNo, this.#deps.clock.now());
  }

  async #advance(refund: RefundRow): Promise<void> {
    try {
      const answer =
        refund.state === "processing"
          ? await this.#deps.pay.queryRefund(refund.refundNo)
          : await this.#ask(refund);
      if (answer !== null) await this.#record(refund, answer);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      // The row stays due: the same refund number makes asking again safe.
      this.#deps.log.warn({ err: error, refund: refund.refundNo }, "refund not accepted yet");
    }
  }

  async #ask(refund: RefundRow): Promise<ProviderRefund> {
    const attempt = refund.attemptId && (await payments.byId(this.#deps.database.queries, refund.attemptId));
    if (!attempt) throw new Error(`refund ${refund.refundNo} has no payment`);
    return await this.#deps.pay.refund({
      outTradeNo: attempt.outTradeNo,
      refundNo: refund.refundNo,
      refundFen: refund.moneyFen,
      totalFen: attempt.amountFen,
      reason: refund.reason,
    });
  }

  async #record(refund: RefundRow, answer: ProviderRefund): Promise<void> {
    const now = this.#deps.clock.now();
    const { database } = this.#deps;
    await database.transaction(async (tx) => {
      const order = await orders.lock(tx, refund.orderId);
      const locked = await repository.lockRefund(tx, refund.id);
      if (
        order === undefined ||
        locked === undefined ||
        locked.state === "success" ||
        locked.state === "failed"
      )
        return;
      if (answer.state === "PROCESSING") {
        await repository.updateRefund(tx, refund.id, { state: "processing", providerId: answer.providerId });
        return;
      }
      const state = answer.state === "SUCCESS" ? "success" : "failed";
      const done = { state, providerId: answer.providerId, finishedAt: now, nextTryAt: null } as const;
      await repository.updateRefund(tx, refund.id, done);
      if (state === "failed") await this.#failed(tx, order, refund, answer.state);
      else if (refund.kind !== "late") await this.#succeeded(tx, order, refund);
    });
  }

  async #succeeded(tx: Queries, order: OrderRow, refund: RefundRow): Promise<void> {
    const refundedFen = order.refundedFen + refund.moneyFen;
    const to = refundedFen === order.paidFen ? "refunded" : "partially_refunded";
    const now = this.#deps.clock.now();
    await moveRefund(tx, order, {
      to,
      actor: "provider",
      reason: refund.reason,
      now,
      values: { refundedFen },
    });
    await this.#thread.tell(tx, order.userId, `退款 ${formatYuan(refund.moneyFen)} 已原路退回`, order.id);
  }

  /** The provider could not bring the money back: a person has to look. */
  async #failed(tx: Queries, order: OrderRow, refund: RefundRow, word: string): Promise<void> {
    const now = this.#deps.clock.now();
    const entry = {
      action: "refund.failed",
      target: refund.refundNo,
      detail: { order: order.id, word },
      at: now,
    };
    await payments.alert(tx, entry);
    if (refund.kind === "late") return;
    if (refund.items !== null) await takeBackPortions(tx, order.id, refund.items);
    await moveRefund(tx, order, {
      to: "failed",
      actor: "provider",
      reason: "退款未成功，客服会尽快处理",
      now,
    });
  }
}
