import type { ChatHistory, ChatMessage, OrderPreview } from "#contract/chat/message.schema.ts";
import type { ConversationSummary } from "#contract/staff/chat/conversation.schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { agentsChannel, userChannel } from "../../platform/events/channels.ts";
import { publish } from "../../platform/events/outbox.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { listItems } from "../order/order.repository.ts";
import * as users from "../user/user.repository.ts";
import { type Audience, presentConversation, presentMessage, presentQuotedOrder } from "./chat.presenter.ts";
import * as sessions from "./conversation.repository.ts";
import * as messages from "./message.repository.ts";

/** A message to be added to a customer's conversation. */
export interface NewMessage {
  userId: string;
  senderType: "user" | "staff" | "system";
  senderId: string | null;
  type: ChatMessage["type"];
  content: string;
  fileId?: string | null;
  orderId?: string | null;
  idempotencyKey?: string | null;
}

export interface ConversationWriterDependencies {
  clock: Clock;
  config: { limits: { onlineMs: number } };
}

/**
 * Writes to conversations inside the caller's transaction. The conversation is locked while writing, so that
 * its messages become visible in the order of their ids; locks are taken in the order account, order,
 * conversation.
 */
export class ConversationWriter {
  readonly #deps: ConversationWriterDependencies;

  constructor(deps: ConversationWriterDependencies) {
    this.#deps = deps;
  }

  /**
   * Locks a customer's conversation until the transaction ends. Throws "not_found", also for a closed account, or
   * "conflict" for a merged one.
   */
  async lockOrCreate(tx: QueryRunner, userId: string): Promise<sessions.ConversationRow> {
    await users.lockForShare(tx, userId);
    return await sessions.lockOrCreateConversation(tx, userId, this.#deps.clock.now());
  }

  /**
   * Adds a message to a locked conversation and publishes it to both sides; returns each side's view of it.
   */
  async post(
    tx: QueryRunner,
    conversation: sessions.ConversationRow,
    message: NewMessage,
  ): Promise<Record<Audience, ChatMessage>> {
    const now = this.#deps.clock.now();
    const id = await messages.insertMessage(tx, { ...message, createdAt: now });
    await sessions.updateConversation(tx, message.userId, {
      ...toConversationUpdate(message, conversation, now),
      newestMessageId: id,
      updatedAt: now,
    });
    const messageByAudience = await this.#publishMessage(tx, id, message.userId, now);
    await this.publishConversation(tx, message.userId);
    return messageByAudience;
  }

  /** Posts a system message to the customer, unless the account is closed; `orderId` names the order it is about. */
  async postSystemMessage(
    tx: QueryRunner,
    userId: string,
    content: string,
    orderId: string | null,
  ): Promise<void> {
    if (!(await users.lockOpenForShare(tx, userId))) return;
    await this.#addSystemMessage(tx, await this.lockOrCreate(tx, userId), content, orderId);
  }

  /** Posts a system message that needs a reply, likewise: the conversation is open for staff afterwards. */
  async postSystemMessageAndReopen(
    tx: QueryRunner,
    userId: string,
    content: string,
    orderId: string,
  ): Promise<void> {
    if (!(await users.lockOpenForShare(tx, userId))) return;
    const conversation = await this.lockOrCreate(tx, userId);
    await sessions.updateConversation(tx, userId, { status: "open" });
    await this.#addSystemMessage(tx, conversation, content, orderId);
  }

  async #addSystemMessage(
    tx: QueryRunner,
    conversation: sessions.ConversationRow,
    content: string,
    orderId: string | null,
  ): Promise<void> {
    const { userId } = conversation;
    await this.post(tx, conversation, {
      userId,
      senderType: "system",
      senderId: null,
      type: "system",
      content,
      orderId,
    });
  }

