import type { ChatMessage } from "#contract/chat/message.schema.ts";
import type { PendingMessage } from "#web/lib/chat/PendingMessage.ts";
import { toChatOrder } from "#web/lib/chat/toChatOrder.ts";
import type { ChatItem } from "./ChatItem.ts";

const sides = { user: "own", staff: "staff", system: "system" } as const;

/** Converts a received message to a display item. */
export function toChatItem(message: ChatMessage, previewUrl: string | null): ChatItem {
  return {
    key: message.client_key ?? `m${message.id}`,
    side: sides[message.sender_type],
    name: message.sender_name,
    type: message.type,
    text: message.content,
    image: message.image,
    previewUrl,
    order: message.order === null ? null : toChatOrder(message.order),
    at: message.created_at,
    state: message.read_at === null ? "sent" : "read",
    progress: 1,
    problem: "",
  };
}

/** Converts a pending message to a display item. */
export function toPendingChatItem(pending: PendingMessage, previewUrl: string | null): ChatItem {
  const {
    idempotencyKey: key,
    type,
    text,
    image,
    order,
    at,
    state,
    progress: share,
    error: problem,
  } = pending;
  return {
    key,
    side: "own",
    name: "",
    type,
    text,
    image,
    previewUrl,
    order,
    at,
    state,
    progress: share,
    problem,
  };
}
