import type { FastifyInstance } from "fastify";
import { orderAdminEndpoints } from "#contract/order-admin/endpoints.ts";
import { orderAdminSchemas } from "#contract/order-admin/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { FailedRefundService } from "../payment/FailedRefundService.ts";
import type { RefundCaseService } from "../payment/RefundCaseService.ts";
import type { SoldoutService } from "../payment/SoldoutService.ts";

/** What staff do with requests for refunds, with refunds that failed, and with dishes that cannot be made. */
export function orderAdminRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: { cases: RefundCaseService; failed: FailedRefundService; soldouts: SoldoutService },
): void {
  const { cases, failed, soldouts } = services;
  bindCalls(app, { endpoints: orderAdminEndpoints, schemas: orderAdminSchemas }, guard, {
    refundRequests: ({ staffId, query }) => cases.list(staffId, query ?? {}),
    answerRequest: ({ staffId, body }) => cases.answer(staffId, body),
    reopenRequest: ({ staffId, body }) => cases.reopen(staffId, body),
    failedRefunds: ({ staffId, query }) => failed.list(staffId, query ?? {}),
    retryRefund: ({ staffId, body }) => failed.retry(staffId, body),
    settleRefund: ({ staffId, body }) => failed.settle(staffId, body),
    reportSoldout: ({ staffId, body }) => soldouts.report(staffId, body),
  });
}
