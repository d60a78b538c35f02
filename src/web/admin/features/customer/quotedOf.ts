import type { OrderSummary } from "#contract/order/schema.ts";
import type { ChatOrder } from "#web/shared/chat/KeptMessage.ts";
import { customerMessages } from "../../customerMessages.ts";

/** What an order's dishes are called in a line: `宫保鸡丁等3件`. */
export function summaryOf(order: Pick<OrderSummary, "items" | "item_count">): string {
  return customerMessages.orders.items(order.items[0]?.name ?? "", order.item_count);
}

/** An order as the card of a message shows it. */
export function quotedOf(order: OrderSummary): ChatOrder {
  return {
    id: order.order_id,
    storeName: order.restaurant.storename,
    image: order.items[0]?.image ?? "",
    summary: summaryOf(order),
    amountFen: order.total_amount,
    statusText: order.status_text,
  };
}
