import { and, eq } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { orderItems } from "../../schema/orders.ts";

/** Sets the number of unavailable portions of a line; the order must be locked. */
export async function setUnavailableQuantity(
  tx: QueryRunner,
  orderId: string,
  line: number,
  quantity: number,
): Promise<void> {
  await tx
    .update(orderItems)
    .set({ unavailableQuantity: quantity })
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.line, line)));
}
