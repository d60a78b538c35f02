import type { Schedule } from "../../shared/Schedule.ts";
import type { Book } from "./Book.ts";
import {
  checkCurrency,
  fenField,
  type Json,
  notifyUrlField,
  numberField,
  objectField,
  optionalText,
} from "./fields.ts";
import type { Notifier } from "./Notifier.ts";
import { providerNumber } from "./PayDesk.ts";
import { type PayBehaviour, REFUND_ERRORS } from "./payBehaviour.ts";
import { PayError, type Refund, type RefundOutcome, type Trade } from "./payTypes.ts";

const OUTCOMES: Record<Exclude<PayBehaviour["refund"], "refused">, RefundOutcome> = {
  success: "SUCCESS",
  slow: "SUCCESS",
  abnormal: "ABNORMAL",
  closed: "CLOSED",
};

type RefundWish = Pick<
  Refund,
  "outRefundNo" | "outTradeNo" | "refundFen" | "totalFen" | "reason" | "notifyUrl"
>;

/** Where refunds are accepted at once and settled a little later. */
export class RefundDesk {
  readonly #book: Book;
  readonly #notifier: Notifier;
  readonly #schedule: Schedule;
  readonly #behaviour: Readonly<PayBehaviour>;

  constructor(book: Book, notifier: Notifier, schedule: Schedule, behaviour: Readonly<PayBehaviour>) {
    this.#book = book;
    this.#notifier = notifier;
    this.#schedule = schedule;
    this.#behaviour = behaviour;
  }

  /** Takes up the refunds that an earlier process left unsettled. */
  resume(): void {
    for (const refund of this.#book.refunds.values())
      if (refund.status === "PROCESSING") this.#settleLater(refund);
  }

  /**
   * Accepts a refund as PROCESSING; the same number again answers the same refund, never a second one. While refunds are
   * to be refused, a new number is answered with the chosen error.
   */
  refund(body: Json): Refund {
    const wish = this.#readWish(body);
    const known = this.#book.refunds.get(wish.outRefundNo);
    if (known) return this.#repeat(known, wish);
    const { refund: mode, refund_error: code } = this.#behaviour;
    if (mode === "refused") throw new PayError(REFUND_ERRORS[code], code, "退款申请未被受理");
    if (wish.refundFen > wish.totalFen - this.#book.committedRefundFen(wish.outTradeNo))
      throw new PayError(400, "INVALID_REQUEST", "累计退款金额大于支付金额");
    this.#book.record({ type: "refund-accepted", refund: this.#accept(wish, mode) });
    const refund = this.find(wish.outRefundNo);
    this.#settleLater(refund);
    return refund;
  }

  /** The refund of a number; 404 RESOURCE_NOT_EXISTS. */
  find(outRefundNo: string): Refund {
    const refund = this.#book.refunds.get(outRefundNo);
    if (!refund) throw new PayError(404, "RESOURCE_NOT_EXISTS", "退款单不存在");
    return refund;
  }

  /**
   * Ends a refund that is ABNORMAL, as a merchant does on the provider's own pages: the money reaches another account or
   * the refund is closed. The merchant is notified again. Throws 404 RESOURCE_NOT_EXISTS, 400 INVALID_REQUEST.
   */
  resolve(outRefundNo: string, status: "SUCCESS" | "CLOSED"): Refund {
    const refund = this.find(outRefundNo);
    if (refund.status !== "ABNORMAL") throw new PayError(400, "INVALID_REQUEST", "退款单不是异常状态");
    this.#settle({ ...refund, settleAs: status });
    return this.find(outRefundNo);
  }

  #settleLater(refund: Refund): void {
    this.#schedule.at(Date.parse(refund.settleAt), () => this.#settle(refund));
  }

  #settle({ outRefundNo, notifyUrl, settleAs: status }: Refund): void {
    const notice = notifyUrl ? this.#notifier.prepare("refund", outRefundNo, notifyUrl) : null;
    this.#book.record({ type: "refund-settled", outRefundNo, status, at: new Date().toISOString(), notice });
    if (notice) this.#notifier.schedule(notice);
  }

  #accept(wish: RefundWish, mode: keyof typeof OUTCOMES): Refund {
    const { refund_delay_ms, refund_slow_ms } = this.#behaviour;
    const now = Date.now();
    return {
      ...wish,
      refundId: providerNumber("5030"),
      createdAt: new Date(now).toISOString(),
      settleAs: OUTCOMES[mode],
      settleAt: new Date(now + (mode === "slow" ? refund_slow_ms : refund_delay_ms)).toISOString(),
      status: "PROCESSING",
      settledAt: null,
    };
  }

  #repeat(known: Refund, wish: RefundWish): Refund {
    const isSame = (["outTradeNo", "refundFen", "totalFen"] as const).every(
      (name) => known[name] === wish[name],
    );
    if (!isSame)
      throw new PayError(400, "INVALID_REQUEST", "订单金额或退款金额与之前请求不一致，请核实后再试");
    return known;
  }

  #readWish(body: Json): RefundWish {
    const outRefundNo = numberField(body, "out_refund_no", 1, 64);
    const trade = this.#paidTrade(body);
    const amount = objectField(body, "amount");
    checkCurrency(amount, true);
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

  #paidTrade(body: Json): Trade {
    const outTradeNo = optionalText(body, "out_trade_no", 32);
    const transactionId = optionalText(body, "transaction_id", 32);
    if (!outTradeNo && !transactionId)
      throw new PayError(400, "PARAM_ERROR", "参数“out_trade_no”和“transaction_id”至少填一个");
    const trade = outTradeNo
      ? this.#book.trades.get(outTradeNo)
      : [...this.#book.trades.values()].find((one) => one.transactionId === transactionId);
    if (!trade || (transactionId && trade.transactionId !== transactionId))
      throw new PayError(404, "RESOURCE_NOT_EXISTS", "订单不存在");
    if (trade.state !== "SUCCESS") throw new PayError(400, "INVALID_REQUEST", "订单未支付，不能退款");
    return trade;
  }
}
