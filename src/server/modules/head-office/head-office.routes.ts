import type { FastifyInstance } from "fastify";
import { headOfficeEndpoints } from "#contract/head-office/endpoints.ts";
import { headOfficeSchemas } from "#contract/head-office/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { FactorDesk } from "../staff/FactorDesk.ts";
import type { DebugLinks } from "./DebugLinks.ts";
import type { HeadOfficeService } from "./HeadOfficeService.ts";
import type { SecurityDesk } from "./SecurityDesk.ts";

export function headOfficeRoutes(
  app: FastifyInstance,
  guard: Guard,
  {
    office,
    security,
    factors,
    debugLinks,
  }: { office: HeadOfficeService; security: SecurityDesk; factors: FactorDesk; debugLinks: DebugLinks },
): void {
  bindCalls(app, { endpoints: headOfficeEndpoints, schemas: headOfficeSchemas }, guard, {
    vouchers: ({ staffId, query }) => office.vouchers(staffId, query ?? {}),
    issueVouchers: ({ staffId, body }) => office.issueVouchers(staffId, body),
    endVoucher: ({ staffId, body }) => office.endVoucher(staffId, body.number),
    createDebugLink: ({ staffId }) => debugLinks.create(staffId),
    audit: ({ staffId, query }) => office.audit(staffId, query ?? {}),
    factors: ({ staffId, query }) => factors.list(staffId, query ?? {}),
    factorTicket: ({ staffId }) => factors.ticket(staffId),
    resetFactor: ({ staffId, body }) => factors.reset(staffId, body.staff_id),
    securityPeaks: ({ staffId }) => security.peaks(staffId),
    securityEvents: ({ staffId, query }) => security.events(staffId, query ?? {}),
  });
}
