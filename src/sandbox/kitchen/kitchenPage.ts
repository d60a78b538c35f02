import { formatChinaDateTime } from "../shared/chinaTime.ts";
import { type Html, html } from "../shared/html.ts";
import { renderPage } from "../shared/renderPage.ts";
import type { Kitchen, KitchenState } from "./Kitchen.ts";

const STATE_TEXT: Record<KitchenState, string> = {
  off: "已关闭：订单停在原处，由门店员工在订单看板上处理。",
  waiting: "正在等待服务器。",
  unknown: "服务器的员工名单里没有后厨，暂时无事可做。",
  working: "营业中：新付款的订单会在两分钟左右自动走完。",
};

const STEP_TEXT: Record<string, string> = {
  accepted: "接单",
  preparing: "开始制作",
  ready_for_pickup: "可以取餐",
  delivering: "开始配送",
  completed: "已交付",
};

function stepRows(kitchen: Kitchen): Html {
  if (kitchen.steps.length === 0) return html`<p class="card soft">还没有处理过订单</p>`;
  const rows = kitchen.steps.map(
    ({ code, to, at }) =>
      html`<tr><td>${formatChinaDateTime(at)}</td><td class="mono">${code}</td><td>${STEP_TEXT[to] ?? to}</td></tr>`,
  );
  return html`<div class="card scroll"><table><thead><tr><th>时间</th><th>取餐码</th><th>步骤</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** Renders the kitchen's state, its switch and its latest steps. */
export function renderKitchenPage(kitchen: Kitchen): string {
  const { isEnabled, state } = kitchen;
  return renderPage({
    title: "后厨",
    body: html`<h1>后厨</h1>
<p>扮演所有门店的员工，通过员工接口接单、制作、交付。预约单临近时间才开始；申请了退款的订单不会被处理。</p>
<form class="card" method="post" action="/kitchen"><p>${STATE_TEXT[state]}</p>
<input type="hidden" name="on" value="${isEnabled ? "false" : "true"}">
<button class="${isEnabled ? "other" : "main"}" type="submit">${isEnabled ? "关闭后厨" : "打开后厨"}</button></form>
<h2>最近的步骤</h2>${stepRows(kitchen)}`,
  });
}
