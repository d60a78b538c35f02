/** What a trade is asked to be; the same trade number with the same values gives the same prepay again. */
export interface TradeOrder {
  outTradeNo: string;
  description: string;
  amountFen: number;
  /** When paying must be over. */
  expiresAt: Date;
  clientIp: string;
}

/** What the sheet inside WeChat is opened with; the customer's client checks the signature. */
export interface JsapiParams {
  appId: string;
  /** Seconds since 1970, as text. */
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: "RSA";
  paySign: string;
}

/** A trade as the provider knows it. */
export interface Trade {
  outTradeNo: string;
  state: "SUCCESS" | "REFUND" | "NOTPAY" | "CLOSED" | "USERPAYING" | "PAYERROR" | "UNKNOWN";
  transactionId: string | null;
  mchid: string;
  appid: string;
  /** Set when paid. */
  amountFen: number | null;
  currency: string | null;
  payerOpenid: string | null;
}

export interface RefundOrder {
  outTradeNo: string;
  refundNo: string;
  refundFen: number;
  totalFen: number;
  reason: string;
}

/** A refund as the provider knows it. */
export interface ProviderRefund {
  refundNo: string;
  providerId: string;
  state: "SUCCESS" | "PROCESSING" | "ABNORMAL" | "CLOSED";
}

/** A line of the provider's bill: a payment by its trade number, or a refund by its own. */
export interface BillEntry {
  kind: "payment" | "refund";
  number: string;
  amountFen: number;
  /** As the provider writes it; a refund's is of the time the bill was made. */
  state: string;
}

/** What a notification says once it is proved to come from the provider. */
export type PaymentNotification =
  | { kind: "payment"; id: string; trade: Trade }
  | { kind: "refund"; id: string; refundNo: string; outTradeNo: string };

/** A notification as it came over the wire. */
export interface RawNotification {
  body: Buffer;
  headers: Record<string, string | undefined>;
}

/** WeChat Pay APIv3. Calls throw GatewayError; `isUnknown` tells that the provider may have done it all the same. */
export interface WechatPayGateway {
  /** A page to open in an ordinary mobile browser. */
  prepayH5(order: TradeOrder): Promise<{ h5Url: string }>;
  /** A trade that this WeChat user pays inside WeChat; its prepay id lives for two hours. */
  prepayJsapi(order: TradeOrder & { openid: string }): Promise<{ prepayId: string }>;
  /** Signs a prepay id for the sheet, afresh for each time it is opened. */
  signJsapi(prepayId: string, now: Date): JsapiParams;
  /** The trade, or null when the provider does not know the number. */
  query(outTradeNo: string): Promise<Trade | null>;
  /** Ends a trade for good. Answers "paid" when it was too late, "closed" also for one that never was. */
  close(outTradeNo: string): Promise<"closed" | "paid">;
  /**
   * Asks for a refund; the refund number makes it safe to ask again. The error of a refusal that a second request under the
   * same number does not change is a `PermanentRefundError`.
   */
  refund(order: RefundOrder): Promise<ProviderRefund>;
  queryRefund(refundNo: string): Promise<ProviderRefund | null>;
  /** All that was paid, and all refunds that were accepted, on a day of China ("YYYY-MM-DD") that is over. */
  listBillEntries(day: string): Promise<BillEntry[]>;
  /** Checks time window, serial and signature, then decrypts. Throws GatewayError for anything not the provider's. */
  verifyNotification(raw: RawNotification, now: Date): Promise<PaymentNotification>;
  /** Whether a trade is this merchant's, of this app, in yuan and of this amount. */
  matches(trade: Trade, expected: { outTradeNo: string; amountFen: number }): boolean;
}
