import { and, asc, count, desc, eq, inArray, isNotNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { sumPrice } from "#contract/order/amounts.ts";
import type { OrderFilter, OrderType } from "#contract/order/status.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { lockOwnRows } from "../../platform/database/lock-own-rows.ts";
import { isInStates, isOneOf } from "../../platform/database/one-of.ts";
import { currentTraceparent } from "../../platform/tracing/trace.ts";
import { orderHistory, orderItems, orders } from "../../schema/orders.ts";
import { cacheEntries } from "../../schema/service.ts";
import { activeStatuses } from "./order-transition.rules.ts";

export type OrderRow = typeof orders.$inferSelect;
export type OrderItemRow = typeof orderItems.$inferSelect;
export type OrderHistoryRow = typeof orderHistory.$inferSelect;

export async function insert(
  tx: QueryRunner,
  order: typeof orders.$inferInsert,
  items: (typeof orderItems.$inferInsert)[],
) {
  const rows = await tx
    .insert(orders)
    .values({ traceparent: currentTraceparent(), ...order })
    .returning();
  await tx.insert(orderItems).values(items);
  return rows[0] as OrderRow;
}

export async function addHistory(tx: QueryRunner, row: typeof orderHistory.$inferInsert): Promise<void> {
  await tx.insert(orderHistory).values(row);
}

export async function findById(queries: QueryRunner, id: string): Promise<OrderRow | undefined> {
  return (await queries.select().from(orders).where(eq(orders.id, id)))[0];
}

/** Returns whether a column is the id of the order with this number. */
export function isOfOrderNo(orderId: PgColumn, orderNo: string): SQL {
  return sql`${orderId} = (select id from ${orders} where ${eq(orders.orderNo, orderNo)})`;
}

/** Finds the order with a public number, else the live one that redeemed a voucher with that number. */
export async function findByPublicId(queries: QueryRunner, publicId: string): Promise<OrderRow | undefined> {
  const [order] = await queries.select().from(orders).where(eq(orders.publicId, publicId));
  if (order !== undefined) return order;
  const isRedeemed = and(eq(orders.voucherId, publicId), ne(orders.status, "cancelled"));
  return (await queries.select().from(orders).where(isRedeemed))[0];
}

/**
 * Locks an order until the transaction ends. Throws "rate_limited" when another request locks it for too
 * long.
 */
export async function lockForUpdate(tx: QueryRunner, id: string): Promise<OrderRow | undefined> {
  return (await lockOwnRows(tx.select().from(orders).where(eq(orders.id, id)).for("update")))[0];
}

/** Sets the points that pay for an order, one fen each, and the amount left; the order must be locked. */
export async function setPoints(tx: QueryRunner, order: OrderRow, points: number): Promise<OrderRow> {
  const { payFen } = sumPrice({ ...order, pointsFen: points });
  const values = { pointsUsed: points, pointsFen: points, payFen };
  const rows = await tx.update(orders).set(values).where(eq(orders.id, order.id)).returning();
  return rows[0] as OrderRow;
}

/** Updates an order if it has not changed meanwhile; undefined when it has. */
export async function compareAndSet(
  tx: QueryRunner,
  order: OrderRow,
  values: Partial<OrderRow>,
): Promise<OrderRow | undefined> {
  const rows = await tx
    .update(orders)
    .set({ ...values, version: order.version + 1 })
    .where(and(eq(orders.id, order.id), eq(orders.version, order.version)))
    .returning();
  return rows[0];
}

export async function listItems(queries: QueryRunner, orderIds: string[]): Promise<OrderItemRow[]> {
  if (orderIds.length === 0) return [];
  return await queries
    .select()
    .from(orderItems)
    .where(isOneOf(orderItems.orderId, orderIds))
    .orderBy(asc(orderItems.orderId), asc(orderItems.line));
}

export async function listHistory(queries: QueryRunner, orderId: string): Promise<OrderHistoryRow[]> {
  return await queries
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(asc(orderHistory.id));
}

export async function clearReservedStock(tx: QueryRunner, orderId: string): Promise<void> {
  await tx.update(orderItems).set({ reservedStock: 0 }).where(eq(orderItems.orderId, orderId));
}

export async function countUnpaid(tx: QueryRunner, userId: string): Promise<number> {
  const rows = await tx
    .select({ n: count() })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, "pending_payment")));
  return rows[0]?.n ?? 0;
}

