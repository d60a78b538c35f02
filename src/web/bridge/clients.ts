import { parseUserAgent } from "./environment.ts";

/** App or browser around the page, as far as it changes what works. */
export type ClientName =
  | "wechat"
  | "wechatDesktop"
  | "miniProgram"
  | "wecom"
  | "alipay"
  | "douyin"
  | "qq"
  | "phoneBrowser"
  | "desktopBrowser";

/** What works in a client; the reasons are in docs/webview.md. */
export interface ClientFeatures {
  /** First login offered. */
  readonly login: "wechat" | "sms";
  /** Source of a position. */
  readonly locate: "wechat" | "browser";
  /**
   * WeChat Pay: by the sheet over the page, on the mini-program's page or by a link, on WeChat's cashier page, or
   * probably only elsewhere.
   */
  readonly pay: "sheet" | "miniProgram" | "cashier" | "elsewhere";
  /** How a page is passed on: by the menu of WeChat, or by copying a link. */
  readonly share: "menu" | "link";
  /** Whether a camera can scan a table's code. */
  readonly scan: boolean;
}

const inWechat = { login: "wechat", locate: "wechat", share: "menu", scan: true } as const;
const outside = { login: "sms", locate: "browser", share: "link", scan: false } as const;

/** Features by client. */
export const clientFeatures: Readonly<Record<ClientName, ClientFeatures>> = {
  wechat: { ...inWechat, pay: "sheet" },
  wechatDesktop: { ...inWechat, pay: "elsewhere", scan: false },
  miniProgram: { ...inWechat, pay: "miniProgram" },
  wecom: { ...outside, pay: "elsewhere" },
  alipay: { ...outside, pay: "elsewhere" },
  douyin: { ...outside, pay: "elsewhere" },
  qq: { ...outside, pay: "elsewhere" },
  phoneBrowser: { ...outside, pay: "cashier" },
  desktopBrowser: { ...outside, pay: "elsewhere" },
};

/** Finds the client of a user agent. Pure; unknown texts are a phone's browser, in which most things are tried. */
export function findClient(userAgent: string): ClientName {
  const { kind, platform } = parseUserAgent(userAgent);
  if (kind === "wecom") return "wecom";
  if (kind === "miniprogram") return "miniProgram";
  if (kind === "devtools") return "wechat";
  if (kind === "wechat") return platform === "desktop" ? "wechatDesktop" : "wechat";
  if (/AlipayClient/i.test(userAgent)) return "alipay";
  if (/aweme|BytedanceWebview|ToutiaoMicroApp/i.test(userAgent)) return "douyin";
  // The app QQ, and not its browser (MQQBrowser alone).
  if (/\sQQ\//.test(userAgent)) return "qq";
  return platform === "desktop" ? "desktopBrowser" : "phoneBrowser";
}
