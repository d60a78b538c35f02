/** Simulated WeChat platforms. */
export const PLATFORMS = ["android", "ios", "harmony", "desktop"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** User agents by platform, as captured from real clients. */
export const USER_AGENTS: Record<Platform, string> = {
  android:
    "Mozilla/5.0 (Linux; Android 14; 23127PN0CC Build/UKQ1.230804.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.7204.180 Mobile Safari/537.36 XWEB/1380055 MMWEBSDK/20250503 MicroMessenger/8.0.61.2880(0x28003D51) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64",
  ios: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN",
  harmony:
    "Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile MicroMessenger/8.0.9.34(0xf380092f) Weixin NetType/WIFI Language/zh_CN",
  desktop:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090c33) XWEB/13603 Flue",
};

/**
 * Container of the page: WeChat's own browser, or the web-view of a mini-program, whose user agent may not
 * reveal it.
 */
export const CONTAINERS = ["browser", "mini_program", "mini_program_unnamed"] as const;
export type Container = (typeof CONTAINERS)[number];

/** Returns the suffix that a mini-program's web-view adds to a user agent. */
export function containerSuffix(userAgent: string, container: Container): string {
  if (container !== "mini_program") return "";
  return /Android/i.test(userAgent) ? " MiniProgramEnv/android" : " miniProgram/wx0000000000000000";
}

/** Returns the user agent to forward: a real WeChat's own, else that of the simulated platform. */
export function wechatUserAgent(
  originalUserAgent: string | undefined,
  { platform, container }: { platform: Platform; container: Container },
): string {
  const userAgent = originalUserAgent?.includes("MicroMessenger") ? originalUserAgent : USER_AGENTS[platform];
  return userAgent + containerSuffix(userAgent, container);
}
