import type { FastifyInstance } from "fastify";
import { headOfficeEndpoints } from "#contract/head-office/endpoints.ts";
import { headOfficeSchemas } from "#contract/head-office/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { HeadOfficeService } from "./HeadOfficeService.ts";

export function headOfficeRoutes(app: FastifyInstance, guard: Guard, office: HeadOfficeService): void {
  bindCalls(app, { endpoints: headOfficeEndpoints, schemas: headOfficeSchemas }, guard, {
    vouchers: ({ staffId, query }) => office.vouchers(staffId, query ?? {}),
    issueVouchers: ({ staffId, body }) => office.issueVouchers(staffId, body),
    endVoucher: ({ staffId, body }) => office.endVoucher(staffId, body.number),
    audit: ({ staffId, query }) => office.audit(staffId, query ?? {}),
  });
}
