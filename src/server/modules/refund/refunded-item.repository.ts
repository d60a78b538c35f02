import { and, eq, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { orderItems } from "../../schema/orders.ts";
import * as menu from "../menu/menu.repository.ts";
import { listItems, type OrderRow } from "../order/order.repository.ts";

interface RefundItem {
  line: number;
  quantity: number;
}

/** Records portions as refunded, and on request returns those of limited stock to it. */
export async function recordRefundedItems(
  tx: QueryRunner,
  order: OrderRow,
  refundItems: RefundItem[],
  shouldRestock: boolean,
): Promise<void> {
  const items = await listItems(tx, [order.id]);
  const matches = refundItems.flatMap(({ line, quantity }) => {
    const item = items.find((candidate) => candidate.line === line);
    return item === undefined ? [] : [{ item, quantity }];
  });
  for (const { item, quantity } of matches.sort((a, b) => (a.item.dishId < b.item.dishId ? -1 : 1))) {
    const restockedQuantity = shouldRestock ? Math.min(quantity, item.reservedStock) : 0;
    if (restockedQuantity > 0)
      await menu.releaseStock(
        tx,
        order.restaurantId,
        item.dishId,
        restockedQuantity,
        menu.getPortionTimes(order),
      );
    await tx
      .update(orderItems)
      .set({
        refundedQuantity: sql`${orderItems.refundedQuantity} + ${quantity}`,
        reservedStock: sql`${orderItems.reservedStock} - ${restockedQuantity}`,
      })
      .where(and(eq(orderItems.orderId, order.id), eq(orderItems.line, item.line)));
  }
}
