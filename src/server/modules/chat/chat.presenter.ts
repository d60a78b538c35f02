import type { ChatMessage, OrderPreview } from "#contract/chat/message.schema.ts";
import { formatDishName } from "#contract/menu/dish-name.ts";
import { maskPhone } from "#contract/phone.ts";
import type { ConversationSummary } from "#contract/staff/chat/conversation.schema.ts";
import { fileUrl } from "../../platform/files/file-url.ts";
import { addMs } from "../../platform/time/clock.ts";
import { toStatusText } from "../order/order.presenter.ts";
import type { OrderItemRow, OrderRow } from "../order/order.repository.ts";
import type { QueueRow } from "./conversation.repository.ts";
import type { MessageRow } from "./message.repository.ts";

/** Reader that a message is presented to. */
export type Audience = "user" | "staff";

const previewLength = 50;

/** Customers see only the first character of a staff member's name. */
function formatSenderName({ message, userName, staffName }: MessageRow, audience: Audience): string {
  if (message.senderType === "user") return userName;
  if (message.senderType === "system") return "系统消息";
  if (audience === "staff") return staffName ?? "客服";
  return `客服${[...(staffName ?? "")][0] ?? ""}`;
}

/** Converts an order to the card that a conversation shows. */
export function presentQuotedOrder(order: OrderRow, items: OrderItemRow[]): OrderPreview {
  const [first] = items;
  const count = items.reduce((sum, item) => sum + item.quantity, 0);
  const name = first === undefined ? "" : formatDishName(first.name, first.specName);
  return {
    order_id: order.id,
    order_no: order.orderNo,
    restaurant_name: order.restaurant.name,
    image: first?.image ?? "",
    summary: count > 1 ? `${name}等${count}件` : name,
    total_amount: order.totalFen,
    pay_amount: order.payFen,
    status_text: toStatusText(order),
    created_at: order.createdAt.toISOString(),
  };
}

/** Converts a message for one side; `quoted` holds the orders that messages reference. */
export function presentMessage(
  row: MessageRow,
  quotedOrders: Map<string, OrderPreview>,
  audience: Audience,
): ChatMessage {
  const { message, image } = row;
  return {
    id: message.id,
    user_id: message.userId,
    sender_type: message.senderType,
    sender_name: formatSenderName(row, audience),
    type: message.type,
    content: message.content,
    image: image && { url: fileUrl(image.id), width: image.width, height: image.height },
    order_id: message.orderId,
    order: (message.orderId && quotedOrders.get(message.orderId)) || null,
    client_key: message.senderType === audience ? message.idempotencyKey : null,
    created_at: message.createdAt.toISOString(),
    read_at: message.readAt?.toISOString() ?? null,
  };
}

function formatPreview(last: NonNullable<QueueRow["last"]>): string {
  if (last.type === "image") return "[图片]";
  if (last.type === "order") return "[订单]";
  return [...last.content.replace(/\s+/g, " ")].slice(0, previewLength).join("");
}

/** Converts a conversation to a queue row; a customer seen within `onlineMs` is online. */
export function presentConversation(row: QueueRow, now: Date, onlineMs: number): ConversationSummary {
  const { conversation, last } = row;
  return {
    user_id: conversation.userId,
    name: row.name,
    phone: row.phone && maskPhone(row.phone),
    last_message: last && {
      id: last.id,
      preview: formatPreview(last),
      type: last.type,
      sender_type: last.senderType,
      at: last.at.toISOString(),
    },
    unread_count: conversation.unreadByStaff,
    needs_reply: conversation.waitingSince !== null,
    waiting_since: conversation.waitingSince?.toISOString() ?? null,
    status: conversation.status,
    assignee:
      conversation.assigneeId === null
        ? null
        : { staff_id: conversation.assigneeId, name: row.assigneeName ?? "" },
    online: row.seenAt !== null && row.seenAt > addMs(now, -onlineMs),
    active_order_id: row.activeOrderId,
    updated_at: conversation.updatedAt.toISOString(),
  };
}
