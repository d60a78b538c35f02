import type { Message, QuotedOrder } from "#contract/chat/message.schema.ts";
import type { ChatSession } from "#contract/chat-admin/session.schema.ts";
import { formatDishName } from "#contract/menu/dish-name.ts";
import { maskPhone } from "#contract/phone.ts";
import { later } from "../../platform/clock.ts";
import { fileUrl } from "../../platform/files/fileUrl.ts";
import { statusTextOf } from "../order/order.presenter.ts";
import type { ItemRow, OrderRow } from "../order/order.repository.ts";
import type { MessageRow } from "./chat.repository.ts";
import type { QueueRow } from "./session.repository.ts";

/** Whose eyes a message is for. */
export type Side = "user" | "staff";

const previewSigns = 50;

/** Customers know staff by the first sign of their name. */
function senderName({ message, userName, staffName }: MessageRow, side: Side): string {
  if (message.senderType === "user") return userName;
  if (message.senderType === "system") return "系统消息";
  if (side === "staff") return staffName ?? "客服";
  return `客服${[...(staffName ?? "")][0] ?? ""}`;
}

/** An order as its card in a thread shows it. */
export function presentQuoted(order: OrderRow, items: ItemRow[]): QuotedOrder {
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
    status_text: statusTextOf(order),
    created_at: order.createdAt.toISOString(),
  };
}

/** A message for one side; `quoted` holds the orders that messages name. */
export function presentMessage(row: MessageRow, quoted: Map<string, QuotedOrder>, side: Side): Message {
  const { message, image } = row;
  return {
    id: message.id,
    user_id: message.userId,
    sender_type: message.senderType,
    sender_name: senderName(row, side),
    type: message.type,
    content: message.content,
    image: image && { url: fileUrl(image.id), width: image.width, height: image.height },
    order_id: message.orderId,
    order: (message.orderId && quoted.get(message.orderId)) || null,
    client_key: message.senderType === side ? message.clientKey : null,
    created_at: message.createdAt.toISOString(),
    read_at: message.readAt?.toISOString() ?? null,
  };
}

function previewOf(last: NonNullable<QueueRow["last"]>): string {
  if (last.type === "image") return "[图片]";
  if (last.type === "order") return "[订单]";
  return [...last.content.replace(/\s+/g, " ")].slice(0, previewSigns).join("");
}

/** A thread in the queue; whoever was seen within `onlineMs` is there. */
export function presentSession(row: QueueRow, now: Date, onlineMs: number): ChatSession {
  const { session, last } = row;
  return {
    user_id: session.userId,
    name: row.name,
    phone: row.phone && maskPhone(row.phone),
    last_message: last && {
      id: last.id,
      preview: previewOf(last),
      type: last.type,
      sender_type: last.senderType,
      at: last.at.toISOString(),
    },
    unread_count: session.unreadByStaff,
    needs_reply: session.waitingSince !== null,
    waiting_since: session.waitingSince?.toISOString() ?? null,
    status: session.status,
    assignee:
      session.assigneeId === null ? null : { staff_id: session.assigneeId, name: row.assigneeName ?? "" },
    online: row.seenAt !== null && row.seenAt > later(now, -onlineMs),
    active_order_id: row.activeOrderId,
    updated_at: session.updatedAt.toISOString(),
  };
}
