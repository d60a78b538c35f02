import type { FastifyInstance } from "fastify";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { orderSchemas } from "#contract/order/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { RefundRequestService } from "./refund-request.service.ts";
import type { StaffRefundService } from "./staff-refund.service.ts";

const { refund, refundRequest, oldRefundRequest } = orderEndpoints;

/** Registers the endpoints by which customers request refunds and staff refund orders. */
export function refundRoutes(
  app: FastifyInstance,
  guard: Guard,
  {
    refundRequests,
    staffRefunds,
  }: { refundRequests: RefundRequestService; staffRefunds: StaffRefundService },
): void {
  const endpoints = { refund, refundRequest, oldRefundRequest };
  registerEndpoints(app, { endpoints, schemas: orderSchemas }, guard, {
    refund: ({ staffId, body }) => staffRefunds.refund(staffId, body),
    refundRequest: ({ customerId, body }) => refundRequests.create(customerId, body),
    oldRefundRequest: ({ customerId, staffId, body }) =>
      customerId === ""
        ? refundRequests.createForCustomer(staffId, body)
        : refundRequests.create(customerId, body),
  });
}
