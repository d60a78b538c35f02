import type { FastifyInstance } from "fastify";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { orderSchemas } from "#contract/order/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { CancellationService } from "./cancellation.service.ts";
import type { PaymentService } from "./payment.service.ts";

const { pay, payQuery, cancel } = orderEndpoints;

/** Registers the endpoints by which customers pay for orders and cancel them. */
export function paymentRoutes(
  app: FastifyInstance,
  guard: Guard,
  { payments, cancels }: { payments: PaymentService; cancels: CancellationService },
): void {
  registerEndpoints(app, { endpoints: { pay, payQuery, cancel }, schemas: orderSchemas }, guard, {
    pay: ({ customerId: userId, tokenHash, body, ip, userAgent }) =>
      payments.pay({ userId, ip, client: { kind: "page", tokenHash, userAgent } }, body),
    payQuery: ({ customerId, query }) => payments.queryStatus(customerId, query.order_id),
    cancel: ({ customerId, body }) => cancels.cancel(customerId, body),
  });
}
