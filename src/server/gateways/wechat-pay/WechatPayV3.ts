import { createSign, randomBytes } from "node:crypto";
import Type from "typebox";
import { Value } from "typebox/value";
import type { Config } from "../../config.ts";
import { GatewayError } from "../GatewayError.ts";
import { type CallLog, ProviderCalls } from "../ProviderCalls.ts";
import { parseBill } from "./bill.ts";
import { type Client, createClient, unexpectedResponse, unwrap } from "./client.ts";
import { verifyNotification } from "./notification.ts";
import { toRefundError } from "./PermanentRefundError.ts";
import { checkApiV3Key, checkPublicKey } from "./provider-keys.ts";
import { BillTicket, RefundResource, TransactionResource, toRefund, toTrade } from "./resources.ts";
import type {
  BillEntry,
  JsapiParams,
  PayingApp,
  PaymentNotification,
  ProviderKeys,
  ProviderRefund,
  RawNotification,
  RefundOrder,
  Trade,
  TradeOrder,
  WechatPayGateway,
} from "./WechatPayGateway.ts";

const timeoutMs = 5_000;
const maxResponseBytes = 200_000;
const billLimits = { timeout: 60_000, maxContentLength: 200_000_000 };

/** APIv3 over wechatpay-axios-plugin: signs requests and verifies every successful response. */
export class WechatPayV3 implements WechatPayGateway {
  readonly #config: Config["wechatPay"];
  readonly #miniProgramAppid: string | undefined;
  readonly #notifyBase: string;
  readonly #calls: ProviderCalls;
  #library: Promise<{ client: Client }> | null = null;

  /** The config's `publicUrl` is the base URL at which the provider reaches this server. */
  constructor(
    { wechatPay, miniProgram, publicUrl }: Pick<Config, "wechatPay" | "miniProgram" | "publicUrl">,
    log?: CallLog,
  ) {
    this.#config = wechatPay;
    this.#miniProgramAppid = miniProgram?.appid;
    this.#calls = new ProviderCalls("wechat-pay", log);
    this.#notifyBase = `${publicUrl}/api/v1/payment/wechat`;
  }

