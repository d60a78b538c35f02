import type { ChatMessage } from "#contract/chat/message.schema.ts";
import type { ChatOrder } from "./StoredMessage.ts";

/** Converts the order in a message to what its card shows. */
export function toChatOrder(order: NonNullable<ChatMessage["order"]>): ChatOrder {
  return {
    id: order.order_id,
    storeName: order.restaurant_name,
    image: order.image,
    summary: order.summary,
    amountFen: order.pay_amount ?? order.total_amount,
    statusText: order.status_text,
  };
}
