import Type, { type Static } from "typebox";
import { dayRangeQuery } from "../../day-range.ts";
import { invoiceReasonMax, invoiceStatuses } from "../../invoice/limits.ts";
import { Invoice } from "../../invoice/schema.ts";
import { orderStatuses, paymentMethods, refundStatuses } from "../../order/status.ts";
import {
  type EndpointSchema,
  Fen,
  Id,
  IdempotencyKey,
  nullable,
  pageQuery,
  pageWithTotal,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../../schema-helpers.ts";
import { invoiceStates } from "./limits.ts";

/** Invoice as staff see it. */
export const StaffInvoice = Type.Object({
  ...Invoice.properties,
  user_id: Type.String(),
  /** Nickname and masked number of the customer. */
  name: Type.String(),
  phone: Type.String(),
  restaurant_id: Type.String(),
});
export type StaffInvoice = Static<typeof StaffInvoice>;

/** One step of an invoice. */
const InvoiceStep = Type.Object({
  from: nullable(stringEnum([...invoiceStatuses])),
  to: stringEnum([...invoiceStatuses]),
  actor: stringEnum(["customer", "staff", "system"]),
  /** Id of the member of staff. */
  actor_id: nullable(Type.String()),
  note: nullable(Type.String()),
  at: Timestamp,
});

/** Invoice with its order and all that happened to it. */
export const StaffInvoiceDetail = Type.Object({
  ...StaffInvoice.properties,
  order: Type.Object({
    status: stringEnum([...orderStatuses]),
    refund_status: stringEnum([...refundStatuses]),
    total: Fen,
    points: Fen,
    paid: Fen,
    refunded: Fen,
    payment_method: nullable(stringEnum(paymentMethods)),
    completed_at: nullable(Timestamp),
  }),
  /** Ids of the PDFs, for `invoiceFilePath`. */
  file_id: nullable(Type.String()),
  reversal_file_id: nullable(Type.String()),
  history: Type.Array(InvoiceStep),
});
export type StaffInvoiceDetail = Static<typeof StaffInvoiceDetail>;

/** Filters of the list and of its files. */
const filter = {
  state: Type.Optional(stringEnum([...invoiceStates])),
  /** First and last day of the request. */
  ...dayRangeQuery,
  restaurant_id: Type.Optional(Id),
  /** A whole order number, tax number or invoice number, or part of a title. */
  keyword: Type.Optional(text(50)),
};

/** Invoices: admins decide, agents only look. */
export const staffInvoiceSchemas = {
  /** Newest first. */
  list: {
    query: strictObject({ ...pageQuery, ...filter }),
    data: pageWithTotal(StaffInvoice),
    errors: ["forbidden"],
  },
  detail: {
    query: strictObject({ invoice_id: Id }),
    data: StaffInvoiceDetail,
    errors: ["forbidden", "not_found"],
  },
  /**
   * Multipart form: `invoice_id`, `amount` in fen as staff saw it, `invoice_number` if they typed it, and the PDF. Issues
   * a requested invoice, or replaces the PDF of an issued one; the same PDF again changes nothing. "conflict" for another
   * state or amount and while money is going back; "validation" for what is no PDF.
   */
  issue: {
    data: StaffInvoiceDetail,
    errors: ["forbidden", "not_found", "conflict", "payload_too_large", "unsupported_media_type"],
  },
  reject: {
    body: strictObject({ invoice_id: Id, reason: text(invoiceReasonMax, 1), client_key: IdempotencyKey }),
    data: StaffInvoiceDetail,
    errors: ["forbidden", "not_found", "conflict", "key_reused"],
  },
  /** Voids an issued invoice; the customer may ask for another one. */
  void: {
    body: strictObject({ invoice_id: Id, reason: text(invoiceReasonMax, 1), client_key: IdempotencyKey }),
    data: StaffInvoiceDetail,
    errors: ["forbidden", "not_found", "conflict", "key_reused"],
  },
  /** Multipart form: `invoice_id` of a voided invoice and the PDF of its reversal (红字发票). */
  attachReversal: {
    data: StaffInvoiceDetail,
    errors: ["forbidden", "not_found", "conflict", "payload_too_large", "unsupported_media_type"],
  },
} as const satisfies Record<string, EndpointSchema>;
