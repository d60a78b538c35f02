import { and, asc, count, desc, eq, inArray, lte } from "drizzle-orm";
import type { Queries } from "../../platform/Database.ts";
import { refundRequests } from "../../schema/orders.ts";
import { files } from "../../schema/service.ts";

export type RefundRequestRow = typeof refundRequests.$inferSelect;

export async function insertRequest(tx: Queries, row: typeof refundRequests.$inferInsert): Promise<void> {
  await tx.insert(refundRequests).values(row);
}

/** What was asked for last; it is the only one that may be open. */
export async function lastRequest(queries: Queries, orderId: string): Promise<RefundRequestRow | undefined> {
  const rows = await queries
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.orderId, orderId))
    .orderBy(desc(refundRequests.createdAt), desc(refundRequests.id))
    .limit(1);
  return rows[0];
}

/** Answers the request of an order that is open, if there is one. Lock the order first. */
export async function answerRequest(
  tx: Queries,
  orderId: string,
  answer: { status: "approved" | "rejected"; answer: string; answeredAt: Date },
): Promise<void> {
  await tx
    .update(refundRequests)
    .set(answer)
    .where(and(eq(refundRequests.orderId, orderId), eq(refundRequests.status, "open")));
}

/** Orders whose request nobody has answered in time. */
export async function unanswered(queries: Queries, now: Date, most: number): Promise<string[]> {
  const rows = await queries
    .select({ orderId: refundRequests.orderId })
    .from(refundRequests)
    .where(and(eq(refundRequests.status, "open"), lte(refundRequests.dueAt, now)))
    .orderBy(asc(refundRequests.dueAt))
    .limit(most);
  return rows.map((row) => row.orderId);
}

/** How many of these pictures the customer has sent, so that nobody shows a stranger's. */
export async function countOwnPictures(queries: Queries, ownerId: string, ids: string[]): Promise<number> {
  const isTheirs = and(
    eq(files.ownerId, ownerId),
    inArray(files.id, ids),
    inArray(files.kind, ["chat", "refund"]),
  );
  return (await queries.select({ n: count() }).from(files).where(isTheirs))[0]?.n ?? 0;
}
