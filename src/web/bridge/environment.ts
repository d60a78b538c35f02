/** Host app: WeChat, WeCom, a mini-program's web-view, WeChat's developer tools, or any browser. */
export type HostKind = "wechat" | "wecom" | "miniprogram" | "devtools" | "browser";
export type Platform = "android" | "ios" | "harmony" | "desktop" | "other";

/** Environment of the page, derived from the user agent. */
export interface Environment {
  readonly kind: HostKind;
  readonly platform: Platform;
  /** WeChat's own version, for example "8.0.48"; null outside of WeChat. */
  readonly wechatVersion: string | null;
  /** Whether WeChat's payment sheet can open over the page (JSAPI). */
  readonly hasPaymentSheet: boolean;
  /**
   * Whether the JS-SDK is checked against the document's URL, whatever the router did since (WeChat on iOS).
   */
  readonly signsEntryUrl: boolean;
}

/** Returns whether a page runs inside WeChat itself (not WeCom, which calls itself MicroMessenger too). */
export function isWechat(userAgent: string): boolean {
  return /MicroMessenger/i.test(userAgent) && !/wxwork/i.test(userAgent);
}

/** Returns the user agent of this page; an iPad that calls itself Macintosh, as a Mac does, is named as what it is. */
export function readUserAgent(): string {
  const { userAgent, maxTouchPoints } = navigator;
  // No Mac has a touch screen.
  return maxTouchPoints > 1 ? userAgent.replace("Macintosh", "iPad") : userAgent;
}

/** Parses a user agent. Pure; unknown texts are an ordinary browser on an unknown platform. */
export function parseUserAgent(userAgent: string): Environment {
  const kind = detectHostKind(userAgent);
  const platform = detectPlatform(userAgent);
  return {
    kind,
    platform,
    wechatVersion: /MicroMessenger\/(\d+(?:\.\d+)+)/i.exec(userAgent)?.[1] ?? null,
    hasPaymentSheet: kind === "wechat" || kind === "devtools",
    signsEntryUrl: kind !== "browser" && platform === "ios",
  };
}

/**
 * Returns whether the page runs in a mini-program's web-view. Not every client says so in its user agent; the
 * mark in the page comes with WeChat's own object, so wait for that.
 */
export function isMiniProgram(userAgent: string, page: object): boolean {
  const isMarked = "__wxjs_environment" in page && page.__wxjs_environment === "miniprogram";
  return isMarked || parseUserAgent(userAgent).kind === "miniprogram";
}

function detectHostKind(userAgent: string): HostKind {
  if (/wxwork/i.test(userAgent)) return "wecom";
  if (/wechatdevtools|wxdebugger/i.test(userAgent)) return "devtools";
  if (!/MicroMessenger/i.test(userAgent)) return "browser";
  // Mini-programs write "miniProgram" on iOS and "MiniProgramEnv/android" on Android.
  return /miniprogram/i.test(userAgent) ? "miniprogram" : "wechat";
}

/** Desktop clients and the developer tools also contain the names of phones, so they are matched first. */
function detectPlatform(userAgent: string): Platform {
  if (/WindowsWechat|MacWechat/i.test(userAgent)) return "desktop";
  // HarmonyOS NEXT says OpenHarmony and not Android; older HarmonyOS runs Android apps and says Android.
  if (/OpenHarmony/i.test(userAgent) && !/Android/i.test(userAgent)) return "harmony";
  if (/Android/i.test(userAgent)) return "android";
  if (/iPhone|iPad|iPod/i.test(userAgent)) return "ios";
  return /Windows NT|Macintosh|X11|CrOS/i.test(userAgent) ? "desktop" : "other";
}
