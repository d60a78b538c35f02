import type { TimerGroup } from "../shared/TimerGroup.ts";
import {
  assertCurrency,
  fenField,
  type Json,
  notifyUrlField,
  numberField,
  objectField,
  optionalText,
} from "./fields.ts";
import type { Notifier } from "./Notifier.ts";
import { type PayBehaviour, REFUND_ERRORS } from "./payBehaviour.ts";
import { PayError, type Refund, type RefundOutcome, type Trade } from "./payTypes.ts";
import type { TransactionRepository } from "./TransactionRepository.ts";
import { generateProviderId } from "./TransactionService.ts";

const OUTCOMES: Record<Exclude<PayBehaviour["refund"], "refused">, RefundOutcome> = {
  success: "SUCCESS",
  slow: "SUCCESS",
  abnormal: "ABNORMAL",
  closed: "CLOSED",
};

type RefundRequest = Pick<
  Refund,
  "outRefundNo" | "outTradeNo" | "refundFen" | "totalFen" | "reason" | "notifyUrl"
>;

/** Accepts refunds at once and settles them after a delay. */
export class RefundService {
  readonly #repository: TransactionRepository;
  readonly #notifier: Notifier;
  readonly #timers: TimerGroup;
  readonly #behaviour: Readonly<PayBehaviour>;

  constructor(
    repository: TransactionRepository,
    notifier: Notifier,
    timers: TimerGroup,
    behaviour: Readonly<PayBehaviour>,
  ) {
    this.#repository = repository;
    this.#notifier = notifier;
    this.#timers = timers;
    this.#behaviour = behaviour;
  }

  /** Reschedules the unsettled refunds of an earlier process. */
  resume(): void {
    for (const refund of this.#repository.refunds.values())
      if (refund.status === "PROCESSING") this.#settleLater(refund);
  }

  /**
   * Accepts a refund as PROCESSING; the same number again returns the same refund, never a second one. In
   * mode "refused" a new number fails with the configured error.
   */
  refund(body: Json): Refund {
    const request = this.#parseRequest(body);
    const existing = this.#repository.refunds.get(request.outRefundNo);
    if (existing) return this.#assertSameRequest(existing, request);
    const { refund: mode, refund_error: code } = this.#behaviour;
    if (mode === "refused") throw new PayError(REFUND_ERRORS[code], code, "退款申请未被受理");
    if (request.refundFen > request.totalFen - this.#repository.committedRefundFen(request.outTradeNo))
      throw new PayError(400, "INVALID_REQUEST", "累计退款金额大于支付金额");
    this.#repository.append({ type: "refund-accepted", refund: this.#toRefund(request, mode) });
    const refund = this.getRefund(request.outRefundNo);
    this.#settleLater(refund);
    return refund;
  }

  /** Returns the refund with this number. Throws 404 RESOURCE_NOT_EXISTS. */
  getRefund(outRefundNo: string): Refund {
    const refund = this.#repository.refunds.get(outRefundNo);
    if (!refund) throw new PayError(404, "RESOURCE_NOT_EXISTS", "退款单不存在");
    return refund;
  }

  /**
   * Ends an ABNORMAL refund, as a merchant does on the provider's own pages: the money is paid to another
   * account or the refund is closed. The merchant is notified again. Throws 404 RESOURCE_NOT_EXISTS, 400
   * INVALID_REQUEST.
   */
  resolve(outRefundNo: string, status: "SUCCESS" | "CLOSED"): Refund {
    const refund = this.getRefund(outRefundNo);
    if (refund.status !== "ABNORMAL") throw new PayError(400, "INVALID_REQUEST", "退款单不是异常状态");
    this.#settle({ ...refund, settleAs: status });
    return this.getRefund(outRefundNo);
  }

  #settleLater(refund: Refund): void {
    this.#timers.runAt(Date.parse(refund.settleAt), () => this.#settle(refund));
  }

  #settle({ outRefundNo, notifyUrl, settleAs: status }: Refund): void {
    const notification = notifyUrl ? this.#notifier.prepare("refund", outRefundNo, notifyUrl) : null;
    this.#repository.append({
      type: "refund-settled",
      outRefundNo,
      status,
      at: new Date().toISOString(),
      notice: notification,
    });
    if (notification) this.#notifier.schedule(notification);
  }

  #toRefund(request: RefundRequest, mode: keyof typeof OUTCOMES): Refund {
    const { refund_delay_ms, refund_slow_ms } = this.#behaviour;
    const now = Date.now();
    return {
      ...request,
      refundId: generateProviderId("5030"),
      createdAt: new Date(now).toISOString(),
      settleAs: OUTCOMES[mode],
      settleAt: new Date(now + (mode === "slow" ? refund_slow_ms : refund_delay_ms)).toISOString(),
      status: "PROCESSING",
      settledAt: null,
    };
  }

  #assertSameRequest(existing: Refund, request: RefundRequest): Refund {
    const isSame = (["outTradeNo", "refundFen", "totalFen"] as const).every(
      (name) => existing[name] === request[name],
    );
    if (!isSame)
      throw new PayError(400, "INVALID_REQUEST", "订单金额或退款金额与之前请求不一致，请核实后再试");
    return existing;
  }

  #parseRequest(body: Json): RefundRequest {
    const outRefundNo = numberField(body, "out_refund_no", 1, 64);
    const trade = this.#getPaidTrade(body);
    const amount = objectField(body, "amount");
    assertCurrency(amount, true);
    const totalFen = fenField(amount, "total");
    if (totalFen !== trade.totalFen) throw new PayError(400, "INVALID_REQUEST", "订单金额与支付时不一致");
    return {
      outRefundNo,
      outTradeNo: trade.outTradeNo,
      refundFen: fenField(amount, "refund"),
      totalFen,
      reason: optionalText(body, "reason", 80),
      notifyUrl: body.notify_url === undefined ? null : notifyUrlField(body),
    };
  }

  #getPaidTrade(body: Json): Trade {
    const outTradeNo = optionalText(body, "out_trade_no", 32);
    const transactionId = optionalText(body, "transaction_id", 32);
    if (!outTradeNo && !transactionId)
      throw new PayError(400, "PARAM_ERROR", "参数“out_trade_no”和“transaction_id”至少填一个");
    const trade = outTradeNo
      ? this.#repository.trades.get(outTradeNo)
      : [...this.#repository.trades.values()].find((candidate) => candidate.transactionId === transactionId);
    if (!trade || (transactionId && trade.transactionId !== transactionId))
      throw new PayError(404, "RESOURCE_NOT_EXISTS", "订单不存在");
    if (trade.state !== "SUCCESS") throw new PayError(400, "INVALID_REQUEST", "订单未支付，不能退款");
    return trade;
  }
}
