import type { FastifyInstance } from "fastify";
import { orderAdminEndpoints } from "#contract/order-admin/endpoints.ts";
import { orderAdminSchemas } from "#contract/order-admin/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { RefundCaseService } from "../payment/RefundCaseService.ts";

/** What staff do with requests for refunds. */
export function orderAdminRoutes(app: FastifyInstance, guard: Guard, cases: RefundCaseService): void {
  bindCalls(app, { endpoints: orderAdminEndpoints, schemas: orderAdminSchemas }, guard, {
    refundRequests: ({ staffId, query }) => cases.list(staffId, query ?? {}),
    answerRequest: ({ staffId, body }) => cases.answer(staffId, body),
  });
}
