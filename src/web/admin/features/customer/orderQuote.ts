import { formatDishName } from "#contract/menu/dish-name.ts";
import type { OrderSummary } from "#contract/order/schema.ts";
import { formatRefundTag } from "#contract/order/status.ts";
import type { ChatOrder } from "#web/lib/chat/StoredMessage.ts";
import { customerMessages } from "./customerMessages.ts";

/** Summarises an order's dishes in a line: `宫保鸡丁等3件`. */
export function formatOrderSummary(order: Pick<OrderSummary, "items" | "item_count">): string {
  const [first] = order.items;
  const name = first === undefined ? "" : formatDishName(first.name, first.spec_name);
  return order.item_count > 1 ? customerMessages.orders.items(name, order.item_count) : name;
}

/** Formats the headline of an order with its refund status if that differs: `制作中 · 退款申请中`. */
export function formatStatuses(
  order: Pick<OrderSummary, "status" | "refund_status" | "status_text">,
): string {
  return [order.status_text, formatRefundTag(order)].filter(Boolean).join(" · ");
}

/** Converts an order to the card of a message. */
export function toOrderQuote(order: OrderSummary): ChatOrder {
  return {
    id: order.order_id,
    storeName: order.restaurant.storename,
    image: order.items[0]?.image ?? "",
    summary: formatOrderSummary(order),
    amountFen: order.pay_amount,
    statusText: order.status_text,
  };
}
