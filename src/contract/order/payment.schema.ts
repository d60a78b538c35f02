import Type, { type Static } from "typebox";
import { nullable, stringEnum } from "../schema-helpers.ts";
import { orderStatuses } from "./status.ts";

const OrderStatusSchema = stringEnum(orderStatuses);

const JsapiParams = Type.Object({
  appId: Type.String(),
  timeStamp: Type.String(),
  nonceStr: Type.String(),
  package: Type.String(),
  signType: Type.String(),
  paySign: Type.String(),
});

/** Next step of a payment: nothing left to do, a page to open, or parameters for the WeChat payment sheet. */
export const PaymentStart = Type.Object({
  status: OrderStatusSchema,
  kind: stringEnum(["settled", "h5", "jsapi"]),
  h5_url: nullable(Type.String()),
  jsapi: nullable(JsapiParams),
});
export type PaymentStart = Static<typeof PaymentStart>;

export const PaymentStatus = Type.Object({
  order_id: Type.String(),
  /** `paid` is final; `pending` may still change; `unpaid` means that no payment is under way. */
  pay_status: stringEnum(["unpaid", "pending", "paid", "closed"]),
  /**
   * State of the open attempt at the provider: `unpaid` also while the customer is still at the payment page,
   * because the provider cannot tell that from a cancelled payment. Null if not queried or not answered in
   * time.
   */
  provider_state: nullable(stringEnum(["unpaid", "paying", "failed", "closed", "paid"])),
  status: OrderStatusSchema,
  status_text: Type.String(),
});
export type PaymentStatus = Static<typeof PaymentStatus>;
