import type { FastifyInstance } from "fastify";
import { staffAuthEndpoints } from "#contract/staff/auth/endpoints.ts";
import { staffAuthSchemas } from "#contract/staff/auth/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { SecondFactorService } from "./second-factor.service.ts";
import type { SetupService } from "./setup.service.ts";
import type { StaffService } from "./staff.service.ts";

export function staffRoutes(
  app: FastifyInstance,
  guard: Guard,
  { staff, factor, setup }: { staff: StaffService; factor: SecondFactorService; setup: SetupService },
): void {
  app.addHook("onListen", () => setup.printCode());
  registerEndpoints(app, { endpoints: staffAuthEndpoints, schemas: staffAuthSchemas }, guard, {
    sendCode: ({ body, client }) => staff.sendCode(body, client),
    login: ({ body, client }) => staff.login(body, client),
    beginFactor: ({ body }) => factor.startEnrolment(body.ticket),
    enrolFactor: ({ body, client }) => factor.enrol(body, client),
    verifyFactor: ({ body, client }) => factor.verify(body, client),
    setupStatus: () => setup.status(),
    requestSetupCode: () => setup.requestCode(),
    setUp: ({ body, client }) => setup.setUp(body, client),
    logout: async ({ tokenHash }) => {
      await staff.logout(tokenHash);
      return null;
    },
    info: ({ staffId }) => staff.info(staffId),
  });
}
