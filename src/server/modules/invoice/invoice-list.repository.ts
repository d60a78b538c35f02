import { and, count, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { InvoiceState } from "#contract/staff/invoice/limits.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { type Cursor, isInRows, selectCursorTime } from "../../platform/database/row-page.ts";
import type { TimeRange } from "../../platform/time/day-range.ts";
import { users } from "../../schema/accounts.ts";
import { invoices } from "../../schema/invoices.ts";
import { orders } from "../../schema/orders.ts";
import { isOfOrderNo } from "../order/order.repository.ts";
import { hasReversalFile } from "./invoice.repository.ts";

/** Which invoices staff see, by the time of the request; what is undefined does not filter. */
export interface InvoiceFilter extends TimeRange {
  state: InvoiceState | undefined;
  restaurantId: string | undefined;
  keyword: string | undefined;
}

function select(queries: QueryRunner) {
  return queries
    .select({
      invoice: invoices,
      orderNo: orders.orderNo,
      restaurant: orders.restaurant,
      hasReversal: hasReversalFile,
      name: users.nickname,
      phone: users.phone,
      cursorAt: selectCursorTime(invoices.createdAt),
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(users, eq(users.id, invoices.userId));
}

/** An invoice with what staff see of its order and its customer. */
export type ListedInvoice = Awaited<ReturnType<typeof select>>[number];

function toCondition(
  { state, restaurantId, keyword, ...range }: InvoiceFilter,
  after?: Cursor,
): SQL | undefined {
  const hasState =
    state === "needs_reversal" ? sql`${invoices.needsReversal}` : state && eq(invoices.status, state);
  return and(
    hasState,
    isInRows(invoices.createdAt, invoices.id, range, after),
    restaurantId === undefined ? undefined : eq(orders.restaurantId, restaurantId),
    keyword === undefined ? undefined : matchesKeyword(keyword),
  );
}

/** Numbers of orders, invoices and taxpayers: whole ones are looked up, other texts are searched for in titles. */
const numberPattern = /^(?=.*\d)[\dA-Za-z]{8,}$/;

function matchesKeyword(keyword: string): SQL | undefined {
  if (!numberPattern.test(keyword)) return sql`strpos(lower(${invoices.title}), lower(${keyword})) > 0`;
  return or(
    isOfOrderNo(invoices.orderId, keyword),
    eq(invoices.invoiceNumber, keyword),
    eq(invoices.taxNumber, keyword.toUpperCase()),
  );
}

/** Counts invoices; orders are read only for those of a restaurant. */
async function countAll(queries: QueryRunner, filter: InvoiceFilter): Promise<number> {
  const selection = queries.select({ n: count() }).from(invoices);
  const condition = toCondition(filter);
  const rows =
    filter.restaurantId === undefined
      ? await selection.where(condition)
      : await selection.innerJoin(orders, eq(orders.id, invoices.orderId)).where(condition);
  return rows[0]?.n ?? 0;
}

/** Lists a page of invoices, newest first, and their number. */
export async function findPage(
  queries: QueryRunner,
  filter: InvoiceFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: ListedInvoice[]; total: number }> {
  const [rows, total] = await Promise.all([
    select(queries)
      .where(toCondition(filter))
      .orderBy(desc(invoices.createdAt), desc(invoices.id))
      .offset(page.offset)
      .limit(page.limit),
    countAll(queries, filter),
  ]);
  return { rows, total };
}

/** Lists invoices that were asked for before another one, newest first; without another one from the newest on. */
export async function listNewest(
  queries: QueryRunner,
  filter: InvoiceFilter,
  { after, limit }: { after?: Cursor | undefined; limit: number },
): Promise<ListedInvoice[]> {
  return await select(queries)
    .where(toCondition(filter, after))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(limit);
}

export async function findListedById(queries: QueryRunner, id: string): Promise<ListedInvoice | undefined> {
  return (await select(queries).where(eq(invoices.id, id)))[0];
}
