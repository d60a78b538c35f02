import type { Journal } from "./Journal.ts";
import type { BookEvent, Notice, Refund, Trade } from "./payTypes.ts";

/** The provider's memory: a projection of the journal; nothing changes here that was not written there first. */
export class Book {
  readonly trades = new Map<string, Trade>();
  readonly refunds = new Map<string, Refund>();
  readonly pendingNotices = new Map<string, Notice>();
  readonly #byPrepayId = new Map<string, Trade>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
    for (const event of journal.events) this.#apply(event);
  }

  /** Makes an event durable and then true. */
  record(event: BookEvent): void {
    this.#journal.append(event);
    this.#apply(event);
  }

  /** The trade behind a prepay id. */
  tradeByPrepayId(prepayId: string): Trade | undefined {
    return this.#byPrepayId.get(prepayId);
  }

  /** A trade's refunds, in the order they were accepted. */
  refundsOf(outTradeNo: string): Refund[] {
    return [...this.refunds.values()].filter((refund) => refund.outTradeNo === outTradeNo);
  }

  /** Fen that are promised back to the payer or already there: every refund but the closed ones. */
  committedRefundFen(outTradeNo: string): number {
    return this.refundsOf(outTradeNo)
      .filter((refund) => refund.status !== "CLOSED")
      .reduce((sum, refund) => sum + refund.refundFen, 0);
  }

  #apply(event: BookEvent): void {
    switch (event.type) {
      case "ordered":
        this.trades.set(event.trade.outTradeNo, { ...event.trade });
        this.#byPrepayId.set(event.trade.prepayId, this.#trade(event.trade.outTradeNo));
        break;
      case "attempted":
        this.#trade(event.outTradeNo).lastAttempt = event.result;
        break;
      case "paid": {
        const { transactionId, at } = event;
        Object.assign(this.#trade(event.outTradeNo), { state: "SUCCESS", transactionId, paidAt: at });
        this.#owe(event.notice);
        break;
      }
      case "closed":
        Object.assign(this.#trade(event.outTradeNo), { state: "CLOSED", closedAt: event.at });
        break;
      case "refund-accepted":
        this.refunds.set(event.refund.outRefundNo, { ...event.refund });
        break;
      case "refund-settled":
        Object.assign(this.#refund(event.outRefundNo), { status: event.status, settledAt: event.at });
        this.#owe(event.notice);
        break;
      case "notice-done":
        this.pendingNotices.delete(event.id);
        break;
    }
  }

  #owe(notice: Notice | null): void {
    if (notice && notice.copies > 0) this.pendingNotices.set(notice.id, notice);
  }

  #trade(outTradeNo: string): Trade {
    const trade = this.trades.get(outTradeNo);
    if (!trade) throw new Error(`The journal speaks of the unknown trade ${outTradeNo}.`);
    return trade;
  }

  #refund(outRefundNo: string): Refund {
    const refund = this.refunds.get(outRefundNo);
    if (!refund) throw new Error(`The journal speaks of the unknown refund ${outRefundNo}.`);
    return refund;
  }
}
