import { and, asc, count, desc, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { orderInvoicesMax, savedTitlesMax } from "#contract/invoice/limits.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { invoiceFiles, invoiceHistory, invoices, invoiceTitles } from "../../schema/invoices.ts";
import { orders } from "../../schema/orders.ts";

export type InvoiceRow = typeof invoices.$inferSelect;
export type InvoiceFileRow = typeof invoiceFiles.$inferSelect;
export type InvoiceHistoryRow = typeof invoiceHistory.$inferSelect;
export type InvoiceTitleRow = typeof invoiceTitles.$inferSelect;

/** Whether an invoice has the PDF of a reversal. */
export const hasReversalFile = sql<boolean>`exists (select 1 from ${invoiceFiles}
  where ${invoiceFiles.invoiceId} = ${invoices.id} and ${invoiceFiles.kind} = 'reversal')`;

/** An invoice with what customers see of its order. */
export interface OrderedInvoice {
  invoice: InvoiceRow;
  orderNo: string;
  restaurant: (typeof orders.$inferSelect)["restaurant"];
  hasReversal: boolean;
}

function selectInvoices(queries: QueryRunner) {
  return queries
    .select({
      invoice: invoices,
      orderNo: orders.orderNo,
      restaurant: orders.restaurant,
      hasReversal: hasReversalFile,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId));
}

/** Lists an order's invoices, newest first: the last `orderInvoicesMax`. */
export async function listNewest(queries: QueryRunner, orderId: string): Promise<OrderedInvoice[]> {
  return await selectInvoices(queries)
    .where(eq(invoices.orderId, orderId))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(orderInvoicesMax);
}

export async function findById(queries: QueryRunner, id: string): Promise<OrderedInvoice | undefined> {
  return (await selectInvoices(queries).where(eq(invoices.id, id)))[0];
}

/** Lists a page of a customer's invoices, newest first. */
export async function findPage(
  queries: QueryRunner,
  userId: string,
  page: { offset: number; limit: number },
): Promise<{ rows: OrderedInvoice[]; total: number }> {
  const isOwn = eq(invoices.userId, userId);
  const [rows, total] = await Promise.all([
    selectInvoices(queries)
      .where(isOwn)
      .orderBy(desc(invoices.createdAt), desc(invoices.id))
      .offset(page.offset)
      .limit(page.limit),
    queries.select({ n: count() }).from(invoices).where(isOwn),
  ]);
  return { rows, total: total[0]?.n ?? 0 };
}

export async function insert(tx: QueryRunner, row: typeof invoices.$inferInsert): Promise<void> {
  await tx.insert(invoices).values(row);
}

/** Locks an invoice until the transaction ends. Lock the order first. */
export async function lockForUpdate(tx: QueryRunner, id: string): Promise<InvoiceRow | undefined> {
  return (await tx.select().from(invoices).where(eq(invoices.id, id)).for("update"))[0];
}

/** Locks the requested or issued invoice of an order, which must be locked, until the transaction ends. */
export async function lockActive(tx: QueryRunner, orderId: string): Promise<InvoiceRow | undefined> {
  const isActive = and(eq(invoices.orderId, orderId), inArray(invoices.status, ["requested", "issued"]));
  return (await tx.select().from(invoices).where(isActive).for("update"))[0];
}

export async function update(tx: QueryRunner, id: string, values: Partial<InvoiceRow>): Promise<InvoiceRow> {
  const rows = await tx.update(invoices).set(values).where(eq(invoices.id, id)).returning();
  return rows[0] as InvoiceRow;
}

export async function addHistory(tx: QueryRunner, row: typeof invoiceHistory.$inferInsert): Promise<void> {
  await tx.insert(invoiceHistory).values(row);
}

/** Lists the steps of an invoice, oldest first. */
export async function listHistory(queries: QueryRunner, invoiceId: string): Promise<InvoiceHistoryRow[]> {
  return await queries
    .select()
    .from(invoiceHistory)
    .where(eq(invoiceHistory.invoiceId, invoiceId))
    .orderBy(asc(invoiceHistory.id));
}

export async function insertFile(tx: QueryRunner, row: typeof invoiceFiles.$inferInsert): Promise<void> {
  await tx.insert(invoiceFiles).values(row);
}

export async function findFileById(queries: QueryRunner, id: string): Promise<InvoiceFileRow | undefined> {
  return (await queries.select().from(invoiceFiles).where(eq(invoiceFiles.id, id)))[0];
}

/** Finds the newest PDFs of an invoice and of its reversal. */
export async function findFiles(queries: QueryRunner, invoiceId: string) {
  const rows = await queries
    .select()
    .from(invoiceFiles)
    .where(eq(invoiceFiles.invoiceId, invoiceId))
    .orderBy(desc(invoiceFiles.createdAt), desc(invoiceFiles.id));
  const newest = (kind: InvoiceFileRow["kind"]) => rows.find((row) => row.kind === kind);
  return { invoice: newest("invoice"), reversal: newest("reversal") };
}

/** Lists the titles that a customer keeps, the last used first. */
export async function listTitles(queries: QueryRunner, userId: string): Promise<InvoiceTitleRow[]> {
  return await queries
    .select()
    .from(invoiceTitles)
    .where(eq(invoiceTitles.userId, userId))
    .orderBy(desc(invoiceTitles.usedAt), desc(invoiceTitles.id))
    .limit(savedTitlesMax);
}

/** Keeps a title as the last used one; of more than `savedTitlesMax` the oldest go. */
export async function saveTitle(tx: QueryRunner, row: InvoiceTitleRow): Promise<void> {
  const { userId, titleType, title, taxNumber } = row;
  const isSameNumber =
    taxNumber === null ? isNull(invoiceTitles.taxNumber) : eq(invoiceTitles.taxNumber, taxNumber);
  const isSame = and(
    eq(invoiceTitles.userId, userId),
    eq(invoiceTitles.titleType, titleType),
    eq(invoiceTitles.title, title),
    isSameNumber,
  );
  await tx.delete(invoiceTitles).where(isSame);
  await tx.insert(invoiceTitles).values(row);
  const kept = (await listTitles(tx, userId)).map(({ id }) => id);
  await tx
    .delete(invoiceTitles)
    .where(and(eq(invoiceTitles.userId, userId), notInArray(invoiceTitles.id, kept)));
}

/** Deletes a title of a customer; returns whether it was there. */
export async function deleteTitle(queries: QueryRunner, userId: string, id: string): Promise<boolean> {
  const isOwn = and(eq(invoiceTitles.userId, userId), eq(invoiceTitles.id, id));
  return (await queries.delete(invoiceTitles).where(isOwn).returning()).length > 0;
}
