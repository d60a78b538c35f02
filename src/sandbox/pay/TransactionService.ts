import { randomBytes, randomInt } from "node:crypto";
import type { Credentials } from "../credentials.ts";
import { formatChinaTime } from "../shared/chinaTime.ts";
import {
  assertCurrency,
  assertH5Scene,
  fenField,
  type Json,
  notifyUrlField,
  numberField,
  objectField,
  optionalText,
  textField,
  timeExpireField,
} from "./fields.ts";
import type { Notifier } from "./Notifier.ts";
import { PayError, type Trade } from "./payTypes.ts";
import type { TransactionRepository } from "./TransactionRepository.ts";

const PREPAY_TTL_MS = 2 * 3_600_000;

/**
 * Fields that a repeated request for the same out_trade_no must not change; the payer's IP address may
 * differ.
 */
const IMMUTABLE_FIELDS = [
  "kind",
  "appid",
  "description",
  "totalFen",
  "notifyUrl",
  "attach",
  "openid",
  "timeExpire",
] as const satisfies readonly (keyof Trade)[];

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join("");
}

/** Generates a 28-digit number in the format of WeChat Pay: prefix, day, random. */
export function generateProviderId(prefix: string): string {
  const prefixWithDate = prefix + formatChinaTime(Date.now()).slice(0, 10).replaceAll("-", "");
  return prefixWithDate + digits(28 - prefixWithDate.length);
}

/** Creates, pays and closes transactions. */
export class TransactionService {
  readonly #repository: TransactionRepository;
  readonly #keys: Credentials;
  readonly #notifier: Notifier;

  constructor(repository: TransactionRepository, keys: Credentials, notifier: Notifier) {
    this.#repository = repository;
    this.#keys = keys;
    this.#notifier = notifier;
  }

  /**
   * Creates a transaction; the same order again returns the same transaction, a different one under its
   * number is rejected.
   */
  createTrade(kind: Trade["kind"], body: Json): Trade {
    const requested = this.#parseOrder(kind, body);
    const existing = this.#repository.trades.get(requested.outTradeNo);
    if (existing) return this.#assertSameOrder(existing, requested);
    this.#repository.append({ type: "ordered", trade: requested });
    return this.getTrade(requested.outTradeNo);
  }

  /** Returns the transaction with this number. Throws 404 ORDER_NOT_EXIST. */
  getTrade(outTradeNo: string): Trade {
    const trade = this.#repository.trades.get(outTradeNo);
    if (!trade) throw new PayError(404, "ORDER_NOT_EXIST", "订单不存在");
    return trade;
  }

  /** Rejects a request made in another merchant's name. */
  assertMerchant(mchid: unknown): void {
    if (mchid !== this.#keys.mchid) throw new PayError(400, "PARAM_ERROR", "参数“mchid”与签名的商户号不一致");
  }

  /** Closes an unpaid transaction; closing twice is allowed, a paid one is rejected. */
  close(outTradeNo: string): void {
    const trade = this.getTrade(outTradeNo);
    if (trade.state === "SUCCESS") throw new PayError(400, "ORDERPAID", "该订单已支付");
    if (trade.state === "NOTPAY")
      this.#repository.append({ type: "closed", outTradeNo, at: new Date().toISOString() });
  }

  /**
   * Pays a transaction, at most once however often this is called. Rejects closed and expired transactions.
   */
  pay(outTradeNo: string): Trade {
    const trade = this.getTrade(outTradeNo);
    if (trade.state === "SUCCESS") return trade;
    if (trade.state === "CLOSED") throw new PayError(400, "ORDER_CLOSED", "订单已关闭，无法支付");
    if (this.isExpired(trade)) throw new PayError(400, "ORDER_EXPIRED", "订单已过支付时间，无法支付");
    const at = new Date().toISOString();
    const notification = this.#notifier.prepare("trade", outTradeNo, trade.notifyUrl);
    this.#repository.append({
      type: "paid",
      outTradeNo,
      transactionId: generateProviderId("4200"),
      at,
      notice: notification,
    });
    this.#notifier.schedule(notification);
    return trade;
  }

  /** Records that the payer cancelled or the payment failed; the transaction stays payable. */
  recordAttempt(outTradeNo: string, result: "cancel" | "fail"): Trade {
    const trade = this.getTrade(outTradeNo);
    if (trade.state === "NOTPAY") this.#repository.append({ type: "attempted", outTradeNo, result });
    return trade;
  }

  /** Returns whether the payment time limit has passed (the merchant's limit, else two hours). */
  isExpired(trade: Trade): boolean {
    const expiresAtMs = trade.timeExpire
      ? Date.parse(trade.timeExpire)
      : Date.parse(trade.createdAt) + PREPAY_TTL_MS;
    return Date.now() > expiresAtMs;
  }

  #assertSameOrder(existing: Trade, requested: Trade): Trade {
    if (existing.state === "SUCCESS") throw new PayError(400, "ORDERPAID", "该订单已支付");
    if (existing.state === "CLOSED") throw new PayError(400, "ORDER_CLOSED", "该订单已关闭，请重新下单");
    if (existing.kind !== requested.kind) throw new PayError(400, "OUT_TRADE_NO_USED", "商户订单号重复");
    if (IMMUTABLE_FIELDS.some((field) => existing[field] !== requested[field]))
      throw new PayError(400, "INVALID_REQUEST", "201 商户订单号重复：与首次请求的参数不一致");
    return existing;
  }

  #parseOrder(kind: Trade["kind"], body: Json): Trade {
    this.assertMerchant(body.mchid);
    const appid = textField(body, "appid", 32);
    if (appid !== this.#keys.appid && (kind === "h5" || appid !== this.#keys.miniProgramAppid))
      throw new PayError(400, "APPID_MCHID_NOT_MATCH", "appid和mchid不匹配");
    const amount = objectField(body, "amount");
    assertCurrency(amount, false);
    if (kind === "h5") assertH5Scene(body);
    return {
      outTradeNo: numberField(body, "out_trade_no", 6, 32),
      prepayId: `wx${formatChinaTime(Date.now()).slice(0, 19).replace(/\D/g, "")}${randomBytes(10).toString("hex")}`,
      kind,
      appid,
      mchid: this.#keys.mchid,
      description: textField(body, "description", 127),
      totalFen: fenField(amount, "total"),
      notifyUrl: notifyUrlField(body),
      attach: optionalText(body, "attach", 128),
      openid: kind === "jsapi" ? textField(objectField(body, "payer"), "openid", 128) : null,
      timeExpire: timeExpireField(body),
      createdAt: new Date().toISOString(),
      state: "NOTPAY",
      transactionId: null,
      paidAt: null,
      closedAt: null,
      lastAttempt: null,
    };
  }
}
