import type { FastifyInstance } from "fastify";
import { orderListEndpoints } from "#contract/staff/order-list/endpoints.ts";
import { orderListSchemas } from "#contract/staff/order-list/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { OrderListService } from "./order-list.service.ts";

/** Registers the list of the chain's orders, for staff. */
export function orderListRoutes(app: FastifyInstance, guard: Guard, orders: OrderListService): void {
  registerEndpoints(app, { endpoints: orderListEndpoints, schemas: orderListSchemas }, guard, {
    list: ({ staffId, query }) => orders.list(staffId, query ?? {}),
  });
}
