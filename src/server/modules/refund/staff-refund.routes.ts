import type { FastifyInstance } from "fastify";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import { staffOrderSchemas } from "#contract/staff/order/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { FailedRefundService } from "./failed-refund.service.ts";
import type { RefundReviewService } from "./refund-review.service.ts";
import type { SoldoutService } from "./soldout.service.ts";

/** Registers the staff endpoints for refund requests, failed refunds and unavailable dishes. */
export function staffRefundRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: {
    refundReviews: RefundReviewService;
    failedRefunds: FailedRefundService;
    soldouts: SoldoutService;
  },
): void {
  const { refundReviews, failedRefunds, soldouts } = services;
  registerEndpoints(app, { endpoints: staffOrderEndpoints, schemas: staffOrderSchemas }, guard, {
    refundRequests: ({ staffId, query }) => refundReviews.list(staffId, query ?? {}),
    answerRequest: ({ staffId, body }) => refundReviews.answer(staffId, body),
    reopenRequest: ({ staffId, body }) => refundReviews.reopen(staffId, body),
    failedRefunds: ({ staffId, query }) => failedRefunds.list(staffId, query ?? {}),
    retryRefund: ({ staffId, body }) => failedRefunds.retry(staffId, body),
    settleRefund: ({ staffId, body }) => failedRefunds.settle(staffId, body),
    reportSoldout: ({ staffId, body }) => soldouts.report(staffId, body),
  });
}
