import type { FastifyInstance } from "fastify";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { withdrawalSchemas } from "#contract/withdrawal/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { WithdrawalService } from "./withdrawal.service.ts";
import type { WithdrawalReviewService } from "./withdrawal-review.service.ts";

/** Registers the withdrawal endpoints of customers and of reviewing staff. */
export function withdrawalRoutes(
  app: FastifyInstance,
  guard: Guard,
  { withdrawals, review }: { withdrawals: WithdrawalService; review: WithdrawalReviewService },
): void {
  registerEndpoints(app, { endpoints: withdrawalEndpoints, schemas: withdrawalSchemas }, guard, {
    withdraw: ({ customerId, body }) => withdrawals.withdraw(customerId, body),
    list: ({ customerId, query }) => withdrawals.list(customerId, query),
    adminList: ({ staffId, query }) => review.list(staffId, query),
    review: ({ staffId, body }) => review.review(staffId, body),
  });
}
