import type { FastifyInstance } from "fastify";
import { staffAuthEndpoints } from "#contract/service-auth/endpoints.ts";
import { staffAuthSchemas } from "#contract/service-auth/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/bind.ts";
import type { SecondFactorService } from "./SecondFactor.ts";
import type { StaffService } from "./staff.service.ts";

export function staffRoutes(
  app: FastifyInstance,
  guard: Guard,
  { staff, factor }: { staff: StaffService; factor: SecondFactorService },
): void {
  registerEndpoints(app, { endpoints: staffAuthEndpoints, schemas: staffAuthSchemas }, guard, {
    sendCode: ({ body, client }) => staff.sendCode(body, client),
    login: ({ body, client }) => staff.login(body, client),
    beginFactor: ({ body }) => factor.startEnrolment(body.ticket),
    enrolFactor: ({ body, client }) => factor.enrol(body, client),
    verifyFactor: ({ body, client }) => factor.verify(body, client),
    logout: async ({ tokenHash }) => {
      await staff.logout(tokenHash);
      return null;
    },
    info: ({ staffId }) => staff.info(staffId),
  });
}
