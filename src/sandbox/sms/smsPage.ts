import { formatChinaDateTime } from "../shared/chinaTime.ts";
import { type Html, html, raw } from "../shared/html.ts";
import { renderPage } from "../shared/renderPage.ts";
import type { SmsMessage } from "./Inbox.ts";

const SHOWN_MESSAGES = 50;

/** Reloads the message list every two seconds without replacing the field, so that typed text stays. */
const REFRESH_SCRIPT = `
const field = document.querySelector("input[name=filter]");
async function refresh() {
  try {
    const answer = await fetch("/sms?filter=" + encodeURIComponent(field.value), { headers: { Accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("list");
    if (answer.ok && fresh) document.getElementById("list").replaceWith(fresh);
  } catch (error) {
    console.warn("refresh failed, next try in two seconds", error);
  }
}
setInterval(refresh, 2000);
field.addEventListener("input", refresh);
`;

function card({ phone, text, code, at }: SmsMessage): Html {
  return html`<div class="card"><p class="soft">${formatChinaDateTime(at)} · ${phone}</p><p>${text}</p>
<p class="code">${code}</p></div>`;
}

/** Renders the inbox; `filter` is part of a phone number, or empty. */
export function renderSmsPage(messages: readonly SmsMessage[], filter: string): string {
  const shown = messages.filter((message) => message.phone.includes(filter)).slice(0, SHOWN_MESSAGES);
  return renderPage({
    title: "短信收件箱",
    head: html`<noscript><meta http-equiv="refresh" content="5"></noscript>`,
    body: html`<h1>短信收件箱</h1>
<form method="get" action="/sms"><label>手机号<input name="filter" value="${filter}" inputmode="tel" placeholder="输入手机号筛选" autocomplete="off"></label></form>
<div id="list">${shown.length > 0 ? shown.map(card) : html`<p class="card soft">还没有短信，发送验证码后会自动出现在这里</p>`}</div>
<script>${raw(REFRESH_SCRIPT)}</script>`,
  });
}
