/** States of an invoice: asked for, made out by staff, refused with a reason, and taken back after it was made out. */
export const invoiceStatuses = ["requested", "issued", "rejected", "voided"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** Whom an invoice is made out to. */
export const invoiceTitleTypes = ["person", "company"] as const;
export type InvoiceTitleType = (typeof invoiceTitleTypes)[number];

/** Characters of a title, and of a mail address. */
export const invoiceTitleMax = 100;
export const invoiceEmailMax = 100;
/** Titles that are kept of a customer; of more the oldest goes. */
export const savedTitlesMax = 10;
/** Invoices of an order that its customer sees: the newest, and rejected or voided ones before it. */
export const orderInvoicesMax = 10;
/** Bytes of an invoice's PDF: those of the tax office have some hundred kilobytes. */
export const invoiceFileBytesMax = 5 * 1024 * 1024;
/** Characters of a reason that a customer reads. */
export const invoiceReasonMax = 100;
/** Minutes that a link to an invoice's PDF opens it. */
export const invoiceLinkMinutes = 30;
/** The number on an invoice: 8 digits on old ones, 20 on digital ones. */
export const invoiceNumberPattern = "^(\\d{8}|\\d{20})$";
/** A mail address; that mail arrives there is not known. */
export const emailPattern = "^[^\\s@]{1,64}@[^\\s@.]+(\\.[^\\s@.]+)+$";
