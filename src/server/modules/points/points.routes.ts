import type { FastifyInstance } from "fastify";
import { pointsEndpoints } from "#contract/points/endpoints.ts";
import { pointsSchemas } from "#contract/points/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { PointsService } from "./points.service.ts";

export function pointsRoutes(app: FastifyInstance, guard: Guard, points: PointsService): void {
  registerEndpoints(app, { endpoints: pointsEndpoints, schemas: pointsSchemas }, guard, {
    account: ({ customerId }) => points.account(customerId),
    records: ({ customerId, query }) => points.listRecords(customerId, query ?? {}),
  });
}
