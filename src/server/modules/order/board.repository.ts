import { and, asc, count, eq, sql } from "drizzle-orm";
import type { OrderStatus } from "#contract/order/status.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { isInStates } from "../../platform/database/one-of.ts";
import { orders } from "../../schema/orders.ts";
import type { OrderRow } from "./order.repository.ts";
import { activeStatuses } from "./order-transition.rules.ts";

/**
 * Lists a page of a restaurant's orders in these states: those waiting for acceptance first, then by the
 * booked time, or the time of payment without a booking.
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
    .where(and(eq(orders.restaurantId, restaurantId), isInStates(orders.status, statuses)))
    .orderBy(
      sql`(${orders.status} <> 'paid')`,
      sql`coalesce(${orders.bookingAt}, ${orders.paidAt})`,
      asc(orders.id),
    )
    .offset(page.offset)
    .limit(page.limit);
}

/** Counts a restaurant's paid, unfinished orders by state. */
export async function countByStatus(
  queries: QueryRunner,
  restaurantId: string,
): Promise<Map<OrderStatus, number>> {
  const rows = await queries
    .select({ status: orders.status, n: count() })
    .from(orders)
    .where(and(eq(orders.restaurantId, restaurantId), isInStates(orders.status, activeStatuses)))
    .groupBy(orders.status);
  return new Map(rows.map(({ status, n }) => [status, n]));
}
