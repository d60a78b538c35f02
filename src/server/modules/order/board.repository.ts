import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import type { OrderStatus } from "#contract/order/status.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { orders } from "../../schema/orders.ts";
import type { OrderRow } from "./order.repository.ts";
import { activeStatuses } from "./order-transition.rules.ts";

/**
 * A page of a store's orders in these states: those that wait to be accepted first, then by the time they are wanted
 * for, which is when they were paid unless they are booked.
 */
export async function listOrders(
  queries: QueryRunner,
  restaurantId: string,
  statuses: readonly OrderStatus[],
  page: { offset: number; limit: number },
): Promise<OrderRow[]> {
  return await queries
    .select()
    .from(orders)
    .where(and(eq(orders.restaurantId, restaurantId), inArray(orders.status, [...statuses])))
    .orderBy(
      sql`(${orders.status} <> 'paid')`,
      sql`coalesce(${orders.bookingAt}, ${orders.paidAt})`,
      asc(orders.id),
    )
    .offset(page.offset)
    .limit(page.limit);
}

/** How many paid and unfinished orders a store has by state. */
export async function countByStatus(
  queries: QueryRunner,
  restaurantId: string,
): Promise<Map<OrderStatus, number>> {
  const rows = await queries
    .select({ status: orders.status, n: count() })
    .from(orders)
    .where(and(eq(orders.restaurantId, restaurantId), inArray(orders.status, activeStatuses)))
    .groupBy(orders.status);
  return new Map(rows.map(({ status, n }) => [status, n]));
}
