import { Tag } from "antd";
import type { StaffInvoice } from "#contract/staff/invoice/schema.ts";
import { invoicesMessages as messages } from "./invoicesMessages.ts";

const colors = {
  requested: "processing",
  issued: "success",
  rejected: "default",
  voided: "default",
} as const;

/** The state of an invoice. */
export function InvoiceTag({ invoice }: { invoice: Pick<StaffInvoice, "status" | "needs_reversal"> }) {
  const { status, needs_reversal } = invoice;
  if (needs_reversal) return <Tag color="error">{messages.needsReversal}</Tag>;
  return <Tag color={colors[status]}>{messages.states[status]}</Tag>;
}
