import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { invoiceSchemas } from "./schema.ts";

type S = typeof invoiceSchemas;

const base = "/api/v1/invoice";

/** Path of an invoice's PDF for its customer; opened by a signed link, without a token. */
export const invoicePdfPath = "/api/v1/files/invoices";

export const invoiceEndpoints = {
  ofOrder: endpoint<SchemaTypes<S["ofOrder"]>>("GET", `${base}/order`, "customer"),
  list: endpoint<SchemaTypes<S["list"]>>("GET", `${base}/list`, "customer"),
  request: endpoint<SchemaTypes<S["request"]>>("POST", `${base}/request`, "customer"),
  link: endpoint<SchemaTypes<S["link"]>>("GET", `${base}/link`, "customer"),
  deleteTitle: endpoint<SchemaTypes<S["deleteTitle"]>>("POST", `${base}/delete-title`, "customer"),
};
