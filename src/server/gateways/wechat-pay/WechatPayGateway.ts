/** App whose user pays inside WeChat: the service account, or the mini-program. */
export type PayingApp = "account" | "mini_program";

/** Request for a prepay; the same trade number with the same values returns the same prepay again. */
export interface TradeOrder {
  outTradeNo: string;
  description: string;
  amountFen: number;
  /** Payment deadline. */
  expiresAt: Date;
  clientIp: string;
}

/** Parameters that open the payment sheet inside WeChat; the customer's client checks the signature. */
export interface JsapiParams {
  appId: string;
  /** Seconds since 1970, as text. */
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: "RSA";
  paySign: string;
}

/** A trade in the provider's view. */
export interface Trade {
  outTradeNo: string;
  state: "SUCCESS" | "REFUND" | "NOTPAY" | "CLOSED" | "USERPAYING" | "PAYERROR" | "UNKNOWN";
  transactionId: string | null;
  mchid: string;
  appid: string;
  /** Null until paid. */
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

/** A refund in the provider's view. */
export interface ProviderRefund {
  refundNo: string;
  providerId: string;
  state: "SUCCESS" | "PROCESSING" | "ABNORMAL" | "CLOSED";
}

/** A line of the provider's bill: a payment by its trade number, or a refund by its own number. */
export interface BillEntry {
  kind: "payment" | "refund";
  number: string;
  amountFen: number;
  /** State in the provider's spelling; a refund's is as of the bill's creation. */
  state: string;
}

/** Content of a notification that is verified to come from the provider. */
export type PaymentNotification =
  | { kind: "payment"; id: string; trade: Trade }
  | { kind: "refund"; id: string; refundNo: string; outTradeNo: string };

/** Code of the failure to decrypt a notification whose signature is the provider's: the APIv3 key is wrong. */
export const undecryptableCode = "cannot be decrypted";

/** What the provider's answers show about the keys of its side, without an effect. */
export interface ProviderKeys {
  /** "unknown" when the answer was not signed. */
  publicKey: "ok" | "unknown" | "wrong_id" | "wrong_key";
  /** "unknown" for a merchant without platform certificates. */
  apiV3Key: "ok" | "unknown" | "wrong";
}

/** A notification as received over HTTP. */
export interface RawNotification {
  body: Buffer;
  headers: Record<string, string | undefined>;
}

/**
 * WeChat Pay APIv3. Methods throw GatewayError; `isUnknown` means that the provider may have done the work.
 */
export interface WechatPayGateway {
  /** Creates a trade and returns a page to open in an ordinary mobile browser. */
  prepayH5(order: TradeOrder): Promise<{ h5Url: string }>;
  /** Creates a trade that this app's user pays inside WeChat; its prepay id is valid for two hours. */
  prepayJsapi(order: TradeOrder & { app: PayingApp; openid: string }): Promise<{ prepayId: string }>;
  /** Signs a prepay id for the payment sheet; sign again each time the sheet is opened. */
  signJsapi(prepayId: string, app: PayingApp, now: Date): JsapiParams;
  /** Returns the trade, or null when the provider does not know the number. */
  query(outTradeNo: string): Promise<Trade | null>;
  /** Closes a trade permanently. Returns "paid" when it was too late, "closed" also for an unknown trade. */
  close(outTradeNo: string): Promise<"closed" | "paid">;
  /**
   * Requests a refund; the refund number makes retries safe.
   * @throws PermanentRefundError for a refusal that a retry under the same number cannot change
   */
  refund(order: RefundOrder): Promise<ProviderRefund>;
  queryRefund(refundNo: string): Promise<ProviderRefund | null>;
  /** Lists all payments and all accepted refunds of a past day in China ("YYYY-MM-DD"). */
  listBillEntries(day: string): Promise<BillEntry[]>;
  /**
   * Checks time window, serial and signature, then decrypts.
   * @throws GatewayError for anything not from the provider
   */
  verifyNotification(raw: RawNotification, now: Date): Promise<PaymentNotification>;
  /** Checks the provider's public key and the APIv3 key by what the provider answers. */
  checkKeys(): Promise<ProviderKeys>;
  /** Returns the id of an app in today's settings; "" without a mini-program. */
  getAppId(app: PayingApp): string;
  /** Returns whether a trade belongs to this merchant and app, is in yuan and has this amount. */
  matches(trade: Trade, expected: { outTradeNo: string; amountFen: number; appId: string }): boolean;
}
