import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { staffInvoiceSchemas } from "./schema.ts";

type S = typeof staffInvoiceSchemas;

/** Path of a PDF by its id, for the token of an agent or admin. */
export const invoiceFilePath = "/api/v1/files/staff-invoices";

const base = "/api/v1/order/admin/invoices";

export const staffInvoiceEndpoints = {
  list: endpoint<SchemaTypes<S["list"]>>("GET", base, "staff"),
  detail: endpoint<SchemaTypes<S["detail"]>>("GET", `${base}/detail`, "staff"),
  issue: endpoint<SchemaTypes<S["issue"]>>("POST", `${base}/issue`, "staff"),
  reject: endpoint<SchemaTypes<S["reject"]>>("POST", `${base}/reject`, "staff"),
  void: endpoint<SchemaTypes<S["void"]>>("POST", `${base}/void`, "staff"),
  attachReversal: endpoint<SchemaTypes<S["attachReversal"]>>("POST", `${base}/reversal`, "staff"),
};
