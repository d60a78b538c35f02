/** An answer of the SDK; what an API brings stands beside the message. */
export interface SdkAnswer {
  errMsg?: string;
  latitude?: unknown;
  longitude?: unknown;
  resultStr?: unknown;
}

interface SdkCallbacks {
  success?: (answer: SdkAnswer) => void;
  fail?: (answer: SdkAnswer) => void;
  cancel?: (answer: SdkAnswer) => void;
}

interface SdkConfig {
  appId: string;
  timestamp: number;
  nonceStr: string;
  signature: string;
  jsApiList: string[];
}

type SdkCall = (params: SdkCallbacks & Record<string, unknown>) => void;

/** The calls of the SDK that are configured for and made. */
export const sdkCalls = [
  "getLocation",
  "openLocation",
  "updateAppMessageShareData",
  "updateTimelineShareData",
  "scanQRCode",
] as const;
export type SdkCallName = (typeof sdkCalls)[number];

/** What this app uses of weixin-js-sdk; its own types leave some of it out. */
export interface SdkPort extends Record<SdkCallName, SdkCall> {
  config(settings: SdkConfig): void;
  /** Works without a configuration. */
  miniProgram: { navigateTo: SdkCall };
  ready(done: () => void): void;
  error(fail: (answer: SdkAnswer) => void): void;
}

/** Fetches the real SDK. */
export async function loadSdk(): Promise<SdkPort> {
  const { default: sdk } = await import("weixin-js-sdk");
  return sdk as unknown as SdkPort;
}
