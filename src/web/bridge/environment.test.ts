import { describe, expect, test, vi } from "vitest";
import {
  type HostKind,
  isMiniProgram,
  isWechat,
  type Platform,
  parseUserAgent,
  readUserAgent,
} from "./environment.ts";

const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${webkit}`;
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink}`;

/** User agents of phones and computers: [description, text, kind, platform, version of WeChat]. */
const table: [string, string, HostKind, Platform, string | null][] = [
  [
    "WeChat, Android, XWEB 116",
    `Mozilla/5.0 (Linux; Android 13; V2148A Build/TP1A.220624.014; wv) ${blink} Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160065 MMWEBSDK/20231202 MMWEBID/2247 MicroMessenger/8.0.47.2560(0x28002F30) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64`,
    "wechat",
    "android",
    "8.0.47.2560",
  ],
  [
    "WeChat, Android, XWEB 130",
    `Mozilla/5.0 (Linux; Android 14; 23127PN0CC Build/UKQ1.230804.001; wv) ${blink} Version/4.0 Chrome/130.0.6723.103 Mobile Safari/537.36 XWEB/1300467 MMWEBSDK/20250503 MMWEBID/6533 MicroMessenger/8.0.61.2880(0x28003D3B) WeChat/arm64 Weixin NetType/5G Language/zh_CN ABI/arm64`,
    "wechat",
    "android",
    "8.0.61.2880",
  ],
  [
    "WeChat, Android, XWEB 142",
    `Mozilla/5.0 (Linux; Android 15; PKG110 Build/UKQ1.231108.001; wv) ${blink} Version/4.0 Chrome/142.0.7444.173 Mobile Safari/537.36 XWEB/1420273 MMWEBSDK/20251101 MicroMessenger/8.0.69.3000(0x28004541) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64`,
    "wechat",
    "android",
    "8.0.69.3000",
  ],
  [
    "WeChat, Android, old TBS engine",
    `Mozilla/5.0 (Linux; Android 10; LIO-AL00 Build/HUAWEILIO-AL00; wv) ${blink} Version/4.0 Chrome/78.0.3904.62 XWEB/2692 MMWEBSDK/200901 Mobile Safari/537.36 MMWEBID/3459 MicroMessenger/7.0.19.1760(0x27001335) Process/tools WeChat/arm64 NetType/4G Language/zh_CN ABI/arm64`,
    "wechat",
    "android",
    "7.0.19.1760",
  ],
  [
    "WeChat on HarmonyOS 4, an Android app",
    `Mozilla/5.0 (Linux; Android 12; HarmonyOS; ALN-AL00 Build/HUAWEIALN-AL00; wv) ${blink} Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160117 MMWEBSDK/20240404 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/WIFI`,
    "wechat",
    "android",
    "8.0.49.2600",
  ],
  [
    "WeChat on HarmonyOS NEXT",
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${blink} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile MicroMessenger/8.0.9.44(0xf3800926) Weixin NetType/WIFI Language/zh_CN`,
    "wechat",
    "harmony",
    "8.0.9.44",
  ],
  [
    "WeChat, iPhone, iOS 17",
    `${iphone} Mobile/15E148 MicroMessenger/8.0.50(0x18003230) NetType/WIFI Language/zh_CN`,
    "wechat",
    "ios",
    "8.0.50",
  ],
  [
    "WeChat, iPhone, iOS 15",
    `Mozilla/5.0 (iPhone; CPU iPhone OS 15_6 like Mac OS X) ${webkit} Mobile/15E148 MicroMessenger/8.0.37(0x1800252f) NetType/4G Language/zh_CN`,
    "wechat",
    "ios",
    "8.0.37",
  ],
  [
    "WeChat, iPad",
    `Mozilla/5.0 (iPad; CPU OS 16_3 like Mac OS X) ${webkit} Mobile/15E148 MicroMessenger/8.0.34(0x18002234) NetType/WIFI Language/zh_CN`,
    "wechat",
    "ios",
    "8.0.34",
  ],
  [
    "WeChat, Windows",
    `${windows} Chrome/116.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090a1b) XWEB/9165 Flue`,
    "wechat",
    "desktop",
    "7.0.20.1781",
  ],
  [
    "WeChat, Mac",
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${blink} Chrome/116.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/6.8.0(0x16080000) MacWechat/3.8.8(0x13080813) XWEB/1156 Flue`,
    "wechat",
    "desktop",
    "6.8.0",
  ],
  [
    "a mini-program, Android",
    `Mozilla/5.0 (Linux; Android 13; M2012K11AC Build/TKQ1.220829.002; wv) ${blink} Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160083 MMWEBSDK/20240301 MMWEBID/9394 MicroMessenger/8.0.48.2580(0x28003036) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64 MiniProgramEnv/android`,
    "miniprogram",
    "android",
    "8.0.48.2580",
  ],
  [
    "a mini-program, iPhone",
    `${iphone} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN miniProgram/wx0123456789abcdef`,
    "miniprogram",
    "ios",
    "8.0.49",
  ],
  [
    "a mini-program, Windows",
    `${windows} Chrome/122.0.0.0 Safari/537.36 MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI MiniProgramEnv/Windows WindowsWechat/WMPF WindowsWechat(0x63090c33)XWEB/11581`,
    "miniprogram",
    "desktop",
    "7.0.20.1781",
  ],
  [
    "WeCom, Android",
    `Mozilla/5.0 (Linux; Android 12; NOH-AN00 Build/HUAWEINOH-AN00; wv) ${blink} Version/4.0 Chrome/108.0.5359.128 Mobile Safari/537.36 wxwork/4.1.20 MicroMessenger/7.0.1 NetType/WIFI Language/zh Lang/zh ColorScheme/Light`,
    "wecom",
    "android",
    "7.0.1",
  ],
  [
    "WeCom, iPhone",
    `${iphone} Mobile/15E148 wxwork/4.1.22 MicroMessenger/7.0.1 Language/zh ColorScheme/Light`,
    "wecom",
    "ios",
    "7.0.1",
  ],
  [
    "WeCom, Windows",
    `${windows} Chrome/116.0.5845.97 Safari/537.36 wxwork/4.1.16 (MicroMessenger/6.2) WindowsWechat MailPlugin_Electron WeMail`,
    "wecom",
    "desktop",
    "6.2",
  ],
  [
    "the developer tools, as an iPhone",
    `Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) ${webkit} Version/15.0 Mobile/15E148 Safari/604.1 wechatdevtools/1.06.2402040 MicroMessenger/8.0.5 Language/zh_CN webview/`,
    "devtools",
    "ios",
    "8.0.5",
  ],
  [
    "the old web developer tools",
    `${windows} Chrome/39.0.2171.95 Safari/537.36 MicroMessenger/6.0 wxdebugger`,
    "devtools",
    "desktop",
    "6.0",
  ],
  [
    "Chrome, Android",
    `Mozilla/5.0 (Linux; Android 13; Pixel 7) ${blink} Chrome/120.0.0.0 Mobile Safari/537.36`,
    "browser",
    "android",
    null,
  ],
  [
    "the QQ browser, Android",
    `Mozilla/5.0 (Linux; U; Android 12; zh-cn; M2102J2SC Build/SKQ1) ${blink} Version/4.0 Chrome/98.0.4758.102 MQQBrowser/13.8 Mobile Safari/537.36`,
    "browser",
    "android",
    null,
  ],
  ["Safari, iPhone", `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`, "browser", "ios", null],
  [
    "the browser of HarmonyOS NEXT",
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${blink} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.1.2.300`,
    "browser",
    "harmony",
    null,
  ],
  [
    "Alipay, iPhone",
    `${iphone} Mobile/15E148 NebulaSDK/1.8.100112 Nebula PSDType(1) AlipayDefined(nt:WIFI) AliApp(AP/10.5.96) AlipayClient/10.5.96 Language/zh-Hans`,
    "browser",
    "ios",
    null,
  ],
  ["Chrome, Windows", `${windows} Chrome/124.0.0.0 Safari/537.36`, "browser", "desktop", null],
  ["nothing at all", "", "browser", "other", null],
];

test.each(table)("%s", (_name, userAgent, kind, platform, wechatVersion) => {
  expect(parseUserAgent(userAgent)).toMatchObject({ kind, platform, wechatVersion });
});

describe("derived features", () => {
  const of = (name: string) => {
    const found = table.find(([what]) => what === name);
    if (found === undefined) throw new Error(`no row ${name}`);
    return found[1];
  };

  test("the payment sheet opens in WeChat, and not in WeCom, mini-programs or browsers", () => {
    const canPay = table.filter(([, text]) => parseUserAgent(text).hasPaymentSheet).map(([, , kind]) => kind);
    expect([...new Set(canPay)]).toEqual(["wechat", "devtools"]);
    expect(parseUserAgent(of("WeCom, Android")).hasPaymentSheet).toBe(false);
  });

  test("only iOS signs its landing page", () => {
    expect(parseUserAgent(of("WeChat, iPad")).signsEntryUrl).toBe(true);
    expect(parseUserAgent(of("WeChat on HarmonyOS NEXT")).signsEntryUrl).toBe(false);
    expect(parseUserAgent(of("Safari, iPhone")).signsEntryUrl).toBe(false);
  });

  test("login by WeChat is available in WeChat, not in WeCom", () => {
    expect(isWechat(of("WeChat, iPhone, iOS 17"))).toBe(true);
    expect(isWechat(of("WeCom, iPhone"))).toBe(false);
    expect(isWechat(of("Chrome, Android"))).toBe(false);
  });
});

test.each([
  [`${iphone} MicroMessenger/8.0.60 miniProgram/wx1`, {}, true],
  [`${iphone} MicroMessenger/8.0.60`, { __wxjs_environment: "miniprogram" }, true],
  [`${iphone} MicroMessenger/8.0.60`, { __wxjs_environment: "browser" }, false],
  [`${iphone} MicroMessenger/8.0.60`, {}, false],
])("%s with %j is in a mini-program: %s", (userAgent, page, expected) => {
  expect(isMiniProgram(userAgent, page)).toBe(expected);
});

test.each([
  [5, "ios"],
  [0, "desktop"],
])("a Macintosh with %d touch points is %s", (maxTouchPoints, platform) => {
  const userAgent = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.5 Safari/605.1.15`;
  vi.stubGlobal("navigator", { userAgent, maxTouchPoints });
  expect(parseUserAgent(readUserAgent()).platform).toBe(platform);
  vi.unstubAllGlobals();
});
