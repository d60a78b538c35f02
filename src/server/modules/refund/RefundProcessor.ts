import { GatewayError } from "../../gateways/GatewayError.ts";
import { PermanentRefundError } from "../../gateways/wechat-pay/PermanentRefundError.ts";
import type { ProviderRefund } from "../../gateways/wechat-pay/WechatPayGateway.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { continueTrace } from "../../platform/tracing/trace.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import * as payments from "../payment/payment.repository.ts";
import type { RefundFailureHandler } from "./RefundFailureHandler.ts";
import type { RefundRow } from "./refund.repository.ts";
import * as repository from "./refund.repository.ts";
import type { RefundService } from "./refund.service.ts";

type RefundWork = (tx: QueryRunner, order: OrderRow, locked: RefundRow) => Promise<void>;

const batchSize = 20;
/** States in which the provider is no longer queried. */
const finalStates: readonly RefundRow["state"][] = ["success", "settled", "closed"];

/** Sends refunds to the provider and records their results. */
export class RefundProcessor {
  readonly #deps: Deps;
  readonly #refunds: RefundService;
  readonly #failures: RefundFailureHandler;

  constructor(deps: Deps, refunds: RefundService, failures: RefundFailureHandler) {
    this.#deps = deps;
    this.#refunds = refunds;
    this.#failures = failures;
  }

  /** Advances the refunds that are due. */
  async sweep(): Promise<void> {
    const now = this.#deps.clock.now();
    const due = await this.#deps.database.transaction((tx) => repository.claimDueRefunds(tx, now, batchSize));
    for (const refund of due)
      await continueTrace(refund.traceparent, { name: "refund" }, () => this.#process(refund));
  }

  /**
   * Makes the next sweep query a refund. Notifications are only a trigger; the query's result is
   * authoritative.
   */
  async handleNotification(refundNo: string): Promise<void> {
    await repository.retryRefundNow(this.#deps.database.queries, refundNo, this.#deps.clock.now());
  }

  /** Records the refund state from a provider query; a finished refund does not change. */
  async recordProviderState(refund: RefundRow, providerRefund: ProviderRefund): Promise<void> {
    const { state, providerId } = providerRefund;
    await this.#withLockedRefund(refund, async (tx, order, locked) => {
      const current = { ...locked, providerId };
      if (state === "PROCESSING") {
        const values = { state: "processing", providerId, failure: null, refusedSince: null } as const;
        await repository.updateRefund(tx, locked.id, values);
        if (locked.state === "failed") await this.#failures.resume(tx, order, current);
      } else if (state === "SUCCESS") await this.#markSucceeded(tx, order, current);
      else await this.#handleNotRefunded(tx, order, current, state);
    });
  }

  async #process(refund: RefundRow): Promise<void> {
    try {
      if (refund.state === "created") await this.#request(refund);
      else await this.#query(refund);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      // The row stays due: the same refund number makes a retry safe.
      this.#deps.log.warn({ err: error, refund: refund.refundNo }, "refund not accepted yet");
    }
  }

  async #query(refund: RefundRow): Promise<void> {
    const providerRefund = await this.#deps.pay.queryRefund(refund.refundNo);
    if (providerRefund !== null) return await this.recordProviderState(refund, providerRefund);
    await this.#withLockedRefund(refund, async (tx, _order, locked) => {
      // A refund once accepted but unknown to the provider is requested again; a failed one waits for staff.
      if (locked.state === "processing") await repository.updateRefund(tx, locked.id, { state: "created" });
      if (locked.state === "failed") await repository.updateRefund(tx, locked.id, { nextTryAt: null });
    });
  }

  async #request(refund: RefundRow): Promise<void> {
    const attempt =
      refund.attemptId && (await payments.findById(this.#deps.database.lookups, refund.attemptId));
    if (!attempt) throw new Error(`refund ${refund.refundNo} has no payment`);
    try {
      const providerRefund = await this.#deps.pay.refund({
        outTradeNo: attempt.outTradeNo,
        refundNo: refund.refundNo,
        refundFen: refund.moneyFen,
        totalFen: attempt.amountFen,
        reason: refund.reason,
      });
      // Only a provider query can mark a refund as failed.
      await this.recordProviderState(
        refund,
        providerRefund.state === "SUCCESS" ? providerRefund : { ...providerRefund, state: "PROCESSING" },
      );
    } catch (error) {
      if (!(error instanceof GatewayError) || error.isUnknown) throw error;
      await this.#handleRejection(refund, error);
    }
  }

  /**
   * Records a rejection only if a query confirms it: an earlier request whose response was lost may have been
   * accepted.
   */
  async #handleRejection(refund: RefundRow, error: GatewayError): Promise<void> {
    const now = this.#deps.clock.now();
    const refusedSince = refund.refusedSince ?? now;
    const isPastRetryWindow = addMs(refusedSince, this.#deps.config.limits.refundRefusalsMs) <= now;
    if (!(error instanceof PermanentRefundError) && !isPastRetryWindow) {
      await this.#withLockedRefund(refund, (tx, _order, locked) =>
        repository.updateRefund(tx, locked.id, { refusedSince }),
      );
      throw error;
    }
    const current = await this.#deps.pay.queryRefund(refund.refundNo);
    if (current !== null) return await this.recordProviderState(refund, current);
    await this.#withLockedRefund(refund, (tx, order, locked) =>
      this.#failures.fail(tx, order, locked, error.code),
    );
  }

  async #markSucceeded(tx: QueryRunner, order: OrderRow, refund: RefundRow): Promise<void> {
    const finishedAt = this.#deps.clock.now();
    const values = { state: "success", finishedAt, nextTryAt: null, failure: null } as const;
    await repository.updateRefund(tx, refund.id, { ...values, providerId: refund.providerId });
    if (refund.state === "failed") this.#failures.publish(tx, order, refund, "resolved");
    if (refund.kind !== "late") await this.#refunds.markSucceeded(tx, order, refund, "provider");
  }

  async #handleNotRefunded(
    tx: QueryRunner,
    order: OrderRow,
    refund: RefundRow,
    failure: "ABNORMAL" | "CLOSED",
  ): Promise<void> {
    const canRestart = refund.restarts < this.#deps.config.limits.refundRestarts;
    if (failure === "CLOSED" && refund.state !== "failed" && canRestart)
      await this.#failures.restart(tx, order, refund, { actor: "system", failure });
    else await this.#failures.fail(tx, order, refund, failure);
  }

  /** Locks the order and the refund, and runs `work` unless the refund is finished. */
  async #withLockedRefund(refund: RefundRow, work: RefundWork): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const order = await orders.lockForUpdate(tx, refund.orderId);
      const locked = await repository.lockRefund(tx, refund.id);
      if (order === undefined || locked === undefined || finalStates.includes(locked.state)) return;
      await work(tx, order, locked);
    });
  }
}
