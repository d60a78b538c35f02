import { and, asc, desc, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { type Cursor, isInRows, selectCursorTime } from "../../platform/database/row-page.ts";
import type { TimeRange } from "../../platform/time/day-range.ts";
import { currentTraceparent } from "../../platform/tracing/trace.ts";
import { users } from "../../schema/accounts.ts";
import { orders } from "../../schema/orders.ts";
import { refunds } from "../../schema/payments.ts";
import { isOfOrderNo } from "../order/order.repository.ts";

export type RefundRow = typeof refunds.$inferSelect;

/** Inserts a refund and returns it; undefined, changing nothing, when its number exists already. */
export async function insertRefund(
  tx: QueryRunner,
  row: typeof refunds.$inferInsert,
): Promise<RefundRow | undefined> {
  return (
    await tx
      .insert(refunds)
      .values({ traceparent: currentTraceparent(), ...row })
      .onConflictDoNothing({ target: refunds.refundNo })
      .returning()
  )[0];
}

/** Lists all refunds of an order, oldest first. */
export async function listRefunds(queries: QueryRunner, orderId: string): Promise<RefundRow[]> {
  return await queries
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

/** Returns whether a refund of an order may still change its amount; one of a payment that came too late never does. */
export async function hasUnfinishedRefund(queries: QueryRunner, orderId: string): Promise<boolean> {
  return (await listRefunds(queries, orderId)).some(
    ({ kind, state }) => kind !== "late" && ["created", "processing", "failed"].includes(state),
  );
}

export async function findByRefundNo(queries: QueryRunner, refundNo: string): Promise<RefundRow | undefined> {
  return (await queries.select().from(refunds).where(eq(refunds.refundNo, refundNo)))[0];
}

/** Locks a refund until the transaction ends. Lock the order first. */
export async function lockRefund(tx: QueryRunner, id: string): Promise<RefundRow | undefined> {
  return (await tx.select().from(refunds).where(eq(refunds.id, id)).for("update"))[0];
}

export async function updateRefund(tx: QueryRunner, id: string, values: Partial<RefundRow>): Promise<void> {
  await tx.update(refunds).set(values).where(eq(refunds.id, id));
}

/** Filter of failed refunds by the time at which they failed; `keyword` is a whole order number. */
export interface FailedRefundFilter extends TimeRange {
  restaurantId?: string | undefined;
  keyword?: string | undefined;
}

function selectFailed(
  queries: QueryRunner,
  { restaurantId, keyword, ...range }: FailedRefundFilter,
  after?: Cursor,
) {
  const { finishedAt, id, orderId, restaurantId: restaurant, state } = refunds;
  return queries
    .select({
      refund: refunds,
      order: orders,
      customerName: users.nickname,
      cursorAt: selectCursorTime(finishedAt),
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        eq(state, "failed"),
        restaurantId === undefined ? undefined : eq(restaurant, restaurantId),
        keyword ? isOfOrderNo(orderId, keyword) : undefined,
        isInRows(finishedAt, id, range, after),
      ),
    );
}

/** Lists failed refunds with their orders, the longest waiting first. */
export async function listFailed(
  queries: QueryRunner,
  filter: FailedRefundFilter,
  page: { offset: number; limit: number },
) {
  return await selectFailed(queries, filter)
    .orderBy(asc(refunds.finishedAt), asc(refunds.id))
    .offset(page.offset)
    .limit(page.limit);
}

export type FailedRefundRow = Awaited<ReturnType<typeof listFailed>>[number];

/** Lists refunds that failed before another one, the latest first; without another one from the latest on. */
export async function listLatestFailed(
  queries: QueryRunner,
  filter: FailedRefundFilter,
  { after, limit }: { after?: Cursor | undefined; limit: number },
): Promise<FailedRefundRow[]> {
  return await selectFailed(queries, filter, after)
    .orderBy(desc(refunds.finishedAt), desc(refunds.id))
    .limit(limit);
}

/** Claims due refunds and postpones them, so that no other process queries them meanwhile. */
export async function claimDueRefunds(tx: QueryRunner, now: Date, limit: number): Promise<RefundRow[]> {
  const due = tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isNotNull(refunds.nextTryAt), lte(refunds.nextTryAt, now)))
    .orderBy(asc(refunds.nextTryAt))
    .limit(limit)
    .for("update", { skipLocked: true });
  return await tx
    .update(refunds)
    .set({
      attemptCount: sql`${refunds.attemptCount} + 1`,
      // The provider requires delays: five quick queries, then one a minute, after an hour every ten minutes.
      nextTryAt: sql`${now.toISOString()}::timestamptz + (case when ${refunds.attemptCount} < 5 then 3 * (${refunds.attemptCount} + 1) when ${refunds.attemptCount} < 60 then 60 else 600 end) * interval '1 second'`,
    })
    .where(inArray(refunds.id, due))
    .returning();
}

/** Makes the next sweep check a refund that is not finished. */
export async function retryRefundNow(queries: QueryRunner, refundNo: string, now: Date): Promise<void> {
  await queries
    .update(refunds)
    .set({ nextTryAt: now })
    .where(and(eq(refunds.refundNo, refundNo), inArray(refunds.state, ["created", "processing", "failed"])));
}