  async prepayH5(order: TradeOrder): Promise<{ h5Url: string }> {
    const response = await this.#post("prepay-h5", "v3/pay/transactions/h5", {
      ...this.#transactionBody(order, "account"),
      scene_info: { payer_client_ip: order.clientIp, h5_info: { type: "Wap" } },
    });
    if (!Value.Check(Type.Object({ h5_url: Type.String() }), response)) throw unexpectedResponse();
    return { h5Url: response.h5_url };
  }

  async prepayJsapi(order: TradeOrder & { app: PayingApp; openid: string }): Promise<{ prepayId: string }> {
    const body = { ...this.#transactionBody(order, order.app), payer: { openid: order.openid } };
    const response = await this.#post("prepay-jsapi", "v3/pay/transactions/jsapi", body);
    if (!Value.Check(Type.Object({ prepay_id: Type.String({ minLength: 1 }) }), response))
      throw unexpectedResponse();
    return { prepayId: response.prepay_id };
  }

  /**
   * Signs four lines, which do not include the type (pay.weixin.qq.com APIv3: "JSAPI: calling up payment").
   */
  signJsapi(prepayId: string, app: PayingApp, now: Date): JsapiParams {
    const { privateKey } = this.#config;
    const appId = this.getAppId(app);
    const timeStamp = String(Math.floor(now.getTime() / 1000));
    const nonceStr = randomBytes(16).toString("hex");
    const prepay = `prepay_id=${prepayId}`;
    const text = `${appId}\n${timeStamp}\n${nonceStr}\n${prepay}\n`;
    const paySign = createSign("RSA-SHA256").update(text).sign(privateKey, "base64");
    return { appId, timeStamp, nonceStr, package: prepay, signType: "RSA", paySign };
  }

  async query(outTradeNo: string): Promise<Trade | null> {
    const path = `v3/pay/transactions/out-trade-no/${outTradeNo}`;
    const response = await this.#get("query", path, { params: { mchid: this.#config.mchid } });
    if (response === null) return null;
    if (!Value.Check(TransactionResource, response)) throw unexpectedResponse();
    return toTrade(response);
  }

  async close(outTradeNo: string): Promise<"closed" | "paid"> {
    try {
      const path = `v3/pay/transactions/out-trade-no/${outTradeNo}/close`;
      await this.#post("close", path, { mchid: this.#config.mchid });
      return "closed";
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      if (error.code === "ORDERPAID" || error.code === "ORDER_PAID") return "paid";
      if (
        ["ORDER_CLOSED", "ORDERCLOSED", "ORDER_NOT_EXIST", "ORDERNOTEXIST", "RESOURCE_NOT_EXISTS"].includes(
          error.code,
        )
      ) {
        return "closed";
      }
      throw error;
    }
  }

  async refund(order: RefundOrder): Promise<ProviderRefund> {
    const request = this.#post("refund", "v3/refund/domestic/refunds", {
      out_trade_no: order.outTradeNo,
      out_refund_no: order.refundNo,
      reason: order.reason.slice(0, 80),
      notify_url: `${this.#notifyBase}/refund-notify`,
      amount: { refund: order.refundFen, total: order.totalFen, currency: "CNY" },
    });
    const response = await request.catch((error: unknown) => {
      throw toRefundError(error);
    });
    if (!Value.Check(RefundResource, response)) throw unexpectedResponse();
    return toRefund(response);
  }

  async queryRefund(refundNo: string): Promise<ProviderRefund | null> {
    const response = await this.#get("query-refund", `v3/refund/domestic/refunds/${refundNo}`, {});
    if (response === null) return null;
    if (!Value.Check(RefundResource, response)) throw unexpectedResponse();
    return toRefund(response);
  }

  async listBillEntries(day: string): Promise<BillEntry[]> {
    try {
      const params = { bill_date: day, bill_type: "ALL" };
      const ticket = await this.#get("bill", "v3/bill/tradebill", { params });
      if (!Value.Check(BillTicket, ticket)) throw unexpectedResponse();
      // Fetched from the configured base URL, whatever host the ticket names.
      const file = await this.#get("bill-file", "v3/billdownload/file", {
        params: Object.fromEntries(new URL(ticket.download_url).searchParams),
        responseType: "arraybuffer",
        ...billLimits,
      });
      if (!Buffer.isBuffer(file)) throw unexpectedResponse();
      return parseBill(file, ticket.hash_value);
    } catch (error) {
      if (error instanceof GatewayError && error.code === "NO_STATEMENT_EXIST") return [];
      throw error;
    }
  }

  async verifyNotification(raw: RawNotification, now: Date): Promise<PaymentNotification> {
    const { publicKeyId, publicKey, apiV3Key } = this.#config;
    return await verifyNotification(raw, now, { publicKeys: { [publicKeyId]: publicKey }, apiV3Key });
  }

  async checkKeys(): Promise<ProviderKeys> {
    const { client } = await this.#getClient();
    const { mchid, apiV3Key } = this.#config;
    const get = (path: string, config: object) =>
      this.#calls.run("check-keys", () => client.chain(path).get({ ...this.#options(), ...config }));
    const publicKey = await unwrap(checkPublicKey(get, mchid));
    return { publicKey, apiV3Key: await checkApiV3Key(get, apiV3Key) };
  }

  matches(trade: Trade, expected: { outTradeNo: string; amountFen: number; appId: string }): boolean {
    return (
      trade.outTradeNo === expected.outTradeNo &&
      trade.amountFen === expected.amountFen &&
      trade.currency === "CNY" &&
      trade.mchid === this.#config.mchid &&
      trade.appid === expected.appId
    );
  }

  getAppId(app: PayingApp): string {
    return app === "account" ? this.#config.appid : (this.#miniProgramAppid ?? "");
  }

  #transactionBody(order: TradeOrder, app: PayingApp) {
    return {
      appid: this.getAppId(app),
      mchid: this.#config.mchid,
      description: order.description.slice(0, 60),
      out_trade_no: order.outTradeNo,
      time_expire: `${order.expiresAt.toISOString().slice(0, 19)}+00:00`,
      notify_url: `${this.#notifyBase}/notify`,
      amount: { total: order.amountFen, currency: "CNY" },
    };
  }

  async #post(operation: string, path: string, body: object): Promise<unknown> {
    const { client } = await this.#getClient();
    const post = () => unwrap(client.chain(path).post(body, this.#options()));
    return (await this.#calls.run(operation, post)).data;
  }

  /** Returns the response, or null for 404. */
  async #get(operation: string, path: string, config: object): Promise<unknown> {
    const { client } = await this.#getClient();
    const get = () => unwrap(client.chain(path).get({ ...this.#options(), ...config }));
    try {
      return (await this.#calls.run(operation, get)).data;
    } catch (error) {
      if (error instanceof GatewayError && error.isNotFound) return null;
      throw error;
    }
  }

  #options() {
    return { timeout: timeoutMs, maxRedirects: 0, maxContentLength: maxResponseBytes };
  }

  async #getClient(): Promise<{ client: Client }> {
    this.#library ??= createClient(this.#config);
    return await this.#library;
  }
}
