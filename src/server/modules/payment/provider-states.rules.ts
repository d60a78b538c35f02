import type { PaymentStatus } from "#contract/order/payment.schema.ts";
import type { Trade } from "../../gateways/wechat-pay/WechatPayGateway.ts";

/** State of a trade as customers see it, by the provider's own. */
export const providerStates = {
  SUCCESS: "paid",
  REFUND: "paid",
  NOTPAY: "unpaid",
  USERPAYING: "paying",
  PAYERROR: "failed",
  CLOSED: "closed",
  UNKNOWN: null,
} as const satisfies Record<Trade["state"], PaymentStatus["provider_state"]>;
