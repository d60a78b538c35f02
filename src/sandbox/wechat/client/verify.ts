import { createHash, createVerify } from "node:crypto";
import type { OpenOffice } from "../open/OpenOffice.ts";
import type { Trade } from "../pay/payTypes.ts";
import type { Phone } from "./client.routes.ts";

/** What `wx.config` hands to the native side; `url` is the page that WeChat holds it against. */
export type PageClaim = {
  url: string;
  appId: string;
  timestamp: string;
  nonceStr: string;
  signature: string;
};

/** The result of `wx.config` in WeChat's words, without the name of the call. */
export function configResult(claim: PageClaim, { open, behaviour }: Phone): string {
  if (behaviour.config === "invalid") return "invalid signature";
  if (open.behaviour.authorize === "snapshot") return "fail, snapshot page";
  if (claim.appId !== open.keys.appid) return "invalid appid";
  const page = URL.canParse(claim.url) ? new URL(claim.url) : null;
  if (page === null || !open.isRegistered(page.hostname)) return "invalid url domain";
  return isSigned(claim, open) ? "ok" : "invalid signature";
}

function isSigned({ url, timestamp, nonceStr, signature }: PageClaim, open: OpenOffice): boolean {
  return open.tickets.live().some((ticket) => {
    const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`;
    return createHash("sha1").update(text).digest("hex") === signature;
  });
}

/** What `getBrandWCPayRequest` is called with. */
export type SheetClaim = {
  appId: string;
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: string;
  paySign: string;
};

/** The trade that the sheet is for, or why WeChat shows none. */
export function sheetTrade(claim: SheetClaim, { open, pay }: Phone): Trade | string {
  if (claim.appId !== open.keys.appid) return "商户号该产品权限未开通（appid 错误）";
  if (claim.signType !== "RSA") return "支付验证签名失败（signType 应为 RSA）";
  const text = `${claim.appId}\n${claim.timeStamp}\n${claim.nonceStr}\n${claim.package}\n`;
  const verify = createVerify("RSA-SHA256").update(text);
  if (!verify.verify(open.keys.merchantPublicKey, claim.paySign, "base64")) return "支付验证签名失败";
  const trade = pay.book.tradeByPrepayId(claim.package.replace(/^prepay_id=/, ""));
  if (trade === undefined || trade.kind !== "jsapi") return "缺少参数：prepay_id";
  if (trade.openid !== open.behaviour.user) return "下单的用户与支付的用户不是同一个人";
  if (trade.state === "SUCCESS") return "该订单已支付";
  if (trade.state === "CLOSED" || pay.desk.isExpired(trade)) return "订单已关闭或已过支付时间";
  return trade;
}
