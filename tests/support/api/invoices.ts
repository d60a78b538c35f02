import { invoiceEndpoints } from "#contract/invoice/endpoints.ts";
import { staffInvoiceEndpoints } from "#contract/staff/invoice/endpoints.ts";
import { type Buyer, createIdempotencyKey } from "./buyers.ts";
import type { Client } from "./Client.ts";
import { encodeMultipart, uploadForm } from "./forms.ts";
import type { TestApp } from "./testApp.ts";

/** Title of a company with its published number. */
export const companyTitle = {
  title_type: "company",
  title: "华为技术有限公司",
  tax_number: "914403001922038216",
} as const;

/** Creates the bytes of a small PDF, other ones for another text. */
export function createPdf(text = "invoice"): Buffer {
  return Buffer.from(`%PDF-1.4\n% ${text}\ntrailer<<>>\n%%EOF\n`);
}

/** Asks for an invoice of a company. */
export function requestInvoice(buyer: Buyer, orderId: string, overrides: Record<string, unknown> = {}) {
  const body = { order_id: orderId, ...companyTitle, client_key: createIdempotencyKey(), ...overrides };
  return buyer.call(invoiceEndpoints.request, { body });
}

/** Uploads a form of an invoice as staff: its fields, and the PDF as `file`. */
export async function uploadInvoice(
  app: TestApp,
  member: Client,
  { file = createPdf(), ...fields }: Record<string, unknown> & { file?: Buffer | string },
  url = staffInvoiceEndpoints.issue.path,
) {
  const parts = Object.entries(fields).map(([name, value]) => ({
    name,
    type: "text/plain",
    bytes: String(value),
  }));
  const form = encodeMultipart([...parts, { filename: "invoice.pdf", type: "application/pdf", bytes: file }]);
  const response = await uploadForm(app, member.token, form, undefined, url);
  return { status: response.status, error: response.error, data: response.data as Record<string, unknown> };
}
