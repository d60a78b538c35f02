import { createHash, createVerify } from "node:crypto";
import type { Trade } from "../../pay/payTypes.ts";
import type { OpenPlatformState } from "../open/OpenPlatformState.ts";
import type { ClientContext } from "./client.routes.ts";

/** Input of `wx.config`; `url` is the page that WeChat verifies the signature against. */
export type ConfigRequest = {
  url: string;
  appId: string;
  timestamp: string;
  nonceStr: string;
  signature: string;
};

/** Returns the result of `wx.config` in WeChat's format, without the name of the call. */
export function verifyConfig(request: ConfigRequest, { openPlatform, behaviour }: ClientContext): string {
  if (behaviour.config === "invalid") return "invalid signature";
  if (openPlatform.behaviour.authorize === "snapshot") return "fail, snapshot page";
  if (request.appId !== openPlatform.keys.appid) return "invalid appid";
  const page = URL.canParse(request.url) ? new URL(request.url) : null;
  if (page === null || !openPlatform.isRegistered(page.hostname)) return "invalid url domain";
  return isSigned(request, openPlatform) ? "ok" : "invalid signature";
}

function isSigned(
  { url, timestamp, nonceStr, signature }: ConfigRequest,
  openPlatform: OpenPlatformState,
): boolean {
  return openPlatform.tickets.listValid().some((ticket) => {
    const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`;
    return createHash("sha1").update(text).digest("hex") === signature;
  });
}

/** Input of `getBrandWCPayRequest`. */
export type PaymentRequest = {
  appId: string;
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: string;
  paySign: string;
};

/** App in which a payment sheet is opened: a page of the public account, or the mini-program. */
export type PayingApp = { appid: string; openid: string };

/** Finds the transaction of a payment sheet, or returns the reason why WeChat shows none. */
export function findPayableTrade(
  request: PaymentRequest,
  app: PayingApp,
  { openPlatform, payments }: ClientContext,
): Trade | string {
  if (request.appId !== app.appid) return "商户号该产品权限未开通（appid 错误）";
  if (request.signType !== "RSA") return "支付验证签名失败（signType 应为 RSA）";
  const text = `${request.appId}\n${request.timeStamp}\n${request.nonceStr}\n${request.package}\n`;
  const verify = createVerify("RSA-SHA256").update(text);
  if (!verify.verify(openPlatform.keys.merchantPublicKey, request.paySign, "base64"))
    return "支付验证签名失败";
  const trade = payments.repository.findTradeByPrepayId(request.package.replace(/^prepay_id=/, ""));
  if (trade === undefined || trade.kind !== "jsapi" || trade.appid !== app.appid)
    return "缺少参数：prepay_id";
  if (trade.openid !== app.openid) return "下单的用户与支付的用户不是同一个人";
  if (trade.state === "SUCCESS") return "该订单已支付";
  if (trade.state === "CLOSED" || payments.transactions.isExpired(trade)) return "订单已关闭或已过支付时间";
  return trade;
}
