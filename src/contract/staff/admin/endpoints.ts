import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { adminSchemas } from "./schema.ts";

type S = typeof adminSchemas;

export const adminEndpoints = {
  vouchers: endpoint<SchemaTypes<S["vouchers"]>>("GET", "/api/v1/chat/admin/vouchers", "staff"),
  issueVouchers: endpoint<SchemaTypes<S["issueVouchers"]>>("POST", "/api/v1/chat/admin/vouchers", "staff"),
  endVoucher: endpoint<SchemaTypes<S["endVoucher"]>>("POST", "/api/v1/chat/admin/voucher/void", "staff"),
  createDebugLink: endpoint<SchemaTypes<S["createDebugLink"]>>(
    "POST",
    "/api/v1/chat/admin/debug-link",
    "staff",
  ),
  audit: endpoint<SchemaTypes<S["audit"]>>("GET", "/api/v1/chat/admin/audit", "staff"),
  factors: endpoint<SchemaTypes<S["factors"]>>("GET", "/api/v1/chat/admin/second-factors", "staff"),
  factorTicket: endpoint<SchemaTypes<S["factorTicket"]>>(
    "POST",
    "/api/v1/chat/admin/second-factor/ticket",
    "staff",
  ),
  resetFactor: endpoint<SchemaTypes<S["resetFactor"]>>(
    "POST",
    "/api/v1/chat/admin/second-factor/reset",
    "staff",
  ),
  securityPeaks: endpoint<SchemaTypes<S["securityPeaks"]>>(
    "GET",
    "/api/v1/chat/admin/security/peaks",
    "staff",
  ),
  securityEvents: endpoint<SchemaTypes<S["securityEvents"]>>(
    "GET",
    "/api/v1/chat/admin/security/events",
    "staff",
  ),
};
