import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { headOfficeSchemas } from "./schema.ts";

type S = typeof headOfficeSchemas;

export const headOfficeEndpoints = {
  vouchers: endpoint<TypesOf<S["vouchers"]>>("GET", "/api/v1/chat/admin/vouchers", "staff"),
  issueVouchers: endpoint<TypesOf<S["issueVouchers"]>>("POST", "/api/v1/chat/admin/vouchers", "staff"),
  endVoucher: endpoint<TypesOf<S["endVoucher"]>>("POST", "/api/v1/chat/admin/voucher/void", "staff"),
  audit: endpoint<TypesOf<S["audit"]>>("GET", "/api/v1/chat/admin/audit", "staff"),
};
