import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { orderSchemas } from "./schema.ts";

type S = typeof orderSchemas;

export const orderEndpoints = {
  quote: endpoint<TypesOf<S["quote"]>>("POST", "/api/v1/order/quote", "customer"),
  create: endpoint<TypesOf<S["create"]>>("POST", "/api/v1/order/create", "customer"),
  list: endpoint<TypesOf<S["list"]>>("GET", "/api/v1/order/list", "customer"),
  detail: endpoint<TypesOf<S["detail"]>>("GET", "/api/v1/order/detail", "customer"),
  detailPublic: endpoint<TypesOf<S["detailPublic"]>>("GET", "/api/v1/order/detail-public", "public"),
  pay: endpoint<TypesOf<S["pay"]>>("POST", "/api/v1/order/pay", "customer"),
  payQuery: endpoint<TypesOf<S["payQuery"]>>("GET", "/api/v1/order/pay/query", "customer"),
  cancel: endpoint<TypesOf<S["cancel"]>>("POST", "/api/v1/order/cancel", "customer"),
  refundRequest: endpoint<TypesOf<S["refundRequest"]>>("POST", "/api/v1/order/apply-refund", "customer"),
  /**
   * The old path of `refundRequest`, for other clients only. Those that choose the token by the path send the service
   * token here, because the path begins like that of `refund`: it is taken too, for a request in the customer's name.
   */
  oldRefundRequest: endpoint<TypesOf<S["oldRefundRequest"]>>(
    "POST",
    "/api/v1/order/refund-request",
    "either",
  ),
  voucher: endpoint<TypesOf<S["voucher"]>>("GET", "/api/v1/order/voucher", "public"),
  board: endpoint<TypesOf<S["board"]>>("GET", "/api/v1/order/admin/board", "staff"),
  advance: endpoint<TypesOf<S["advance"]>>("POST", "/api/v1/order/admin/advance", "staff"),
  refund: endpoint<TypesOf<S["refund"]>>("POST", "/api/v1/order/refund", "staff"),
};
