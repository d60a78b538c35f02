import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import { adminSchemas } from "#contract/staff/admin/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { SecondFactorAdminService } from "../staff/second-factor-admin.service.ts";
import type { AdminService } from "./admin.service.ts";
import type { DebugLinkService } from "./debug-link.service.ts";
import type { SecurityService } from "./security.service.ts";

export function adminRoutes(
  app: FastifyInstance,
  guard: Guard,
  {
    admin,
    security,
    factors,
    debugLinks,
  }: {
    admin: AdminService;
    security: SecurityService;
    factors: SecondFactorAdminService;
    debugLinks: DebugLinkService;
  },
): void {
  registerEndpoints(app, { endpoints: adminEndpoints, schemas: adminSchemas }, guard, {
    vouchers: ({ staffId, query }) => admin.listVouchers(staffId, query ?? {}),
    issueVouchers: ({ staffId, body }) => admin.issueVouchers(staffId, body),
    endVoucher: ({ staffId, body }) => admin.voidVoucher(staffId, body.number),
    createDebugLink: ({ staffId }) => debugLinks.create(staffId),
    audit: ({ staffId, query }) => admin.listAuditEntries(staffId, query ?? {}),
    factors: ({ staffId, query }) => factors.list(staffId, query ?? {}),
    factorTicket: ({ staffId }) => factors.ticket(staffId),
    resetFactor: ({ staffId, body, client }) => factors.reset(staffId, body, client),
    securityPeaks: ({ staffId }) => security.listPeaks(staffId),
    securityEvents: ({ staffId, query }) => security.listEvents(staffId, query ?? {}),
  });
}
