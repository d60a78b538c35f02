import { createSign, randomBytes } from "node:crypto";
import Type from "typebox";
import { Value } from "typebox/value";
import type { Config } from "../../config.ts";
import { GatewayError } from "../GatewayError.ts";
import { readBill } from "./bill.ts";
import { toRefundError } from "./DefiniteRefusal.ts";
import { readNotice } from "./notice.ts";
import type {
  BillEntry,
  Notice,
  ProviderRefund,
  RawNotice,
  RefundOrder,
  SheetParams,
  Trade,
  TradeOrder,
  WechatPayGateway,
} from "./WechatPayGateway.ts";
import { BillTicket, RefundAnswer, TradeAnswer, toRefund, toTrade } from "./wire.ts";

const timeoutMs = 5_000;
const answerMaxBytes = 200_000;
const billLimits = { timeout: 60_000, maxContentLength: 200_000_000 };

/** The part of the library we use; its own types leave the chained calls out. */
interface Client {
  chain(path: string): {
    get(config: object): Promise<{ data: unknown }>;
    post(body: object, config: object): Promise<{ data: unknown }>;
  };
}

interface ProviderFailure {
  response?: { status?: number; data?: { code?: string } };
}

/** APIv3 over wechatpay-axios-plugin: signs requests and verifies every good answer. */
export class WechatPayV3 implements WechatPayGateway {
  readonly #config: Config["wechatPay"];
  readonly #notifyBase: string;
  #library: Promise<{ client: Client }> | null = null;

  /** `publicUrl` is where the provider reaches this server. */
  constructor(config: Config["wechatPay"], publicUrl: string) {
    this.#config = config;
    this.#notifyBase = `${publicUrl}/api/v1/payment/wechat`;
  }

