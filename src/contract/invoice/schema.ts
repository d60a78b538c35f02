import Type, { type Static } from "typebox";
import {
  Empty,
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
} from "../schema-helpers.ts";
import {
  emailPattern,
  invoiceEmailMax,
  invoiceStatuses,
  invoiceTitleMax,
  invoiceTitleTypes,
  orderInvoicesMax,
  savedTitlesMax,
} from "./limits.ts";

/** Invoice (电子普通发票) on an order, as its customer sees it. */
export const Invoice = Type.Object({
  invoice_id: Type.String(),
  order_id: Type.String(),
  order_no: Type.String(),
  restaurant_name: Type.String(),
  status: stringEnum([...invoiceStatuses]),
  /** Whether money went back after it was issued, so that staff must void it. */
  needs_reversal: Type.Boolean(),
  title_type: stringEnum([...invoiceTitleTypes]),
  title: Type.String(),
  /** Of companies. */
  tax_number: nullable(Type.String()),
  email: nullable(Type.String()),
  amount: Fen,
  /** Number on the invoice, as staff typed it. */
  invoice_number: nullable(Type.String()),
  /** Why it was rejected or voided. */
  reason: nullable(Type.String()),
  /** Whether the PDF of the reversal (红字发票) is there. */
  has_reversal: Type.Boolean(),
  created_at: Timestamp,
  /** When it was issued, rejected or voided. */
  changed_at: nullable(Timestamp),
});
export type Invoice = Static<typeof Invoice>;

/** A title that the customer used before. */
export const InvoiceTitle = Type.Object({
  title_id: Type.String(),
  title_type: stringEnum([...invoiceTitleTypes]),
  title: Type.String(),
  tax_number: nullable(Type.String()),
});
export type InvoiceTitle = Static<typeof InvoiceTitle>;

/** Why an order gets no invoice. */
export const invoiceProblemCodes = [
  "not_offered",
  "not_completed",
  "nothing_paid",
  "member_card",
  "refunding",
  "refunded",
  "too_late",
  "exists",
] as const;

/** What an order's customer can do about an invoice. */
export const OrderInvoice = Type.Object({
  /** The newest one. */
  invoice: nullable(Invoice),
  /** Rejected and voided ones before it, newest first. */
  earlier: Type.Array(Invoice, { maxItems: orderInvoicesMax - 1 }),
  /** What an invoice would be made out for: the money paid less what went back. */
  amount: Fen,
  /** Why none can be asked for, and the sentence for the customer; null if one can. */
  problem: nullable(Type.Object({ code: stringEnum([...invoiceProblemCodes]), text: Type.String() })),
  /** Until when one can be asked for; null before the order is completed, and in place of a voided one. */
  until: nullable(Timestamp),
  titles: Type.Array(InvoiceTitle, { maxItems: savedTitlesMax }),
});
export type OrderInvoice = Static<typeof OrderInvoice>;

const ofOrder = { order_id: Id };
const ofInvoice = { invoice_id: Id };

export const invoiceSchemas = {
  ofOrder: { query: strictObject(ofOrder), data: OrderInvoice, errors: ["not_found"] },
  list: { query: strictObject(pageQuery), data: pageWithTotal(Invoice) },
  /**
   * Asks for an invoice on a completed order, once per idempotency key. "rule_broken" with the sentence why there is
   * none, "conflict" if there is one or the amount is not `expected_amount`, "validation" for a wrong tax number.
   */
  request: {
    body: strictObject({
      ...ofOrder,
      title_type: stringEnum([...invoiceTitleTypes]),
      title: text(invoiceTitleMax, 1),
      tax_number: Type.Optional(text(40)),
      email: Type.Optional(Type.String({ maxLength: invoiceEmailMax, pattern: emailPattern })),
      /** The amount that the customer saw, in fen. */
      expected_amount: Type.Optional(Type.Integer({ minimum: 0 })),
      /** Whether the title is kept for the next time. */
      save_title: Type.Optional(Type.Boolean()),
      client_key: IdempotencyKey,
    }),
    data: Invoice,
    errors: ["not_found", "rule_broken", "conflict", "key_reused"],
  },
  /** Signed links that open the PDFs without a token, for some minutes. "not_found" if there is no PDF. */
  link: {
    query: strictObject(ofInvoice),
    data: Type.Object({
      /** Null for a voided invoice, which must not be used any more. */
      url: nullable(Type.String()),
      reversal_url: nullable(Type.String()),
      expires_at: Timestamp,
    }),
    errors: ["not_found"],
  },
  deleteTitle: { body: strictObject({ title_id: Id }), data: Empty, errors: ["not_found"] },
} as const satisfies Record<string, EndpointSchema>;
