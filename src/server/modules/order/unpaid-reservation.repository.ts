import { and, count, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { orderItems, orders } from "../../schema/orders.ts";

const isUnpaidBy = (userId: string, restaurantId: string) =>
  and(eq(orders.userId, userId), eq(orders.status, "pending_payment"), eq(orders.restaurantId, restaurantId));

/** Portions of limited dishes that a customer's unpaid orders at a store hold, by dish. */
export async function sumReservedByDish(
  queries: QueryRunner,
  userId: string,
  restaurantId: string,
): Promise<Map<string, number>> {
  const rows = await queries
    .select({
      dishId: orderItems.dishId,
      reserved: sql<number>`sum(${orderItems.heldStock})`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(isUnpaidBy(userId, restaurantId))
    .groupBy(orderItems.dishId);
  return new Map(rows.map(({ dishId, reserved }) => [dishId, reserved]));
}

/** Places in a slot that a customer's unpaid orders at a store hold. */
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

/** From when to when orders held something scarce that a customer made since then and never paid. */
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
