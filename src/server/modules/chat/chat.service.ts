import type { ChatHistory, ChatMessage } from "#contract/chat/message.schema.ts";
import type { ChatState } from "#contract/chat/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { toLocalTime } from "../../platform/time/local-time.ts";
import { findFileById } from "../file/file.repository.ts";
import { findById as orderById } from "../order/order.repository.ts";
import { isWithinHours } from "../restaurant/opening-hours.rules.ts";
import { ConversationWriter, getMessage, listHistory } from "./ConversationWriter.ts";
import { findConversation } from "./conversation.repository.ts";
import * as messages from "./message.repository.ts";
import {
  assertSameBody,
  type MessageInput,
  parseMessageInput,
  parseMessagePage,
  type SendMessageRequest,
} from "./message-input.rules.ts";

const minuteMs = 60_000;

/** A customer's conversation with customer service. */
export class ChatService {
  readonly #deps: Deps;
  readonly #writer: ConversationWriter;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#writer = new ConversationWriter(deps);
  }

  async listHistory(userId: string, query: Parameters<typeof parseMessagePage>[0]): Promise<ChatHistory> {
    return await listHistory(this.#deps.database.queries, userId, parseMessagePage(query), "user");
  }

  /**
   * Sends once per idempotency key. Throws "not_found" for foreign images or orders, "rate_limited", "key_reused".
   */
  async send(userId: string, request: SendMessageRequest): Promise<ChatMessage> {
    const input = parseMessageInput(request);
    return await this.#deps.database.transaction(async (tx) => {
      const conversation = await this.#writer.lockOrCreate(tx, userId);
      const earlier = await messages.findByIdempotencyKey(tx, userId, userId, request.client_key);
      if (earlier !== undefined) {
        assertSameBody(earlier, input);
        return await getMessage(tx, earlier.id, "user");
      }
      await this.#assertRateLimit(tx, userId);
      await assertOwnAttachments(tx, userId, input);
      const { client_key: idempotencyKey } = request;
      const { user } = await this.#writer.post(tx, conversation, {
        ...input,
        userId,
        senderType: "user",
        senderId: userId,
        idempotencyKey,
      });
      return user;
    });
  }

  /** Marks staff messages as read; returns the number of messages still unread. */
  async markRead(userId: string, upToId: number): Promise<{ unread: number }> {
    const { database } = this.#deps;
    await database.transaction((tx) => this.#writer.markRead(tx, userId, "user", upToId));
    return { unread: (await findConversation(database.lookups, userId))?.unreadByUser ?? 0 };
  }

  async getState(userId: string): Promise<ChatState> {
    const { database, clock, chainSettings } = this.#deps;
    const { from, to } = chainSettings.current.service;
    const conversation = await findConversation(database.lookups, userId);
    return {
      unread: conversation?.unreadByUser ?? 0,
      online: isWithinHours(from, to, toLocalTime(clock.now()).minute),
      hours_text: `${from}-${to}`,
      last_message_id: conversation?.newestMessageId ?? null,
    };
  }

  async #assertRateLimit(tx: QueryRunner, userId: string): Promise<void> {
    const { messagesPerMinute } = this.#deps.config.limits.chat;
    const nthNewestAt = await messages.findNthNewestSentAt(tx, userId, messagesPerMinute - 1);
    const waitMs = nthNewestAt
      ? addMs(nthNewestAt, minuteMs).getTime() - this.#deps.clock.now().getTime()
      : 0;
    if (waitMs > 0)
      throw new AppError("rate_limited", {}, "消息发送太快，请稍后再试", Math.ceil(waitMs / 1000));
  }
}

/** A customer may send only their own orders and their own images that were not sent before. */
async function assertOwnAttachments(
  tx: QueryRunner,
  userId: string,
  { fileId, orderId }: MessageInput,
): Promise<void> {
  if (orderId !== null && (await orderById(tx, orderId))?.userId !== userId)
    throw new AppError("not_found", { field: "order_id" }, "订单不存在");
  if (fileId === null) return;
  const file = await findFileById(tx, fileId);
  const isOwn = file?.ownerId === userId && file.uploadedBy === null && file.kind === "chat";
  if (!isOwn || (await messages.isFileSent(tx, fileId)))
    throw new AppError("not_found", { field: "image_id" }, "图片不存在，请重新上传");
}
