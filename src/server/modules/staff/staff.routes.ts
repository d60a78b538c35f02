import type { FastifyInstance } from "fastify";
import { serviceAuthEndpoints } from "#contract/service-auth/endpoints.ts";
import { serviceAuthSchemas } from "#contract/service-auth/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { SecondFactor } from "./SecondFactor.ts";
import type { StaffService } from "./staff.service.ts";

export function staffRoutes(
  app: FastifyInstance,
  guard: Guard,
  { staff, factor }: { staff: StaffService; factor: SecondFactor },
): void {
  bindCalls(app, { endpoints: serviceAuthEndpoints, schemas: serviceAuthSchemas }, guard, {
    sendCode: ({ body, asker }) => staff.sendCode(body, asker),
    login: ({ body, asker }) => staff.login(body, asker),
    beginFactor: ({ body }) => factor.begin(body.ticket),
    enrolFactor: ({ body, asker }) => factor.enrol(body, asker),
    verifyFactor: ({ body, asker }) => factor.verify(body, asker),
    logout: async ({ tokenHash }) => {
      await staff.logout(tokenHash);
      return null;
    },
    info: ({ staffId }) => staff.info(staffId),
  });
}
