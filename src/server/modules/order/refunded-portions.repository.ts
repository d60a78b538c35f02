import { and, eq, sql } from "drizzle-orm";
import type { Queries } from "../../platform/Database.ts";
import { orderItems } from "../../schema/orders.ts";
import * as menu from "../menu/menu.repository.ts";
import { itemsOf, type OrderRow } from "./order.repository.ts";

interface Portion {
  line: number;
  quantity: number;
}

/** Marks portions as given back, and puts those that were taken from a limited stock on the shelf again if wished. */
export async function giveBackPortions(
  tx: Queries,
  order: OrderRow,
  portions: Portion[],
  isBackOnShelf: boolean,
): Promise<void> {
  const items = await itemsOf(tx, [order.id]);
  const found = portions.flatMap(({ line, quantity }) => {
    const item = items.find((one) => one.line === line);
    return item === undefined ? [] : [{ item, quantity }];
  });
  for (const { item, quantity } of found.sort((a, b) => (a.item.dishId < b.item.dishId ? -1 : 1))) {
    const back = isBackOnShelf ? Math.min(quantity, item.heldStock) : 0;
    if (back > 0) await menu.returnStock(tx, order.restaurantId, item.dishId, back);
    await tx
      .update(orderItems)
      .set({
        refundedQuantity: sql`${orderItems.refundedQuantity} + ${quantity}`,
        heldStock: sql`${orderItems.heldStock} - ${back}`,
      })
      .where(and(eq(orderItems.orderId, order.id), eq(orderItems.line, item.line)));
  }
}
