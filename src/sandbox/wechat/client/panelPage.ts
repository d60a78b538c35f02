import { type Html, html } from "../../shared/html.ts";
import { renderPage } from "../../shared/renderPage.ts";
import { listUsers } from "../open/users.ts";
import type { ClientChange } from "./clientBehaviour.ts";

type State = Required<ClientChange>;

const CHOICES: [name: keyof State, label: string, options: Record<string, string>][] = [
  ["platform", "客户端", { android: "安卓", ios: "iOS", harmony: "鸿蒙", desktop: "电脑" }],
  ["bridge", "WeixinJSBridge", { normal: "正常", late: "迟到（由测试触发）" }],
  [
    "container",
    "打开方式",
    {
      browser: "微信网页",
      mini_program: "小程序内嵌网页",
      mini_program_unnamed: "小程序内嵌网页（UA 不注明）",
    },
  ],
  ["storage", "网页存储", { normal: "正常", denied: "禁止使用", full: "已满", lost: "授权返回时丢失" }],
  ["config", "JS-SDK 验证", { normal: "正常", invalid: "签名错误", silent: "没有回应" }],
  ["location", "定位", { normal: "正常", denied: "未授权", cancel: "用户取消", silent: "没有回应" }],
  [
    "payment",
    "支付",
    {
      ask: "由用户选择",
      success: "直接成功",
      cancel: "直接取消",
      fail: "直接失败",
      lost: "已支付但不回调",
      silent: "没有回应",
    },
  ],
  [
    "authorize",
    "网页授权",
    { normal: "正常", refuse: "用户拒绝", snapshot: "快照页", hold: "停在授权页", down: "打不开" },
  ],
];

function select(name: keyof State, label: string, value: string, options: Record<string, string>): Html {
  const choices = Object.entries(options).map(([option, text]) =>
    option === value
      ? html`<option value="${option}" selected>${text}</option>`
      : html`<option value="${option}">${text}</option>`,
  );
  return html`<label>${label}<select name="${name}">${choices}</select></label>`;
}

function userSelect(state: State, appid: string): Html {
  const nicknames = Object.fromEntries(listUsers(appid).map(({ openid, nickname }) => [openid, nickname]));
  return select("user", "微信用户", state.user, { [state.user]: state.user, ...nicknames });
}

/** Renders the control panel: the phone, its owner, and WeChat's behaviour. */
export function renderPanel(state: State, appid: string): string {
  const fields = CHOICES.map(([name, label, options]) => select(name, label, String(state[name]), options));
  return renderPage({
    title: "微信客户端",
    narrow: true,
    body: html`<h1>微信客户端</h1>
<p>在这个地址下打开的食单，看到的是微信内的样子。<a class="bad" href="/">打开食单</a></p>
<form class="card" method="post" action="/__wechat/behaviour"><div class="fields">
${userSelect(state, appid)}${fields}
<label>纬度（GCJ-02）<input type="number" step="any" name="latitude" value="${state.latitude}" required></label>
<label>经度（GCJ-02）<input type="number" step="any" name="longitude" value="${state.longitude}" required></label>
<label>字体大小（1-8）<input type="number" name="font_size" min="1" max="8" value="${state.font_size}" required></label>
<label>扫码结果（空为取消）<input name="scan_result" value="${state.scan_result}"></label>
<button class="main" type="submit">保存</button></div></form>
<p class="soft">保存后刷新食单的页面。测试可以向 <code>/__wechat/behaviour</code> 发送同名的 JSON。</p>`,
  });
}
