import type { Invoice, InvoiceTitle } from "#contract/invoice/schema.ts";
import { maskPhone } from "#contract/phone.ts";
import type { StaffInvoice, StaffInvoiceDetail } from "#contract/staff/invoice/schema.ts";
import type { OrderRow } from "../order/order.repository.ts";
import type {
  InvoiceFileRow,
  InvoiceHistoryRow,
  InvoiceTitleRow,
  OrderedInvoice,
} from "./invoice.repository.ts";
import type { ListedInvoice } from "./invoice-list.repository.ts";

/** Converts an invoice to the form shown to its customer. */
export function presentInvoice({ invoice, orderNo, restaurant, hasReversal }: OrderedInvoice): Invoice {
  return {
    invoice_id: invoice.id,
    order_id: invoice.orderId,
    order_no: orderNo,
    restaurant_name: restaurant.name,
    status: invoice.status,
    needs_reversal: invoice.needsReversal,
    title_type: invoice.titleType,
    title: invoice.title,
    tax_number: invoice.taxNumber,
    email: invoice.email,
    amount: invoice.amountFen,
    invoice_number: invoice.invoiceNumber,
    reason: invoice.reason,
    has_reversal: hasReversal,
    created_at: invoice.createdAt.toISOString(),
    changed_at: invoice.changedAt?.toISOString() ?? null,
  };
}

export function presentTitle({ id, titleType, title, taxNumber }: InvoiceTitleRow): InvoiceTitle {
  return { title_id: id, title_type: titleType, title, tax_number: taxNumber };
}

/** Converts an invoice to the form shown to staff. */
export function presentStaffInvoice(listed: ListedInvoice): StaffInvoice {
  const { invoice, restaurant, name, phone } = listed;
  return {
    ...presentInvoice(listed),
    user_id: invoice.userId,
    name,
    phone: phone === null ? "" : maskPhone(phone),
    restaurant_id: restaurant.id,
  };
}

/** Converts an invoice with its order, PDFs and steps to the form shown to staff. */
export function presentInvoiceDetail(
  listed: ListedInvoice,
  order: OrderRow,
  files: Record<InvoiceFileRow["kind"], InvoiceFileRow | undefined>,
  history: InvoiceHistoryRow[],
): StaffInvoiceDetail {
  return {
    ...presentStaffInvoice(listed),
    order: {
      status: order.status,
      refund_status: order.refundStatus,
      total: order.totalFen,
      points: order.pointsFen,
      paid: order.paidFen,
      refunded: order.refundedFen,
      payment_method: order.paymentMethod,
      completed_at: order.completedAt?.toISOString() ?? null,
    },
    file_id: files.invoice?.id ?? null,
    reversal_file_id: files.reversal?.id ?? null,
    history: history.map(({ from, to, actor, actorId, note, createdAt }) => ({
      from,
      to,
      actor,
      actor_id: actor === "staff" ? actorId : null,
      note,
      at: createdAt.toISOString(),
    })),
  };
}
