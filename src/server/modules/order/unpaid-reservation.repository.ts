import { and, count, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { orderItems, orders } from "../../schema/orders.ts";

const isUnpaidBy = (userId: string, restaurantId: string) =>
  and(eq(orders.userId, userId), eq(orders.status, "pending_payment"), eq(orders.restaurantId, restaurantId));

/** Sums the portions of limited dishes reserved by a customer's unpaid orders at a restaurant, by dish. */
export async function sumReservedByDish(
  queries: QueryRunner,
  userId: string,
  restaurantId: string,
): Promise<Map<string, number>> {
  const rows = await queries
    .select({
      dishId: orderItems.dishId,
      reserved: sql<number>`sum(${orderItems.reservedStock})`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(isUnpaidBy(userId, restaurantId))
    .groupBy(orderItems.dishId);
  return new Map(rows.map(({ dishId, reserved }) => [dishId, reserved]));
}

/** Counts the places in a slot that a customer's unpaid orders at a restaurant have reserved. */
export async function countReservedSlots(
  queries: QueryRunner,
  userId: string,
  restaurantId: string,
  at: Date,
): Promise<number> {
  const rows = await queries
    .select({ n: count() })
    .from(orders)
    .where(and(isUnpaidBy(userId, restaurantId), eq(orders.bookingAt, at)));
  return rows[0]?.n ?? 0;
}

/** Lists the periods in which a customer's unpaid, cancelled orders since `since` held scarce items. */
export async function listLapses(
  queries: QueryRunner,
  userId: string,
  since: Date,
): Promise<{ from: Date; to: Date }[]> {
  const rows = await queries
    .select({ from: orders.createdAt, to: orders.cancelledAt })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.status, "cancelled"),
        gt(orders.createdAt, since),
        eq(orders.scarce, true),
        isNull(orders.paidAt),
        isNotNull(orders.cancelledAt),
      ),
    );
  return rows.map(({ from, to }) => ({ from, to: to ?? from }));
}
