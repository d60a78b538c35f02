import { type Html, html } from "../shared/html.ts";
import { renderPage } from "../shared/renderPage.ts";
import type { Trade } from "./payTypes.ts";

const MERCHANT = "食单餐饮";

/** Formats fen as a price in yuan: 1234 is ¥12.34. */
export function formatYuan(fen: number): string {
  return `¥${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, "0")}`;
}

function summary(trade: Trade): Html {
  return html`<p class="centre soft">${MERCHANT}</p>
<p class="centre amount">${formatYuan(trade.totalFen)}</p>
<div class="card"><dl>
<dt>商品</dt><dd>${trade.description}</dd>
<dt>收款方</dt><dd>${MERCHANT}</dd>
<dt>商户单号</dt><dd class="mono">${trade.outTradeNo}</dd>
</dl></div>`;
}

function actionForm(
  trade: Trade,
  action: "pay" | "cancel" | "fail",
  label: string,
  redirectUrl: string,
): Html {
  return html`<form method="post" action="/pay/cashier/${trade.prepayId}/${action}">
<input type="hidden" name="redirect_url" value="${redirectUrl}">
<button class="${action === "pay" ? "main" : "other"}" type="submit">${label}</button></form>`;
}

/** Renders the page where a payer decides; `redirectUrl` may be empty. */
export function renderCashierPage(trade: Trade, redirectUrl: string): string {
  return renderPage({
    title: "微信支付",
    narrow: true,
    body: html`<h1 class="centre">微信支付</h1>${summary(trade)}
<div class="wide">${actionForm(trade, "pay", "确认支付", redirectUrl)}
${actionForm(trade, "cancel", "取消支付", redirectUrl)}
${actionForm(trade, "fail", "模拟支付失败", redirectUrl)}</div>
<p class="centre soft">沙箱收银台，不会产生真实扣款</p>`,
  });
}

/** Renders the result of a visit to the cashier; `trade` is null when the prepay id is unknown. */
export function renderResultPage(
  text: string,
  isGood: boolean,
  trade: Trade | null,
  redirectUrl: string,
): string {
  const backLink = redirectUrl ? html`<a class="button main" href="${redirectUrl}">返回商家</a>` : html``;
  return renderPage({
    title: text,
    narrow: true,
    body: html`<h1 class="centre ${isGood ? "good" : "bad"}">${text}</h1>
${trade ? summary(trade) : html``}<div class="wide">${backLink}</div>
<p class="centre soft">沙箱收银台，不会产生真实扣款</p>`,
  });
}
