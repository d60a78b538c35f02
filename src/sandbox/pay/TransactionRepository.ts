import type { EventLog } from "./EventLog.ts";
import type { LoggedEvent, MerchantNotification, Refund, Trade } from "./payTypes.ts";

/** The provider's state: a projection of the event log; every change is written to the log first. */
export class TransactionRepository {
  readonly trades = new Map<string, Trade>();
  readonly refunds = new Map<string, Refund>();
  readonly pendingNotifications = new Map<string, MerchantNotification>();
  readonly #byPrepayId = new Map<string, Trade>();
  readonly #eventLog: EventLog;

  constructor(eventLog: EventLog) {
    this.#eventLog = eventLog;
    for (const event of eventLog.events) this.#apply(event);
  }

  /** Writes an event to the log, then applies it. */
  append(event: LoggedEvent): void {
    this.#eventLog.append(event);
    this.#apply(event);
  }

  /** Finds the transaction of a prepay id. */
  findTradeByPrepayId(prepayId: string): Trade | undefined {
    return this.#byPrepayId.get(prepayId);
  }

  /** Lists a transaction's refunds, in the order they were accepted. */
  listRefunds(outTradeNo: string): Refund[] {
    return [...this.refunds.values()].filter((refund) => refund.outTradeNo === outTradeNo);
  }

  /** Sums the refunds in fen that are pending or completed: every refund but the closed ones. */
  committedRefundFen(outTradeNo: string): number {
    return this.listRefunds(outTradeNo)
      .filter((refund) => refund.status !== "CLOSED")
      .reduce((sum, refund) => sum + refund.refundFen, 0);
  }

  #apply(event: LoggedEvent): void {
    switch (event.type) {
      case "ordered":
        this.trades.set(event.trade.outTradeNo, { ...event.trade });
        this.#byPrepayId.set(event.trade.prepayId, this.#getTrade(event.trade.outTradeNo));
        break;
      case "attempted":
        this.#getTrade(event.outTradeNo).lastAttempt = event.result;
        break;
      case "paid": {
        const { transactionId, at } = event;
        Object.assign(this.#getTrade(event.outTradeNo), { state: "SUCCESS", transactionId, paidAt: at });
        this.#queueNotification(event.notice);
        break;
      }
      case "closed":
        Object.assign(this.#getTrade(event.outTradeNo), { state: "CLOSED", closedAt: event.at });
        break;
      case "refund-accepted":
        this.refunds.set(event.refund.outRefundNo, { ...event.refund });
        break;
      case "refund-settled":
        Object.assign(this.#getRefund(event.outRefundNo), { status: event.status, settledAt: event.at });
        this.#queueNotification(event.notice);
        break;
      case "notice-done":
        this.pendingNotifications.delete(event.id);
        break;
    }
  }

  #queueNotification(notification: MerchantNotification | null): void {
    if (notification && notification.copies > 0) this.pendingNotifications.set(notification.id, notification);
  }

  #getTrade(outTradeNo: string): Trade {
    const trade = this.trades.get(outTradeNo);
    if (!trade) throw new Error(`The journal speaks of the unknown trade ${outTradeNo}.`);
    return trade;
  }

  #getRefund(outRefundNo: string): Refund {
    const refund = this.refunds.get(outRefundNo);
    if (!refund) throw new Error(`The journal speaks of the unknown refund ${outRefundNo}.`);
    return refund;
  }
}
