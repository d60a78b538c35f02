/** A payment transaction of the provider; amounts in fen, timestamps in ISO 8601 UTC. */
export type Trade = {
  outTradeNo: string;
  prepayId: string;
  kind: "h5" | "jsapi";
  appid: string;
  mchid: string;
  description: string;
  totalFen: number;
  notifyUrl: string;
  attach: string | null;
  openid: string | null;
  timeExpire: string | null;
  createdAt: string;
  state: "NOTPAY" | "SUCCESS" | "CLOSED";
  transactionId: string | null;
  paidAt: string | null;
  closedAt: string | null;
  lastAttempt: "cancel" | "fail" | null;
};

/** Final status of a refund. */
export type RefundOutcome = "SUCCESS" | "ABNORMAL" | "CLOSED";

/** A refund of the provider; `settleAs` and `settleAt` are fixed when it is accepted. */
export type Refund = {
  outRefundNo: string;
  refundId: string;
  outTradeNo: string;
  refundFen: number;
  totalFen: number;
  reason: string | null;
  notifyUrl: string | null;
  createdAt: string;
  settleAs: RefundOutcome;
  settleAt: string;
  status: "PROCESSING" | RefundOutcome;
  settledAt: string | null;
};

/** A pending notification to the merchant; with `copies` 0 it is never delivered. */
export type MerchantNotification = {
  id: string;
  subject: "trade" | "refund";
  number: string;
  url: string;
  createdAt: string;
  sendAt: string;
  copies: number;
};

/** One line of the log: all data that must survive the process. */
export type LoggedEvent =
  | { type: "ordered"; trade: Trade }
  | { type: "attempted"; outTradeNo: string; result: "cancel" | "fail" }
  | { type: "paid"; outTradeNo: string; transactionId: string; at: string; notice: MerchantNotification }
  | { type: "closed"; outTradeNo: string; at: string }
  | { type: "refund-accepted"; refund: Refund }
  | {
      type: "refund-settled";
      outRefundNo: string;
      status: RefundOutcome;
      at: string;
      notice: MerchantNotification | null;
    }
  | { type: "notice-done"; id: string; outcome: "delivered" | "given-up"; at: string };

/** An error response in WeChat Pay's format: HTTP status and `{code, message}`. */
export class PayError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
