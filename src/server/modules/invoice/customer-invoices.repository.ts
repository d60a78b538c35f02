import { desc, eq } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { invoices, invoiceTitles } from "../../schema/invoices.ts";
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
