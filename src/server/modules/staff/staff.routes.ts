import type { FastifyInstance } from "fastify";
import { serviceAuthEndpoints } from "#contract/service-auth/endpoints.ts";
import { serviceAuthSchemas } from "#contract/service-auth/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { StaffService } from "./staff.service.ts";

export function staffRoutes(app: FastifyInstance, guard: Guard, staff: StaffService): void {
  bindCalls(app, { endpoints: serviceAuthEndpoints, schemas: serviceAuthSchemas }, guard, {
    sendCode: ({ body, ip }) => staff.sendCode(body.phone, ip),
    login: ({ body }) => staff.login(body),
    logout: async ({ tokenHash }) => {
      await staff.logout(tokenHash);
      return null;
    },
    info: ({ staffId }) => staff.info(staffId),
  });
}
