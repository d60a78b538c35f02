import { defaultHistoryLimit } from "#contract/chat/limits.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import type { MessagePage } from "./message.repository.ts";

/** A message as sent by a client. */
export interface SendMessageRequest {
  type: "text" | "image" | "order";
  content?: string;
  image_id?: string;
  order_id?: string;
  client_key: string;
}

/** The validated message fields that are stored. */
export interface MessageInput {
  type: SendMessageRequest["type"] | "system";
  content: string;
  fileId: string | null;
  orderId: string | null;
}

/** Parses a message; texts are stored unchanged. Throws a 400 for missing or surplus fields. */
export function parseMessageInput(request: SendMessageRequest): MessageInput {
  const { type, content, image_id: fileId, order_id: orderId } = request;
  const assertOnly = (name: "content" | "image_id" | "order_id") => {
    const otherFields = (["content", "image_id", "order_id"] as const).filter((field) => field !== name);
    for (const otherField of otherFields)
      if (request[otherField] !== undefined) throw invalid("消息里有多余的内容", otherField);
  };
  if (type === "text") {
    assertOnly("content");
    if (content === undefined || content.trim() === "") throw invalid("请输入内容", "content");
    // Half of a surrogate pair cannot be stored: it becomes the replacement character.
    return { type, content: Buffer.from(content).toString(), fileId: null, orderId: null };
  }
  if (type === "image") {
    assertOnly("image_id");
    if (fileId === undefined) throw invalid("请选择图片", "image_id");
    return { type, content: "", fileId, orderId: null };
  }
  assertOnly("order_id");
  if (orderId === undefined) throw invalid("请选择订单", "order_id");
  return { type, content: "", fileId: null, orderId };
}

/** Throws "key_reused" when the key was used for another message before. */
export function assertSameBody(earlier: MessageInput, input: MessageInput): void {
  const isSame =
    earlier.type === input.type &&
    earlier.content === input.content &&
    earlier.fileId === input.fileId &&
    earlier.orderId === input.orderId;
  if (!isSame) throw new AppError("key_reused");
}

/** Parses the page of a conversation that a query requests. */
export function parseMessagePage(
  query: { before_id?: number; after_id?: number; limit?: number } | undefined,
): MessagePage {
  const { before_id: beforeId, after_id: afterId, limit = defaultHistoryLimit } = query ?? {};
  if (beforeId !== undefined && afterId !== undefined) throw invalid("只能选择一个方向", "after_id");
  return { beforeId, afterId, limit };
}