/** Returns whether a customer has a completed, paid order. */
export async function hasCompleted(queries: QueryRunner, userId: string): Promise<boolean> {
  const rows = await queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, "completed")))
    .limit(1);
  return rows.length > 0;
}

/** Returns whether a customer has ever paid for an order. */
export async function hasPaid(queries: QueryRunner, userId: string): Promise<boolean> {
  const rows = await queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.paidAt)))
    // The sort makes the planner use the customer's own index, however early it expects a match elsewhere.
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  return rows.length > 0;
}

function toStatusFilter(status: OrderFilter): SQL | undefined {
  if (status === "all") return undefined;
  if (status === "active") return isInStates(orders.status, activeStatuses);
  if (status === "refund") return sql`${orders.refundStatus} <> 'none'`;
  return eq(orders.status, status);
}

/** Lists a customer's orders, newest first, ties by id. */
export async function findPage(
  queries: QueryRunner,
  filter: { userId: string; status: OrderFilter; type: OrderType | undefined; offset: number; limit: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  const condition = and(
    eq(orders.userId, filter.userId),
    toStatusFilter(filter.status),
    filter.type === undefined ? undefined : eq(orders.type, filter.type),
  );
  const [rows, total] = await Promise.all([
    queries
      .select()
      .from(orders)
      .where(condition)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .offset(filter.offset)
      .limit(filter.limit),
    queries.select({ n: count() }).from(orders).where(condition),
  ]);
  return { rows, total: total[0]?.n ?? 0 };
}

/**
 * Counts the restaurant's paid orders that are prepared before this one: booked orders by their time, others
 * by payment.
 */
export async function countQueuedBefore(queries: QueryRunner, order: OrderRow): Promise<number> {
  const queuedAt = order.bookingAt ?? order.paidAt;
  if (queuedAt === null) return 0;
  const queuedAtColumn = sql`coalesce(${orders.bookingAt}, ${orders.paidAt})`;
  const rows = await queries
    .select({ n: count() })
    .from(orders)
    .where(
      and(
        eq(orders.restaurantId, order.restaurantId),
        isInStates(orders.status, ["paid", "accepted", "preparing"]),
        sql`(${queuedAtColumn}, ${orders.id}) < (${queuedAt.toISOString()}::timestamptz, ${order.id})`,
      ),
    );
  return rows[0]?.n ?? 0;
}

/** Claims due orders and postpones them to `retryAt`, so that no other process takes them meanwhile. */
export async function claimDue(
  queries: QueryRunner,
  now: Date,
  retryAt: Date,
  limit: number,
): Promise<OrderRow[]> {
  const due = queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNotNull(orders.dueAt), lte(orders.dueAt, now)))
    .orderBy(asc(orders.dueAt))
    .limit(limit)
    .for("update", { skipLocked: true });
  return await queries.update(orders).set({ dueAt: retryAt }).where(inArray(orders.id, due)).returning();
}

/** Records an alarm and when to check again, if the order has not changed meanwhile; false when it has. */
export async function setAlarm(
  tx: QueryRunner,
  order: OrderRow,
  values: { alarmedAt: Date | null; dueAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(orders)
    .set(values)
    .where(and(eq(orders.id, order.id), eq(orders.version, order.version)))
    .returning({ id: orders.id });
  return rows.length > 0;
}

/** Allocates a restaurant's next pickup number of a day, starting at 1. */
export async function allocatePickupNumber(
  tx: QueryRunner,
  restaurantId: string,
  date: string,
  expiresAt: Date,
): Promise<number> {
  const rows = await tx
    .insert(cacheEntries)
    .values({ key: `pickup:${restaurantId}:${date}`, value: 1, expiresAt })
    .onConflictDoUpdate({
      target: cacheEntries.key,
      set: { value: sql`to_jsonb((${cacheEntries.value})::int + 1)` },
    })
    .returning({ value: cacheEntries.value });
  return Number(rows[0]?.value);
}
