import type { FastifyInstance } from "fastify";
import { invoiceEndpoints } from "#contract/invoice/endpoints.ts";
import { invoiceFileBytesMax } from "#contract/invoice/limits.ts";
import { invoiceSchemas } from "#contract/invoice/schema.ts";
import { staffInvoiceEndpoints } from "#contract/staff/invoice/endpoints.ts";
import { staffInvoiceSchemas } from "#contract/staff/invoice/schema.ts";
import { registerMultipart } from "../../platform/files/multipart.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { InvoiceService } from "./invoice.service.ts";
import type { InvoiceReviewService } from "./invoice-review.service.ts";

/** Form fields beside the PDF: `invoice_id`, `amount`, `invoice_number`. */
const formFields = 3;

/** Registers the invoice endpoints of customers and of staff. */
export function invoiceRoutes(
  app: FastifyInstance,
  guard: Guard,
  { invoices, review }: { invoices: InvoiceService; review: InvoiceReviewService },
): void {
  registerEndpoints(app, { endpoints: invoiceEndpoints, schemas: invoiceSchemas }, guard, {
    ofOrder: ({ customerId, query }) => invoices.readOfOrder(customerId, query.order_id),
    list: ({ customerId, query }) => invoices.list(customerId, query),
    request: ({ customerId, body }) => invoices.request(customerId, body),
    link: ({ customerId, query }) => invoices.createLink(customerId, query.invoice_id),
    deleteTitle: ({ customerId, body }) => invoices.deleteTitle(customerId, body.title_id),
  });
  const { issue, attachReversal, ...endpoints } = staffInvoiceEndpoints;
  registerEndpoints(app, { endpoints, schemas: staffInvoiceSchemas }, guard, {
    list: ({ staffId, query }) => review.list(staffId, query),
    detail: ({ staffId, query }) => review.read(staffId, query.invoice_id),
    reject: ({ staffId, body }) => review.reject(staffId, body),
    void: ({ staffId, body }) => review.void(staffId, body),
  });
  // Own scope: multipart forms are parsed nowhere else.
  app.register(async (scope) => {
    await registerMultipart(scope, formFields, invoiceFileBytesMax);
    registerEndpoints(scope, { endpoints: { issue, attachReversal }, schemas: staffInvoiceSchemas }, guard, {
      issue: ({ staffId, form }) => review.issue(staffId, form),
      attachReversal: ({ staffId, form }) => review.attachReversal(staffId, form),
    });
  });
}