  async prepayH5(order: TradeOrder): Promise<{ h5Url: string }> {
    const answer = await this.#post("v3/pay/transactions/h5", {
      ...this.#trade(order),
      scene_info: { payer_client_ip: order.clientIp, h5_info: { type: "Wap" } },
    });
    if (!Value.Check(Type.Object({ h5_url: Type.String() }), answer)) throw unclear();
    return { h5Url: answer.h5_url };
  }

  async prepayJsapi(order: TradeOrder & { openid: string }): Promise<{ prepayId: string }> {
    const body = { ...this.#trade(order), payer: { openid: order.openid } };
    const answer = await this.#post("v3/pay/transactions/jsapi", body);
    if (!Value.Check(Type.Object({ prepay_id: Type.String({ minLength: 1 }) }), answer)) throw unclear();
    return { prepayId: answer.prepay_id };
  }

  /** The signature covers four lines, not the type (pay.weixin.qq.com APIv3: "JSAPI: calling up payment"). */
  signSheet(prepayId: string, now: Date): SheetParams {
    const { appid: appId, privateKey } = this.#config;
    const timeStamp = String(Math.floor(now.getTime() / 1000));
    const nonceStr = randomBytes(16).toString("hex");
    const prepay = `prepay_id=${prepayId}`;
    const text = `${appId}\n${timeStamp}\n${nonceStr}\n${prepay}\n`;
    const paySign = createSign("RSA-SHA256").update(text).sign(privateKey, "base64");
    return { appId, timeStamp, nonceStr, package: prepay, signType: "RSA", paySign };
  }

  async query(outTradeNo: string): Promise<Trade | null> {
    const path = `v3/pay/transactions/out-trade-no/${outTradeNo}`;
    const answer = await this.#get(path, { params: { mchid: this.#config.mchid } });
    if (answer === null) return null;
    if (!Value.Check(TradeAnswer, answer)) throw unclear();
    return toTrade(answer);
  }

  async close(outTradeNo: string): Promise<"closed" | "paid"> {
    try {
      await this.#post(`v3/pay/transactions/out-trade-no/${outTradeNo}/close`, { mchid: this.#config.mchid });
      return "closed";
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      if (error.word === "ORDERPAID" || error.word === "ORDER_PAID") return "paid";
      if (
        ["ORDER_CLOSED", "ORDERCLOSED", "ORDER_NOT_EXIST", "ORDERNOTEXIST", "RESOURCE_NOT_EXISTS"].includes(
          error.word,
        )
      ) {
        return "closed";
      }
      throw error;
    }
  }

  async refund(order: RefundOrder): Promise<ProviderRefund> {
    const request = this.#post("v3/refund/domestic/refunds", {
      out_trade_no: order.outTradeNo,
      out_refund_no: order.refundNo,
      reason: order.reason.slice(0, 80),
      notify_url: `${this.#notifyBase}/refund-notify`,
      amount: { refund: order.refundFen, total: order.totalFen, currency: "CNY" },
    });
    const answer = await request.catch((error: unknown) => {
      throw toRefundError(error);
    });
    if (!Value.Check(RefundAnswer, answer)) throw unclear();
    return toRefund(answer);
  }

  async queryRefund(refundNo: string): Promise<ProviderRefund | null> {
    const answer = await this.#get(`v3/refund/domestic/refunds/${refundNo}`, {});
    if (answer === null) return null;
    if (!Value.Check(RefundAnswer, answer)) throw unclear();
    return toRefund(answer);
  }

  async bill(day: string): Promise<BillEntry[]> {
    try {
      const ticket = await this.#get("v3/bill/tradebill", { params: { bill_date: day, bill_type: "ALL" } });
      if (!Value.Check(BillTicket, ticket)) throw unclear();
      // Asked for where everything else is, whatever host the ticket names.
      const params = Object.fromEntries(new URL(ticket.download_url).searchParams);
      const file = await this.#get("v3/billdownload/file", {
        params,
        responseType: "arraybuffer",
        ...billLimits,
      });
      if (!Buffer.isBuffer(file)) throw unclear();
      return readBill(file, ticket.hash_value);
    } catch (error) {
      if (error instanceof GatewayError && error.word === "NO_STATEMENT_EXIST") return [];
      throw error;
    }
  }

  async readNotice(raw: RawNotice, now: Date): Promise<Notice> {
    const { publicKeyId, publicKey, apiV3Key } = this.#config;
    return await readNotice(raw, now, { publicKeys: { [publicKeyId]: publicKey }, apiV3Key });
  }

  matches(trade: Trade, expected: { outTradeNo: string; amountFen: number }): boolean {
    return (
      trade.outTradeNo === expected.outTradeNo &&
      trade.amountFen === expected.amountFen &&
      trade.currency === "CNY" &&
      trade.mchid === this.#config.mchid &&
      trade.appid === this.#config.appid
    );
  }

  #trade(order: TradeOrder) {
    return {
      appid: this.#config.appid,
      mchid: this.#config.mchid,
      description: order.description.slice(0, 60),
      out_trade_no: order.outTradeNo,
      time_expire: `${order.expiresAt.toISOString().slice(0, 19)}+00:00`,
      notify_url: `${this.#notifyBase}/notify`,
      amount: { total: order.amountFen, currency: "CNY" },
    };
  }

  async #post(path: string, body: object): Promise<unknown> {
    const { client } = await this.#loaded();
    return await answered(client.chain(path).post(body, this.#options()));
  }

  /** The answer, or null for 404. */
  async #get(path: string, config: object): Promise<unknown> {
    const { client } = await this.#loaded();
    try {
      return await answered(client.chain(path).get({ ...this.#options(), ...config }));
    } catch (error) {
      if (error instanceof GatewayError && error.isNotFound) return null;
      throw error;
    }
  }

  #options() {
    return { timeout: timeoutMs, maxRedirects: 0, maxContentLength: answerMaxBytes };
  }

  async #loaded(): Promise<{ client: Client }> {
    this.#library ??= this.#load();
    return await this.#library;
  }

  /**
   * The library is loaded with the first call: a start need not wait for it. Its client stays inside an object, because it
   * takes every name for a part of a path, "then" too, and a promise would call that.
   */
  async #load(): Promise<{ client: Client }> {
    const { Wechatpay } = await import("wechatpay-axios-plugin");
    const { baseUrl, mchid, merchantSerial, privateKey, publicKeyId, publicKey } = this.#config;
    const client = new Wechatpay({
      baseURL: `${baseUrl}/`,
      mchid,
      serial: merchantSerial,
      privateKey,
      certs: { [publicKeyId]: publicKey },
      // Asks for answers signed with the public key instead of a platform certificate.
      headers: { "Wechatpay-Serial": publicKeyId, Accept: "application/json" },
      secret: "",
    });
    return { client: client as unknown as Client };
  }
}

function unclear(): GatewayError {
  return new GatewayError("wechat-pay", "answer not understood", true);
}

async function answered(call: Promise<{ data: unknown }>): Promise<unknown> {
  try {
    return (await call).data;
  } catch (error) {
    const { response } = error as ProviderFailure;
    const word = response?.data?.code ?? (response?.status ? `status ${response.status}` : "no answer");
    const isUnknown = response?.status === undefined || response.status >= 500 || response.status < 400;
    // Not the error itself: it carries the request with its keys, and causes end in logs.
    const cause = error instanceof Error ? error.message : undefined;
    throw new GatewayError("wechat-pay", word, isUnknown, { cause, isNotFound: response?.status === 404 });
  }
}
