import { createIdempotencyKey } from "../buyers.ts";
import { encodeMultipart } from "../forms.ts";
import { createPdf } from "../invoices.ts";
import type { AccessCase } from "./accessCases.ts";

/** Cases of customers' endpoints of invoices. */
export const invoiceAccessCases: Record<string, AccessCase> = {
  "invoice.ofOrder": {
    input: ({ paidId }) => ({ query: { order_id: paidId } }),
    expectedForStranger: "not_found",
  },
  "invoice.list": { expectedForStranger: "own" },
  "invoice.request": {
    input: ({ paidId }) => ({
      body: {
        order_id: paidId,
        title_type: "person",
        title: "个人",
        client_key: createIdempotencyKey(),
      },
    }),
    expectedForStranger: "not_found",
  },
  "invoice.link": {
    input: ({ invoiceId }) => ({ query: { invoice_id: invoiceId } }),
    expectedForStranger: "not_found",
  },
  "invoice.deleteTitle": {
    input: ({ titleId }) => ({ body: { title_id: titleId } }),
    expectedForStranger: "not_found",
  },
};

/** A form with a PDF that the invoice does not have yet. */
function invoiceForm(invoiceId: string, amount = 0): Buffer {
  return encodeMultipart([
    { name: "invoice_id", type: "text/plain", bytes: invoiceId },
    { name: "amount", type: "text/plain", bytes: String(amount) },
    { filename: "a.pdf", type: "application/pdf", bytes: createPdf("another one") },
  ]);
}

/** Cases of staff endpoints of invoices, in the order in which an invoice goes through them. */
export const staffInvoiceAccessCases: Record<string, AccessCase> = {
  "staffInvoice.list": { expectedForStaff: ["works", "forbidden", "forbidden", "works"] },
  "staffInvoice.detail": {
    input: ({ invoiceId }) => ({ query: { invoice_id: invoiceId } }),
    expectedForStaff: ["works", "forbidden", "forbidden", "works"],
  },
  // The victim's invoice was issued before.
  "staffInvoice.reject": {
    input: ({ invoiceId }) => ({
      body: { invoice_id: invoiceId, reason: "抬头不符", client_key: createIdempotencyKey() },
    }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "conflict"],
  },
  "staffInvoice.attachReversal": {
    input: ({ invoiceId }) => ({ form: invoiceForm(invoiceId) }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "conflict"],
  },
  "staffInvoice.issue": {
    input: ({ invoiceId, invoiceAmount }) => ({ form: invoiceForm(invoiceId, invoiceAmount) }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "works"],
  },
  "staffInvoice.void": {
    input: ({ invoiceId }) => ({
      body: { invoice_id: invoiceId, reason: "抬头不符", client_key: createIdempotencyKey() },
    }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "works"],
  },
};
