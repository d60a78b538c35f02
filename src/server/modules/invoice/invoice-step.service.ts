import type { InvoiceEvent } from "#contract/events.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { agentsChannel, userChannel } from "../../platform/events/channels.ts";
import { publish } from "../../platform/events/outbox.ts";
import type { InvoiceHistoryRow, InvoiceRow } from "./invoice.repository.ts";
import * as repository from "./invoice.repository.ts";

/** A change of an invoice: its new columns, who made it and why. */
export interface InvoiceStep {
  values: Partial<InvoiceRow>;
  actor: InvoiceHistoryRow["actor"];
  actorId: string | null;
  note: string | null;
  now: Date;
}

/** Publishes an invoice to its customer's open pages and to staff, once it is committed. */
function publishInvoice(tx: QueryRunner, row: InvoiceRow, at: Date): void {
  const { id, orderId, status, needsReversal, userId } = row;
  const event: InvoiceEvent = {
    invoice_id: id,
    order_id: orderId,
    status,
    needs_reversal: needsReversal,
  };
  for (const channel of [userChannel(userId), agentsChannel])
    publish(tx, { channel, type: "invoice", payload: { ...event }, createdAt: at });
}

/** Inserts a requested invoice, with the first entry of its history. */
export async function insertInvoice(tx: QueryRunner, row: InvoiceRow): Promise<void> {
  await repository.insert(tx, row);
  await repository.addHistory(tx, {
    invoiceId: row.id,
    to: row.status,
    actor: "customer",
    actorId: row.userId,
    createdAt: row.createdAt,
  });
  publishInvoice(tx, row, row.createdAt);
}

/** Changes a locked invoice, with a history entry. */
export async function changeInvoice(
  tx: QueryRunner,
  invoice: InvoiceRow,
  { values, actor, actorId, note, now }: InvoiceStep,
): Promise<void> {
  const updated = await repository.update(tx, invoice.id, values);
  await repository.addHistory(tx, {
    invoiceId: invoice.id,
    from: invoice.status,
    to: updated.status,
    actor,
    actorId,
    note,
    createdAt: now,
  });
  publishInvoice(tx, updated, now);
}
