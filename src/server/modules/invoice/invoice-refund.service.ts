import { formatYuan } from "#contract/money.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import type { OrderRow } from "../order/order.repository.ts";
import type { OrderSubscriber } from "../order/order-state.service.ts";
import { lockActive } from "./invoice.repository.ts";
import { remainingFen } from "./invoice.rules.ts";
import { changeInvoice } from "./invoice-step.service.ts";

/** Creates what keeps invoices in step with the money that goes back. */
export function createInvoiceSubscriber(): OrderSubscriber {
  return { onRefunded: reassessInvoice };
}

/**
 * Lowers the amount of a requested invoice, or rejects it when nothing is left; marks an issued one as to be voided. The
 * order must be locked.
 */
async function reassessInvoice(tx: QueryRunner, order: OrderRow, now: Date): Promise<void> {
  const invoice = await lockActive(tx, order.id);
  const amountFen = remainingFen(order);
  if (invoice === undefined || amountFen >= invoice.amountFen) return;
  const by = { actor: "system", actorId: null, now } as const;
  if (invoice.status === "issued") {
    const note = `订单已退款，剩余实付 ${formatYuan(amountFen)}，发票需冲红`;
    await changeInvoice(tx, invoice, { ...by, values: { needsReversal: true }, note });
    return;
  }
  if (amountFen > 0) {
    const note = `订单部分退款，开票金额改为 ${formatYuan(amountFen)}`;
    await changeInvoice(tx, invoice, { ...by, values: { amountFen }, note });
    return;
  }
  const reason = "订单已全额退款，没有可以开票的金额";
  const values = { status: "rejected", reason, changedAt: now } as const;
  await changeInvoice(tx, invoice, { ...by, values, note: reason });
}
