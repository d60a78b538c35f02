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
};
