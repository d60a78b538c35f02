import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { orderSchemas } from "./schema.ts";

type S = typeof orderSchemas;

export const orderEndpoints = {
  quote: endpoint<SchemaTypes<S["quote"]>>("POST", "/api/v1/order/quote", "customer"),
  create: endpoint<SchemaTypes<S["create"]>>("POST", "/api/v1/order/create", "customer"),
  list: endpoint<SchemaTypes<S["list"]>>("GET", "/api/v1/order/list", "customer"),
  detail: endpoint<SchemaTypes<S["detail"]>>("GET", "/api/v1/order/detail", "customer"),
  detailPublic: endpoint<SchemaTypes<S["detailPublic"]>>("GET", "/api/v1/order/detail-public", "public"),
  pay: endpoint<SchemaTypes<S["pay"]>>("POST", "/api/v1/order/pay", "customer"),
  payQuery: endpoint<SchemaTypes<S["payQuery"]>>("GET", "/api/v1/order/pay/query", "customer"),
  cancel: endpoint<SchemaTypes<S["cancel"]>>("POST", "/api/v1/order/cancel", "customer"),
  refundRequest: endpoint<SchemaTypes<S["refundRequest"]>>("POST", "/api/v1/order/apply-refund", "customer"),
  /**
   * Old path of `refundRequest`, for other clients only. Clients that choose the token by path prefix send
   * the service token here, as for `refund`; it is accepted for a request in the customer's name.
   */
  oldRefundRequest: endpoint<SchemaTypes<S["oldRefundRequest"]>>(
    "POST",
    "/api/v1/order/refund-request",
    "either",
  ),
  voucher: endpoint<SchemaTypes<S["voucher"]>>("GET", "/api/v1/order/voucher", "public"),
  board: endpoint<SchemaTypes<S["board"]>>("GET", "/api/v1/order/admin/board", "staff"),
  advance: endpoint<SchemaTypes<S["advance"]>>("POST", "/api/v1/order/admin/advance", "staff"),
  refund: endpoint<SchemaTypes<S["refund"]>>("POST", "/api/v1/order/refund", "staff"),
};
