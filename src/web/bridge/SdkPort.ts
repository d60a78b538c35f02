/** Response of the SDK; the result of an API is beside the message. */
export interface SdkResult {
  errMsg?: string;
  latitude?: unknown;
  longitude?: unknown;
  resultStr?: unknown;
}

interface SdkCallbacks {
  success?: (result: SdkResult) => void;
  fail?: (result: SdkResult) => void;
  cancel?: (result: SdkResult) => void;
}

interface SdkConfig {
  appId: string;
  timestamp: number;
  nonceStr: string;
  signature: string;
  jsApiList: string[];
}

type SdkMethod = (params: SdkCallbacks & Record<string, unknown>) => void;

/** SDK methods that are configured and called. */
export const sdkMethods = [
  "getLocation",
  "openLocation",
  "updateAppMessageShareData",
  "updateTimelineShareData",
  "scanQRCode",
] as const;
export type SdkMethodName = (typeof sdkMethods)[number];

/** Parts of weixin-js-sdk used by this app; its own types leave some of it out. */
export interface SdkPort extends Record<SdkMethodName, SdkMethod> {
  config(settings: SdkConfig): void;
  /** Works without a configuration. */
  miniProgram: { navigateTo: SdkMethod };
  ready(callback: () => void): void;
  error(fail: (result: SdkResult) => void): void;
}

/** Loads the real SDK. */
export async function loadSdk(): Promise<SdkPort> {
  const { default: sdk } = await import("weixin-js-sdk");
  return sdk as unknown as SdkPort;
}
