import { html } from "../../shared/html.ts";
import { renderPage } from "../../shared/renderPage.ts";
import type { LinkError } from "./authorizeLink.ts";
import type { WechatUser } from "./users.ts";

/** Renders the sheet that requests access to nickname and picture. */
export function renderConsentPage(user: WechatUser, links: { agree: string; refuse: string }): string {
  return renderPage({
    title: "微信授权",
    narrow: true,
    body: html`<h1 class="centre">食单餐饮 申请使用</h1>
<div class="card"><p>你的昵称、头像</p>
<p class="soft"><img src="/wechat/avatars/${user.openid}" alt="" width="40" height="40"> ${user.nickname}</p></div>
<div class="wide"><a class="button main" id="agree" href="${links.agree}">同意</a>
<a class="button" id="refuse" href="${links.refuse}">拒绝</a></div>
<p class="centre soft">沙箱授权页，不会使用真实的微信账号</p>`,
  });
}

/** Renders a paused silent authorisation, which shows the phone's behaviour meanwhile. */
export function renderHoldPage(redirectUrl: string): string {
  return renderPage({
    title: "微信授权",
    narrow: true,
    body: html`<h1 class="centre">授权页停在这里</h1>
<div class="wide"><a class="button main" id="go-back" href="${redirectUrl}">返回食单</a></div>`,
  });
}

/** Renders the page for an invalid link; it never redirects to the app. */
export function renderErrorPage({ code, text }: LinkError): string {
  return renderPage({
    title: "提示",
    narrow: true,
    body: html`<h1 class="centre bad">无法打开授权页</h1><p class="centre">${text}</p>
<p class="centre soft">错误码：${code}</p>`,
  });
}

/** Renders an avatar: a colour from the openid, a character from the nickname. */
export function renderAvatar({ openid, nickname }: WechatUser): string {
  const hue = [...openid].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 360, 7);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="132" height="132" viewBox="0 0 132 132"><rect width="132" height="132" fill="hsl(${hue} 55% 45%)"/><text x="66" y="88" font-size="64" text-anchor="middle" fill="#fff" font-family="sans-serif">${[...nickname][0] ?? "微"}</text></svg>`
    .html;
}
