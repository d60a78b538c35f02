import Type, { type Static } from "typebox";
import { nullable, oneOf } from "../shape.ts";
import { orderStatuses } from "./status.ts";

const Status = oneOf(orderStatuses);

const JsapiParams = Type.Object({
  appId: Type.String(),
  timeStamp: Type.String(),
  nonceStr: Type.String(),
  package: Type.String(),
  signType: Type.String(),
  paySign: Type.String(),
});

/** What paying leads to: nothing left to do, a page to open, or parameters for the WeChat sheet. */
export const PayStart = Type.Object({
  status: Status,
  kind: oneOf(["settled", "h5", "jsapi"]),
  h5_url: nullable(Type.String()),
  jsapi: nullable(JsapiParams),
});
export type PayStart = Static<typeof PayStart>;

export const PayState = Type.Object({
  order_id: Type.String(),
  /** `paid` once and for all; `pending` may still change; `unpaid` means no payment is under way. */
  pay_status: oneOf(["unpaid", "pending", "paid", "closed"]),
  /**
   * What the provider has just said of the open attempt: `unpaid` also while the customer still stands at its page, for
   * the provider cannot tell that from a cancelled payment. Null when it was not asked or gave no answer in time.
   */
  provider_state: nullable(oneOf(["unpaid", "paying", "failed", "closed", "paid"])),
  status: Status,
  status_text: Type.String(),
});
export type PayState = Static<typeof PayState>;
