import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { headOfficeSchemas } from "./schema.ts";

type S = typeof headOfficeSchemas;

export const headOfficeEndpoints = {
  vouchers: endpoint<TypesOf<S["vouchers"]>>("GET", "/api/v1/chat/admin/vouchers", "staff"),
  issueVouchers: endpoint<TypesOf<S["issueVouchers"]>>("POST", "/api/v1/chat/admin/vouchers", "staff"),
  endVoucher: endpoint<TypesOf<S["endVoucher"]>>("POST", "/api/v1/chat/admin/voucher/void", "staff"),
  createDebugLink: endpoint<TypesOf<S["createDebugLink"]>>("POST", "/api/v1/chat/admin/debug-link", "staff"),
  audit: endpoint<TypesOf<S["audit"]>>("GET", "/api/v1/chat/admin/audit", "staff"),
  factors: endpoint<TypesOf<S["factors"]>>("GET", "/api/v1/chat/admin/second-factors", "staff"),
  factorTicket: endpoint<TypesOf<S["factorTicket"]>>(
    "POST",
    "/api/v1/chat/admin/second-factor/ticket",
    "staff",
  ),
  resetFactor: endpoint<TypesOf<S["resetFactor"]>>("POST", "/api/v1/chat/admin/second-factor/reset", "staff"),
  securityPeaks: endpoint<TypesOf<S["securityPeaks"]>>("GET", "/api/v1/chat/admin/security/peaks", "staff"),
  securityEvents: endpoint<TypesOf<S["securityEvents"]>>(
    "GET",
    "/api/v1/chat/admin/security/events",
    "staff",
  ),
};
