import { and, asc, eq, inArray } from "drizzle-orm";
import type { Queries } from "../../platform/Database.ts";
import { orders } from "../../schema/orders.ts";
import type { OrderRow } from "./order.repository.ts";
import { activeStatuses } from "./transitions.ts";

/** The paid and unfinished orders of a store, longest waiting first. */
export async function activeOf(
  queries: Queries,
  restaurantId: string,
  page: { offset: number; limit: number },
): Promise<OrderRow[]> {
  return await queries
    .select()
    .from(orders)
    .where(and(eq(orders.restaurantId, restaurantId), inArray(orders.status, activeStatuses)))
    .orderBy(asc(orders.paidAt), asc(orders.id))
    .offset(page.offset)
    .limit(page.limit);
}
