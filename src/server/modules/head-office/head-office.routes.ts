import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "#contract/head-office/endpoints.ts";
import { adminSchemas } from "#contract/head-office/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/bind.ts";
import type { SecondFactorAdminService } from "../staff/FactorDesk.ts";
import type { DebugLinkService } from "./DebugLinks.ts";
import type { AdminService } from "./HeadOfficeService.ts";
import type { SecurityService } from "./SecurityDesk.ts";

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
    resetFactor: ({ staffId, body }) => factors.reset(staffId, body.staff_id),
    securityPeaks: ({ staffId }) => security.listPeaks(staffId),
    securityEvents: ({ staffId, query }) => security.listEvents(staffId, query ?? {}),
  });
}
