import { and, desc, eq } from "drizzle-orm";
import type { OrderStatus, OrderType } from "#contract/order/status.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { isOneOf } from "../../platform/database/one-of.ts";
import { type Cursor, isInRows, selectCursorTime } from "../../platform/database/row-page.ts";
import type { TimeRange } from "../../platform/time/day-range.ts";
import { users } from "../../schema/accounts.ts";
import { orders } from "../../schema/orders.ts";

/** Filter of the chain's orders by the time at which they were placed; what is undefined does not filter. */
export interface OrderListFilter extends TimeRange {
  status?: OrderStatus | undefined;
  type?: OrderType | undefined;
  restaurantId?: string | undefined;
  orderNo?: string | undefined;
}

const cursorAt = selectCursorTime(orders.createdAt);

/** Lists orders with the names of their customers, newest first. */
export async function listNewest(
  queries: QueryRunner,
  { status, type, restaurantId, orderNo, ...range }: OrderListFilter,
  { after, limit }: { after?: Cursor | undefined; limit: number },
) {
  return await queries
    .select({ order: orders, customerName: users.nickname, cursorAt })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        status && eq(orders.status, status),
        type && eq(orders.type, type),
        restaurantId === undefined ? undefined : eq(orders.restaurantId, restaurantId),
        orderNo === undefined ? undefined : eq(orders.orderNo, orderNo),
        isInRows(orders.createdAt, orders.id, range, after),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

/** An order of the chain with the name of its customer. */
export type ListedOrderRow = Awaited<ReturnType<typeof listNewest>>[number];

/** Finds the place of an order in the list. */
export async function findCursor(queries: QueryRunner, id: string): Promise<Cursor | undefined> {
  return (await queries.select({ at: cursorAt, id: orders.id }).from(orders).where(eq(orders.id, id)))[0];
}

/** Finds the order numbers, which people read, by the ids of orders. */
export async function findOrderNos(
  queries: QueryRunner,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .select({ id: orders.id, orderNo: orders.orderNo })
    .from(orders)
    .where(isOneOf(orders.id, ids));
  return new Map(rows.map(({ id, orderNo }) => [id, orderNo]));
}
