import { emailPattern, type InvoiceTitleType } from "#contract/invoice/limits.ts";
import type { InvoiceTitle } from "#contract/invoice/schema.ts";
import { findTaxNumberProblem, normalizeTaxNumber } from "#contract/invoice/tax-number.ts";
import { invoiceMessages } from "./messages.ts";

/** What is typed of an invoice. */
export interface InvoiceDraft {
  titleType: InvoiceTitleType;
  title: string;
  taxNumber: string;
  email: string;
  isSaved: boolean;
}

export type InvoiceDraftErrors = Partial<Record<"title" | "taxNumber" | "email", string>>;

const { problems } = invoiceMessages;

/** A draft with the title that the customer used last, or an empty one. */
export function createInvoiceDraft(last: InvoiceTitle | undefined): InvoiceDraft {
  const empty: InvoiceDraft = { titleType: "person", title: "", taxNumber: "", email: "", isSaved: true };
  return last === undefined ? empty : applyTitle(empty, last);
}

/** Fills a saved title into a draft. */
export function applyTitle(
  draft: InvoiceDraft,
  { title_type, title, tax_number }: InvoiceTitle,
): InvoiceDraft {
  return { ...draft, titleType: title_type, title, taxNumber: tax_number ?? "" };
}

/** Returns what is wrong with each field. */
export function validateInvoiceDraft({
  titleType,
  title,
  taxNumber,
  email,
}: InvoiceDraft): InvoiceDraftErrors {
  const number = titleType === "company" ? findTaxNumberProblem(normalizeTaxNumber(taxNumber)) : null;
  const isEmail = email.trim() === "" || new RegExp(emailPattern).test(email.trim());
  return {
    ...(title.trim() === "" && { title: problems.title }),
    ...(number !== null && { taxNumber: problems[number] }),
    ...(!isEmail && { email: problems.email }),
  };
}
