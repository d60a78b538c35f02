import type { Credentials } from "./credentials.ts";
import { miniProgramPayPath } from "./wechat/client/miniProgramPages.ts";

/** Settings that point the product server at this sandbox. */
export type SandboxEnvironment = Record<
  | "SMS_BASE_URL"
  | "SMS_ACCESS_KEY_ID"
  | "SMS_ACCESS_KEY_SECRET"
  | "SMS_SIGN_NAME"
  | "SMS_TEMPLATE_CODE"
  | "SMS_PHONE_CHANGED_TEMPLATE_CODE"
  | "MAPS_BASE_URL"
  | "MAPS_SERVER_KEY"
  | "MAPS_BROWSER_KEY"
  | "MAPS_SCRIPT_BASE_URL"
  | "WECHAT_APPID"
  | "WECHAT_APP_SECRET"
  | "WECHAT_OPEN_BASE_URL"
  | "WECHAT_API_BASE_URL"
  | "WECHAT_ORIGINS"
  | "MINI_PROGRAM_PAY_PATH"
  | "MINI_PROGRAM_APPID"
  | "MINI_PROGRAM_APP_SECRET"
  | "WECHAT_PAY_BASE_URL"
  | "WECHAT_PAY_MCHID"
  | "WECHAT_PAY_APPID"
  | "WECHAT_PAY_MERCHANT_SERIAL"
  | "WECHAT_PAY_PRIVATE_KEY"
  | "WECHAT_PAY_PUBLIC_KEY_ID"
  | "WECHAT_PAY_PUBLIC_KEY"
  | "WECHAT_PAY_API_V3_KEY",
  string
>;

/** Sandbox addresses: for servers, for browsers, and the app inside the simulated WeChat. */
export type SandboxUrls = { url: string; publicUrl: string; wechatUrl: string };

/** Returns the settings by environment variable name. */
export function sandboxEnvironment(
  keys: Credentials,
  { url, publicUrl, wechatUrl }: SandboxUrls,
): SandboxEnvironment {
  return {
    SMS_BASE_URL: `${url}/aliyun-sms`,
    SMS_ACCESS_KEY_ID: keys.smsAccessKeyId,
    SMS_ACCESS_KEY_SECRET: keys.smsAccessKeySecret,
    SMS_SIGN_NAME: "食单",
    SMS_TEMPLATE_CODE: "SMS_100000001",
    SMS_PHONE_CHANGED_TEMPLATE_CODE: "SMS_100000002",
    MAPS_BASE_URL: `${publicUrl}/amap`,
    MAPS_SERVER_KEY: keys.mapsServerKey,
    MAPS_BROWSER_KEY: keys.mapsBrowserKey,
    MAPS_SCRIPT_BASE_URL: `${publicUrl}/amap-script`,
    WECHAT_APPID: keys.appid,
    WECHAT_APP_SECRET: keys.wechatAppSecret,
    WECHAT_OPEN_BASE_URL: publicUrl,
    WECHAT_API_BASE_URL: url,
    WECHAT_ORIGINS: wechatUrl,
    MINI_PROGRAM_PAY_PATH: miniProgramPayPath,
    MINI_PROGRAM_APPID: keys.miniProgramAppid,
    MINI_PROGRAM_APP_SECRET: keys.miniProgramAppSecret,
    WECHAT_PAY_BASE_URL: `${url}/wxpay`,
    WECHAT_PAY_MCHID: keys.mchid,
    WECHAT_PAY_APPID: keys.appid,
    WECHAT_PAY_MERCHANT_SERIAL: keys.merchantSerial,
    WECHAT_PAY_PRIVATE_KEY: keys.merchantPrivateKey,
    WECHAT_PAY_PUBLIC_KEY_ID: keys.platformKeyId,
    WECHAT_PAY_PUBLIC_KEY: keys.platformPublicKey,
    WECHAT_PAY_API_V3_KEY: keys.apiV3Key,
  };
}
