import { and, asc, count, desc, eq, inArray, isNull, lte, ne } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { type Cursor, isInRows, selectCursorTime } from "../../platform/database/row-page.ts";
import type { TimeRange } from "../../platform/time/day-range.ts";
import { users } from "../../schema/accounts.ts";
import { orders, refundRequests } from "../../schema/orders.ts";
import { files } from "../../schema/service.ts";
import { isOfOrderNo } from "../order/order.repository.ts";

export type RefundRequestRow = typeof refundRequests.$inferSelect;

export async function insertRequest(
  tx: QueryRunner,
  row: typeof refundRequests.$inferInsert,
): Promise<RefundRequestRow> {
  const rows = await tx.insert(refundRequests).values(row).returning();
  return rows[0] as RefundRequestRow;
}

/** Finds the latest request; only this one can be open. */
export async function findLatestRequest(
  queries: QueryRunner,
  orderId: string,
): Promise<RefundRequestRow | undefined> {
  const rows = await queries
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.orderId, orderId))
    .orderBy(desc(refundRequests.createdAt), desc(refundRequests.id))
    .limit(1);
  return rows[0];
}

/** Answers an order's open request, if there is one. Lock the order first. */
export async function answerRequest(
  tx: QueryRunner,
  orderId: string,
  answer: { status: "approved" | "rejected"; answer: string; answeredAt: Date },
): Promise<RefundRequestRow | undefined> {
  const rows = await tx
    .update(refundRequests)
    .set(answer)
    .where(and(eq(refundRequests.orderId, orderId), eq(refundRequests.status, "open")))
    .returning();
  return rows[0];
}

/** Reopens a rejected request. Lock the order first. */
export async function reopenRequest(
  tx: QueryRunner,
  id: string,
  dueAt: Date | null,
): Promise<RefundRequestRow> {
  const rows = await tx
    .update(refundRequests)
    .set({ status: "open", answer: null, answeredAt: null, dueAt })
    .where(eq(refundRequests.id, id))
    .returning();
  return rows[0] as RefundRequestRow;
}

/** Lists orders whose request was not answered in time. */
export async function listUnansweredOrderIds(
  queries: QueryRunner,
  now: Date,
  limit: number,
): Promise<string[]> {
  const rows = await queries
    .select({ orderId: refundRequests.orderId })
    .from(refundRequests)
    .where(and(eq(refundRequests.status, "open"), lte(refundRequests.dueAt, now)))
    .orderBy(asc(refundRequests.dueAt))
    .limit(limit);
  return rows.map((row) => row.orderId);
}

/** Filter of requests by their time; `keyword` is a whole order number. */
export interface CaseFilter extends TimeRange {
  status?: "open" | "answered" | "approved" | "rejected" | undefined;
  restaurantId: string | null;
  keyword?: string | undefined;
}

function isCase({ status, restaurantId, keyword, ...range }: CaseFilter, after?: Cursor) {
  const { status: column, orderId, createdAt, id } = refundRequests;
  return and(
    status && (status === "answered" ? ne(column, "open") : eq(column, status)),
    restaurantId === null ? undefined : eq(refundRequests.restaurantId, restaurantId),
    keyword ? isOfOrderNo(orderId, keyword) : undefined,
    isInRows(createdAt, id, range, after),
  );
}

const caseColumns = {
  request: refundRequests,
  order: orders,
  customerName: users.nickname,
  cursorAt: selectCursorTime(refundRequests.createdAt),
};

function selectCases(queries: QueryRunner) {
  return queries
    .select(caseColumns)
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.orderId))
    .innerJoin(users, eq(users.id, orders.userId));
}

/**
 * Lists requests with their orders: open ones by deadline, those without a deadline last; others by the latest
 * answer.
 */
export async function listCases(
  queries: QueryRunner,
  filter: CaseFilter,
  page: { offset: number; limit: number },
) {
  return await selectCases(queries)
    .where(isCase(filter))
    .orderBy(
      ...(filter.status === "open"
        ? [asc(refundRequests.dueAt), asc(refundRequests.id)]
        : [desc(refundRequests.answeredAt), desc(refundRequests.id)]),
    )
    .offset(page.offset)
    .limit(page.limit);
}

export type RefundCaseRow = Awaited<ReturnType<typeof listCases>>[number];

/** Lists requests that were made before another one, newest first; without another one from the newest on. */
export async function listNewestCases(
  queries: QueryRunner,
  filter: CaseFilter,
  { after, limit }: { after?: Cursor | undefined; limit: number },
): Promise<RefundCaseRow[]> {
  return await selectCases(queries)
    .where(isCase(filter, after))
    .orderBy(desc(refundRequests.createdAt), desc(refundRequests.id))
    .limit(limit);
}

/** Finds the latest request of an order, with the order. */
export async function findLatestCase(
  queries: QueryRunner,
  orderId: string,
): Promise<RefundCaseRow | undefined> {
  const rows = await selectCases(queries)
    .where(eq(refundRequests.orderId, orderId))
    .orderBy(desc(refundRequests.createdAt), desc(refundRequests.id))
    .limit(1);
  return rows[0];
}

/** Counts the open requests that a filter finds. */
export async function countOpen(queries: QueryRunner, filter: Omit<CaseFilter, "status">): Promise<number> {
  const isOpen = isCase({ ...filter, status: "open" });
  return (await queries.select({ n: count() }).from(refundRequests).where(isOpen))[0]?.n ?? 0;
}

/** Assigns images to a request, so that they can no longer be sent as messages. */
export async function retainImages(tx: QueryRunner, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.update(files).set({ kind: "refund" }).where(inArray(files.id, ids));
}

/** Counts how many of these images the customer uploaded, to refuse images of other customers. */
export async function countOwnImages(queries: QueryRunner, ownerId: string, ids: string[]): Promise<number> {
  const isOwnImage = and(
    eq(files.ownerId, ownerId),
    isNull(files.uploadedBy),
    inArray(files.id, ids),
    inArray(files.kind, ["chat", "refund"]),
  );
  return (await queries.select({ n: count() }).from(files).where(isOwnImage))[0]?.n ?? 0;
}
