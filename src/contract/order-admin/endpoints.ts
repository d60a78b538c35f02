import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { orderAdminSchemas } from "./schema.ts";

type S = typeof orderAdminSchemas;

export const orderAdminEndpoints = {
  refundRequests: endpoint<TypesOf<S["refundRequests"]>>(
    "GET",
    "/api/v1/order/admin/refund-requests",
    "staff",
  ),
  answerRequest: endpoint<TypesOf<S["answerRequest"]>>(
    "POST",
    "/api/v1/order/admin/refund-request/answer",
    "staff",
  ),
  reopenRequest: endpoint<TypesOf<S["reopenRequest"]>>(
    "POST",
    "/api/v1/order/admin/refund-request/reopen",
    "staff",
  ),
  failedRefunds: endpoint<TypesOf<S["failedRefunds"]>>("GET", "/api/v1/order/admin/failed-refunds", "staff"),
  retryRefund: endpoint<TypesOf<S["retryRefund"]>>(
    "POST",
    "/api/v1/order/admin/failed-refund/retry",
    "staff",
  ),
  settleRefund: endpoint<TypesOf<S["settleRefund"]>>(
    "POST",
    "/api/v1/order/admin/failed-refund/settle",
    "staff",
  ),
  reportSoldout: endpoint<TypesOf<S["reportSoldout"]>>("POST", "/api/v1/order/admin/soldout", "staff"),
};
