import type { PayingApp } from "../../gateways/wechat-pay/WechatPayGateway.ts";
import { type OnlineChannel, onlineChannels } from "../../schema/payments.ts";

/** Returns whether money of this channel goes through the provider. */
export function isOnline(channel: string): channel is OnlineChannel {
  return onlineChannels.some((one) => one === channel);
}

/** Returns the app whose user pays by this channel. */
export function payingApp(channel: string): PayingApp {
  return channel === "mini_program" ? "mini_program" : "account";
}