  /** Marks the other side's messages as read; does nothing for a customer without a conversation. */
  async markRead(tx: QueryRunner, userId: string, reader: Audience, upToId: number): Promise<void> {
    const conversation = await sessions.lockConversation(tx, userId);
    if (conversation === undefined) return;
    const now = this.#deps.clock.now();
    const count = await messages.markRead(
      tx,
      userId,
      reader === "user" ? ["staff", "system"] : ["user"],
      upToId,
      now,
    );
    if (count === 0) return;
    const remainingUnread = (before: number) => Math.max(0, before - count);
    const values =
      reader === "user"
        ? { unreadByUser: remainingUnread(conversation.unreadByUser) }
        : { unreadByStaff: remainingUnread(conversation.unreadByStaff) };
    await sessions.updateConversation(tx, userId, values);
    const payload = { up_to_id: Math.min(upToId, conversation.newestMessageId ?? upToId), by: reader };
    publish(tx, { channel: userChannel(userId), type: "read", payload, createdAt: now });
    publish(tx, {
      channel: agentsChannel,
      type: "read",
      payload: { user_id: userId, ...payload },
      createdAt: now,
    });
    if (reader === "staff") await this.publishConversation(tx, userId);
  }

  /** Publishes the current state of a conversation to staff. */
  async publishConversation(tx: QueryRunner, userId: string): Promise<ConversationSummary> {
    const now = this.#deps.clock.now();
    const row = (await sessions.findQueueRow(tx, userId)) as sessions.QueueRow;
    const conversation = presentConversation(row, now, this.#deps.config.limits.onlineMs);
    publish(tx, { channel: agentsChannel, type: "session", payload: { ...conversation }, createdAt: now });
    return conversation;
  }

  async #publishMessage(
    tx: QueryRunner,
    id: number,
    userId: string,
    at: Date,
  ): Promise<Record<Audience, ChatMessage>> {
    const row = await messages.getMessageById(tx, id);
    const quotedOrders = await loadQuotedOrders(tx, [row]);
    const user = presentMessage(row, quotedOrders, "user");
    const staff = presentMessage(row, quotedOrders, "staff");
    publish(tx, { channel: userChannel(userId), type: "message", payload: { ...user }, createdAt: at });
    const payload = { user_id: userId, message: staff };
    publish(tx, { channel: agentsChannel, type: "message", payload, createdAt: at });
    return { user, staff };
  }
}

/**
 * Returns the conversation fields that a message changes; a customer waits from the first message until a
 * reply.
 */
function toConversationUpdate(
  message: NewMessage,
  conversation: sessions.ConversationRow,
  now: Date,
): Partial<sessions.ConversationRow> {
  if (message.senderType === "user")
    return {
      status: "open",
      unreadByStaff: conversation.unreadByStaff + 1,
      waitingSince: conversation.waitingSince ?? now,
    };
  const unreadByUser = conversation.unreadByUser + 1;
  if (message.senderType === "system") return { unreadByUser };
  return {
    unreadByUser,
    waitingSince: null,
    // The first staff member to reply is assigned the conversation; one started by staff is open.
    assigneeId: conversation.assigneeId ?? message.senderId,
    status: conversation.newestMessageId === null ? "open" : conversation.status,
  };
}

async function loadQuotedOrders(
  queries: QueryRunner,
  rows: messages.MessageRow[],
): Promise<Map<string, OrderPreview>> {
  const ids = [...new Set(rows.flatMap(({ message }) => message.orderId ?? []))];
  const orders = await messages.listOrdersByIds(queries, ids);
  const items = await listItems(queries, ids);
  return new Map(
    orders.map((order) => [
      order.id,
      presentQuotedOrder(
        order,
        items.filter(({ orderId }) => orderId === order.id),
      ),
    ]),
  );
}

/** Returns a message as one side sees it. */
export async function getMessage(queries: QueryRunner, id: number, audience: Audience): Promise<ChatMessage> {
  const row = await messages.getMessageById(queries, id);
  return presentMessage(row, await loadQuotedOrders(queries, [row]), audience);
}

/** Lists a page of a conversation, the oldest message first. */
export async function listHistory(
  queries: QueryRunner,
  userId: string,
  page: messages.MessagePage,
  audience: Audience,
): Promise<ChatHistory> {
  const found = await messages.listMessages(queries, userId, { ...page, limit: page.limit + 1 });
  const rows = found.slice(0, page.limit);
  if (page.afterId === undefined) rows.reverse();
  const quotedOrders = await loadQuotedOrders(queries, rows);
  return {
    list: rows.map((row) => presentMessage(row, quotedOrders, audience)),
    has_more: found.length > page.limit,
  };
}
