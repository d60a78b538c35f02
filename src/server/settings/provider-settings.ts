import {
  integerSetting,
  originsSetting,
  patternSetting,
  pemSetting,
  textSetting,
  urlSetting,
} from "./setting.ts";

const isRequiredInProduction = true;

/** Aliyun SMS. */
export const smsSettings = {
  SMS_BASE_URL: urlSetting({ default: "https://dysmsapi.aliyuncs.com", meaning: "address of Aliyun SMS" }),
  SMS_ACCESS_KEY_ID: textSetting({ isRequiredInProduction, meaning: "id of the access key" }),
  SMS_ACCESS_KEY_SECRET: textSetting({ isRequiredInProduction, meaning: "secret of the access key" }),
  SMS_SIGN_NAME: textSetting({ isRequiredInProduction, meaning: "approved signature of the messages" }),
  SMS_TEMPLATE_CODE: textSetting({
    isRequiredInProduction,
    meaning: "approved template with the one parameter `code`",
  }),
  SMS_PHONE_CHANGED_TEMPLATE_CODE: textSetting({
    meaning:
      "approved template with the one parameter `phone`, the new number masked, which tells the old number that the account has another; empty for no message",
  }),
};

/** Amap. */
export const mapSettings = {
  MAPS_BASE_URL: urlSetting({ default: "https://restapi.amap.com", meaning: "address of Amap" }),
  MAPS_SERVER_KEY: textSetting({
    isRequiredInProduction,
    meaning: "key of the web service, for place search",
  }),
  MAPS_BROWSER_KEY: textSetting({
    isRequiredInProduction,
    meaning: "key for browsers, for reverse geocoding; it is public",
  }),
  MAPS_SCRIPT_BASE_URL: urlSetting({
    default: "https://webapi.amap.com",
    meaning: "address of Amap's JavaScript API 2.0, which draws the map in the form of a restaurant",
  }),
  MAPS_SCRIPT_KEY: textSetting({
    defaultNote: "that of `MAPS_BROWSER_KEY`",
    meaning: "key of the JavaScript API; without it places and areas are typed as numbers",
  }),
  MAPS_SCRIPT_SECURITY_CODE: textSetting({
    meaning: "security code (jscode) of that key; admins' browsers receive it",
  }),
};

/** The WeChat account that customers log in with. */
export const wechatSettings = {
  WECHAT_APPID: textSetting({ isRequiredInProduction, meaning: "id of the service account" }),
  WECHAT_APP_SECRET: textSetting({ isRequiredInProduction, meaning: "secret of the service account" }),
  WECHAT_OPEN_BASE_URL: urlSetting({
    default: "https://open.weixin.qq.com",
    meaning: "address of the authorisation page",
  }),
  WECHAT_API_BASE_URL: urlSetting({
    default: "https://api.weixin.qq.com",
    meaning: "address of the open platform's API",
  }),
  WECHAT_ORIGINS: originsSetting({
    meaning:
      "further origins beside `PUBLIC_URL` under which the app is opened; the server signs pages of these alone and returns to no others",
  }),
  MINI_PROGRAM_PAY_PATH: patternSetting(/^(\/[\w-]+)+$/, {
    unit: "path such as `/pages/pay/index`",
    form: "look like /pages/pay/index",
    meaning:
      "page of the chain's mini-program that pays orders seen in its web-view; it is opened with `order_id` and `ticket` (docs/mini-program). Without it the app asks to pay by member card or to open a link in WeChat",
  }),
  MINI_PROGRAM_APPID: textSetting({
    meaning: "id of that mini-program, which is linked with the merchant of WeChat Pay",
  }),
  MINI_PROGRAM_APP_SECRET: textSetting({ meaning: "secret of that mini-program" }),
};

/** WeChat Pay APIv3. */
export const wechatPaySettings = {
  WECHAT_PAY_BASE_URL: urlSetting({
    default: "https://api.mch.weixin.qq.com",
    meaning: "address of WeChat Pay",
  }),
  WECHAT_PAY_MCHID: textSetting({ isRequiredInProduction, meaning: "number of the merchant" }),
  WECHAT_PAY_APPID: textSetting({
    isRequiredInProduction,
    meaning: "id of the account that is linked with the merchant; the same as `WECHAT_APPID`",
  }),
  WECHAT_PAY_MERCHANT_SERIAL: textSetting({
    isRequiredInProduction,
    meaning: "serial number of the merchant's certificate",
  }),
  WECHAT_PAY_PRIVATE_KEY: pemSetting({ isRequiredInProduction, meaning: "private key of the merchant" }),
  WECHAT_PAY_PUBLIC_KEY_ID: textSetting({ isRequiredInProduction, meaning: "id of WeChat Pay's public key" }),
  WECHAT_PAY_PUBLIC_KEY: pemSetting({ isRequiredInProduction, meaning: "WeChat Pay's public key" }),
  WECHAT_PAY_API_V3_KEY: textSetting({
    isRequiredInProduction,
    unit: "32 bytes",
    meaning: "key that decrypts notifications",
  }),
  PAYMENT_ANSWER_MS: integerSetting({
    default: "1500",
    unit: "ms",
    min: 100,
    max: 60_000,
    meaning:
      "longest wait of a customer who queries a payment for WeChat Pay's answer; the server still processes a later answer",
  }),
};
