import { expect, test } from "vitest";
import { type ClientName, clientFeatures, findClient } from "./clients.ts";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android =
  "Mozilla/5.0 (Linux; Android 14; 23127PN0CC; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const harmony =
  "Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36";
const xweb = "Chrome/138.0.7204.180 Mobile Safari/537.36 XWEB/1380055 MicroMessenger/8.0.61";

/** User agents and what works in them: login, locate, pay, share, scan. */
const table: [what: string, userAgent: string, client: ClientName, features: string][] = [
  ["WeChat, Android", `${android} ${xweb}`, "wechat", "wechat wechat sheet menu true"],
  ["WeChat, iPhone", `${iphone} MicroMessenger/8.0.60`, "wechat", "wechat wechat sheet menu true"],
  [
    "WeChat, HarmonyOS",
    `${harmony} ArkWeb/4.1 MicroMessenger/8.0.9`,
    "wechat",
    "wechat wechat sheet menu true",
  ],
  [
    "WeChat, Windows",
    `${windows} Chrome/126 MicroMessenger/7.0.20 WindowsWechat(0x63090c33)`,
    "wechatDesktop",
    "wechat wechat elsewhere menu false",
  ],
  [
    "WeChat, Mac",
    `${mac} MicroMessenger/6.8.0 MacWechat/3.8.9`,
    "wechatDesktop",
    "wechat wechat elsewhere menu false",
  ],
  [
    "a mini-program, Android",
    `${android} ${xweb} MiniProgramEnv/android`,
    "miniProgram",
    "wechat wechat miniProgram menu true",
  ],
  [
    "a mini-program, iPhone",
    `${iphone} MicroMessenger/8.0.49 miniProgram/wx01`,
    "miniProgram",
    "wechat wechat miniProgram menu true",
  ],
  [
    "WeCom, Android",
    `${android} Chrome/108 wxwork/4.1.20 MicroMessenger/7.0.1`,
    "wecom",
    "sms browser elsewhere link false",
  ],
  [
    "WeCom, Windows",
    `${windows} Chrome/116 wxwork/4.1.16 (MicroMessenger/6.2) WindowsWechat`,
    "wecom",
    "sms browser elsewhere link false",
  ],
  [
    "Alipay, iPhone",
    `${iphone} Mobile/15E148 Nebula AliApp(AP/10.5.96) AlipayClient/10.5.96`,
    "alipay",
    "sms browser elsewhere link false",
  ],
  [
    "Douyin, Android",
    `${android} Chrome/118 Mobile Safari/537.36 aweme_290500 BytedanceWebview/d8a21c6`,
    "douyin",
    "sms browser elsewhere link false",
  ],
  [
    "QQ, iPhone",
    `${iphone} Mobile/15E148 QQ/9.0.8.665 V1_IPH_SQ_9.0.8_1_APP_A`,
    "qq",
    "sms browser elsewhere link false",
  ],
  [
    "the QQ browser",
    `${android} Chrome/98 MQQBrowser/13.8 Mobile Safari/537.36`,
    "phoneBrowser",
    "sms browser cashier link false",
  ],
  [
    "Safari, iPhone",
    `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`,
    "phoneBrowser",
    "sms browser cashier link false",
  ],
  [
    "Chrome, Android",
    `${android} Chrome/120.0.0.0 Mobile Safari/537.36`,
    "phoneBrowser",
    "sms browser cashier link false",
  ],
  [
    "the browser of HarmonyOS",
    `${harmony} HuaweiBrowser/5.1.2`,
    "phoneBrowser",
    "sms browser cashier link false",
  ],
  [
    "Chrome, Windows",
    `${windows} Chrome/124.0.0.0 Safari/537.36`,
    "desktopBrowser",
    "sms browser elsewhere link false",
  ],
  ["nothing at all", "", "phoneBrowser", "sms browser cashier link false"],
];

test.each(table)("%s", (_what, userAgent, client, features) => {
  expect(findClient(userAgent)).toBe(client);
  const { login, locate, pay, share, scan } = clientFeatures[client];
  expect([login, locate, pay, share, scan].join(" ")).toBe(features);
});

test("every client has a row", () => {
  expect(new Set(table.map(([, , client]) => client))).toEqual(new Set(Object.keys(clientFeatures)));
});
