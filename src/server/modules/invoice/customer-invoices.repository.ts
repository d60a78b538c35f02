import { desc, eq, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { invoiceHistory, invoices, invoiceTitles } from "../../schema/invoices.ts";
import { orders } from "../../schema/orders.ts";

interface Rows {
  offset: number;
  limit: number;
}

/** Reads a page of a customer's invoices for a copy of the customer's data, newest first. */
export async function readInvoices(queries: QueryRunner, userId: string, { offset, limit }: Rows) {
  return await queries
    .select({
      order_no: orders.orderNo,
      status: invoices.status,
      title_type: invoices.titleType,
      title: invoices.title,
      tax_number: invoices.taxNumber,
      email: invoices.email,
      amount_fen: invoices.amountFen,
      invoice_number: invoices.invoiceNumber,
      reason: invoices.reason,
      created_at: invoices.createdAt,
      changed_at: invoices.changedAt,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(eq(invoices.userId, userId))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .offset(offset)
    .limit(limit);
}

/** Reads a page of the titles that a customer keeps, the last used first. */
export async function readTitles(queries: QueryRunner, userId: string, { offset, limit }: Rows) {
  return await queries
    .select({
      title_type: invoiceTitles.titleType,
      title: invoiceTitles.title,
      tax_number: invoiceTitles.taxNumber,
      used_at: invoiceTitles.usedAt,
    })
    .from(invoiceTitles)
    .where(eq(invoiceTitles.userId, userId))
    .orderBy(desc(invoiceTitles.usedAt), desc(invoiceTitles.id))
    .offset(offset)
    .limit(limit);
}

/** Deletes all titles that a customer keeps. */
export async function deleteTitles(queries: QueryRunner, userId: string): Promise<void> {
  await queries.delete(invoiceTitles).where(eq(invoiceTitles.userId, userId));
}

/**
 * Rejects what a customer still requests, and removes the person from all that was rejected: without an invoice there is
 * no accounting record. Of issued invoices only staff's own words go. Repeating it changes nothing.
 */
export async function eraseInvoiceTexts(
  tx: QueryRunner,
  userId: string,
  { title, now }: { title: string; now: Date },
): Promise<void> {
  const at = now.toISOString();
  await tx.execute(sql`
    with rejected as (
      update ${invoices} set status = 'rejected', changed_at = ${at}
       where user_id = ${userId} and status = 'requested' returning id)
    insert into ${invoiceHistory} (invoice_id, from_state, to_state, actor, created_at)
    select id, 'requested', 'rejected', 'system', ${at} from rejected`);
  await tx.execute(sql`
    update ${invoices} set title = ${title}, tax_number = null, email = null
     where user_id = ${userId} and status = 'rejected'`);
  await tx.execute(
    sql`update ${invoices} set reason = null where user_id = ${userId} and reason is not null`,
  );
  await tx.execute(sql`
    update ${invoiceHistory} set note = null
     where note is not null and invoice_id in (select id from ${invoices} where user_id = ${userId})`);
}
