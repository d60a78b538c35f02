import { invoiceStatuses } from "../../invoice/limits.ts";

/** What lists of invoices are filtered by: the states, and issued ones that must be voided. */
export const invoiceStates = [...invoiceStatuses, "needs_reversal"] as const;
export type InvoiceState = (typeof invoiceStates)[number];
