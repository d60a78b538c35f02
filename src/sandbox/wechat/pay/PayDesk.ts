import { randomBytes, randomInt } from "node:crypto";
import type { Credentials } from "../../credentials.ts";
import { chinaTime } from "../../shared/chinaTime.ts";
import type { Book } from "./Book.ts";
import {
  checkCurrency,
  checkH5Scene,
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

const PREPAY_LIFE_MS = 2 * 3_600_000;

/** What the second request for one out_trade_no must repeat; the payer's address may change on the way. */
const FIXED_FIELDS = [
  "kind",
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

/** A 28-digit number in the style of WeChat Pay's own: prefix, day, random. */
export function providerNumber(prefix: string): string {
  const start = prefix + chinaTime(Date.now()).slice(0, 10).replaceAll("-", "");
  return start + digits(28 - start.length);
}

/** Where orders are placed, paid and closed. */
export class PayDesk {
  readonly #book: Book;
  readonly #keys: Credentials;
  readonly #notifier: Notifier;

  constructor(book: Book, keys: Credentials, notifier: Notifier) {
    this.#book = book;
    this.#keys = keys;
    this.#notifier = notifier;
  }

  /** Takes an order; the same order again is the same trade, another one under its number is refused. */
  order(kind: Trade["kind"], body: Json): Trade {
    const wanted = this.#readOrder(kind, body);
    const known = this.#book.trades.get(wanted.outTradeNo);
    if (known) return this.#reorder(known, wanted);
    this.#book.record({ type: "ordered", trade: wanted });
    return this.find(wanted.outTradeNo);
  }

  /** The trade of a number; 404 ORDER_NOT_EXIST. */
  find(outTradeNo: string): Trade {
    const trade = this.#book.trades.get(outTradeNo);
    if (!trade) throw new PayError(404, "ORDER_NOT_EXIST", "订单不存在");
    return trade;
  }

  /** Refuses a request made in another merchant's name. */
  checkMerchant(mchid: unknown): void {
    if (mchid !== this.#keys.mchid) throw new PayError(400, "PARAM_ERROR", "参数“mchid”与签名的商户号不一致");
  }

  /** Closes an unpaid trade; closing twice is fine, a paid one is refused. */
  close(outTradeNo: string): void {
    const trade = this.find(outTradeNo);
    if (trade.state === "SUCCESS") throw new PayError(400, "ORDERPAID", "该订单已支付");
    if (trade.state === "NOTPAY")
      this.#book.record({ type: "closed", outTradeNo, at: new Date().toISOString() });
  }

  /** The payer pays: the money moves once, however often this is called. Refuses closed and expired trades. */
  pay(outTradeNo: string): Trade {
    const trade = this.find(outTradeNo);
    if (trade.state === "SUCCESS") return trade;
    if (trade.state === "CLOSED") throw new PayError(400, "ORDER_CLOSED", "订单已关闭，无法支付");
    if (this.isExpired(trade)) throw new PayError(400, "ORDER_EXPIRED", "订单已过支付时间，无法支付");
    const at = new Date().toISOString();
    const notice = this.#notifier.prepare("trade", outTradeNo, trade.notifyUrl);
    this.#book.record({ type: "paid", outTradeNo, transactionId: providerNumber("4200"), at, notice });
    this.#notifier.schedule(notice);
    return trade;
  }

  /** The payer gives up or the payment fails: the trade stays payable. */
  attempt(outTradeNo: string, result: "cancel" | "fail"): Trade {
    const trade = this.find(outTradeNo);
    if (trade.state === "NOTPAY") this.#book.record({ type: "attempted", outTradeNo, result });
    return trade;
  }

  /** Whether the time for paying is over (the merchant's limit, else two hours). */
  isExpired(trade: Trade): boolean {
    const end = trade.timeExpire
      ? Date.parse(trade.timeExpire)
      : Date.parse(trade.createdAt) + PREPAY_LIFE_MS;
    return Date.now() > end;
  }

  #reorder(known: Trade, wanted: Trade): Trade {
    if (known.state === "SUCCESS") throw new PayError(400, "ORDERPAID", "该订单已支付");
    if (known.state === "CLOSED") throw new PayError(400, "ORDER_CLOSED", "该订单已关闭，请重新下单");
    if (known.kind !== wanted.kind) throw new PayError(400, "OUT_TRADE_NO_USED", "商户订单号重复");
    if (FIXED_FIELDS.some((field) => known[field] !== wanted[field]))
      throw new PayError(400, "INVALID_REQUEST", "201 商户订单号重复：与首次请求的参数不一致");
    return known;
  }

  #readOrder(kind: Trade["kind"], body: Json): Trade {
    this.checkMerchant(body.mchid);
    if (textField(body, "appid", 32) !== this.#keys.appid)
      throw new PayError(400, "APPID_MCHID_NOT_MATCH", "appid和mchid不匹配");
    const amount = objectField(body, "amount");
    checkCurrency(amount, false);
    if (kind === "h5") checkH5Scene(body);
    return {
      outTradeNo: numberField(body, "out_trade_no", 6, 32),
      prepayId: `wx${chinaTime(Date.now()).slice(0, 19).replace(/\D/g, "")}${randomBytes(10).toString("hex")}`,
      kind,
      appid: this.#keys.appid,
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
