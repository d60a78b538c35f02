import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { staffOrderSchemas } from "./schema.ts";

type S = typeof staffOrderSchemas;

export const staffOrderEndpoints = {
  refundRequests: endpoint<SchemaTypes<S["refundRequests"]>>(
    "GET",
    "/api/v1/order/admin/refund-requests",
    "staff",
  ),
  answerRequest: endpoint<SchemaTypes<S["answerRequest"]>>(
    "POST",
    "/api/v1/order/admin/refund-request/answer",
    "staff",
  ),
  reopenRequest: endpoint<SchemaTypes<S["reopenRequest"]>>(
    "POST",
    "/api/v1/order/admin/refund-request/reopen",
    "staff",
  ),
  failedRefunds: endpoint<SchemaTypes<S["failedRefunds"]>>(
    "GET",
    "/api/v1/order/admin/failed-refunds",
    "staff",
  ),
  retryRefund: endpoint<SchemaTypes<S["retryRefund"]>>(
    "POST",
    "/api/v1/order/admin/failed-refund/retry",
    "staff",
  ),
  settleRefund: endpoint<SchemaTypes<S["settleRefund"]>>(
    "POST",
    "/api/v1/order/admin/failed-refund/settle",
    "staff",
  ),
  reportSoldout: endpoint<SchemaTypes<S["reportSoldout"]>>("POST", "/api/v1/order/admin/soldout", "staff"),
};
