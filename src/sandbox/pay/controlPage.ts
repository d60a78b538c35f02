import { formatChinaDateTime } from "../shared/chinaTime.ts";
import { type Html, html } from "../shared/html.ts";
import { renderPage } from "../shared/renderPage.ts";
import { formatYuan } from "./cashierPage.ts";
import { type PayBehaviour, REFUND_ERRORS } from "./payBehaviour.ts";
import { tradeSummaryView } from "./presenter.ts";
import type { TransactionRepository } from "./TransactionRepository.ts";

const MAX_SHOWN_TRADES = 50;

const STATE_TEXT = { NOTPAY: "未支付", SUCCESS: "已支付", CLOSED: "已关闭", REFUND: "有退款" };
const ATTEMPT_TEXT = { cancel: "付款人取消", fail: "支付失败过" };
const REFUND_TEXT = { PROCESSING: "处理中", SUCCESS: "成功", ABNORMAL: "异常", CLOSED: "已关闭" };

function select(
  name: keyof PayBehaviour,
  label: string,
  behaviour: PayBehaviour,
  options: Record<string, string>,
): Html {
  const choices = Object.entries(options).map(([value, text]) =>
    behaviour[name] === value
      ? html`<option value="${value}" selected>${text}</option>`
      : html`<option value="${value}">${text}</option>`,
  );
  return html`<label>${label}<select name="${name}">${choices}</select></label>`;
}

function number(name: keyof PayBehaviour, label: string, behaviour: PayBehaviour): Html {
  return html`<label>${label}<input type="number" name="${name}" value="${behaviour[name]}" min="0" required></label>`;
}

function switches(behaviour: PayBehaviour): Html {
  const notify = { normal: "正常", slow: "变慢", lost: "丢失", repeated: "重复" };
  const provider = {
    normal: "正常",
    slow: "变慢",
    error: "系统异常 500",
    timeout: "已处理但不应答",
    reset: "已处理但断开连接",
  };
  const close = { normal: "正常", error: "系统异常 500", lost: "已关闭但应答异常" };
  const refund = {
    success: "成功",
    slow: "成功但较慢",
    abnormal: "退款异常",
    closed: "退款关闭",
    refused: "不受理",
  };
  const errors = Object.fromEntries(Object.keys(REFUND_ERRORS).map((code) => [code, code]));
  return html`<form class="card" method="post" action="/pay/behaviour"><div class="fields">
${select("notify", "支付与退款通知", behaviour, notify)}
${number("notify_delay_ms", "通知延迟（毫秒）", behaviour)}
${number("repeat", "重复次数", behaviour)}
${select("provider", "接口", behaviour, provider)}
${number("provider_delay_ms", "接口延迟（毫秒）", behaviour)}
${select("close", "关闭订单", behaviour, close)}
${select("refund", "退款结果", behaviour, refund)}
${select("refund_error", "不受理的错误码", behaviour, errors)}
${number("refund_delay_ms", "退款耗时（毫秒）", behaviour)}
${number("refund_slow_ms", "较慢时耗时（毫秒）", behaviour)}
<button class="main" type="submit">保存</button></div></form>`;
}

function row(entry: ReturnType<typeof tradeSummaryView>): Html {
  const refunds = entry.refunds.map(
    (refund) => html`<div>${formatYuan(refund.amount)} ${REFUND_TEXT[refund.status]}</div>`,
  );
  const attempt = entry.state === "NOTPAY" && entry.last_attempt ? ATTEMPT_TEXT[entry.last_attempt] : "";
  const link =
    entry.state === "NOTPAY"
      ? html`<a class="bad" href="/pay/cashier?prepay_id=${entry.prepay_id}">收银台</a>`
      : html``;
  return html`<tr><td>${formatChinaDateTime(entry.created_at)}</td><td class="mono">${entry.out_trade_no}</td>
<td>${entry.description}</td><td>${formatYuan(entry.total)}</td>
<td>${STATE_TEXT[entry.state]} <span class="soft">${attempt}</span></td><td>${refunds}</td><td>${link}</td></tr>`;
}

/** Renders the tester's page: the switches, and the newest transactions with their refunds. */
export function renderControlPage(repository: TransactionRepository, behaviour: PayBehaviour): string {
  const trades = [...repository.trades.values()].slice(-MAX_SHOWN_TRADES).reverse();
  const table = html`<div class="card scroll"><table>
<thead><tr><th>时间</th><th>商户单号</th><th>商品</th><th>金额</th><th>状态</th><th>退款</th><th></th></tr></thead>
<tbody>${trades.map((trade) => row(tradeSummaryView(trade, repository)))}</tbody></table></div>`;
  return renderPage({
    title: "微信支付",
    body: html`<h1>微信支付</h1><h2>模拟开关</h2>${switches(behaviour)}
<h2>最近的订单</h2>${trades.length > 0 ? table : html`<p class="card soft">还没有订单</p>`}`,
  });
}
