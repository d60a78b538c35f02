import type { History, Message } from "#contract/chat/message.schema.ts";
import type { ChatState } from "#contract/chat/schema.ts";
import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { wallTime } from "../../platform/shanghai.ts";
import { fileById } from "../file/file.repository.ts";
import { byId as orderById } from "../order/order.repository.ts";
import { isWithin } from "../restaurant/opening.ts";
import * as messages from "./chat.repository.ts";
import { type Outgoing, type OutgoingForm, outgoingOf, partOf, requireSame } from "./outgoing.ts";
import { sessionOf } from "./session.repository.ts";
import { historyOf, messageFor, Thread } from "./Thread.ts";

const minuteMs = 60_000;

/** A customer's thread with customer service. */
export class ChatService {
  readonly #deps: Deps;
  readonly #thread: Thread;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#thread = new Thread(deps);
  }

  async history(userId: string, query: Parameters<typeof partOf>[0]): Promise<History> {
    return await historyOf(this.#deps.database.queries, userId, partOf(query), "user");
  }

  /** Sends once a key. Throws "not_found" for pictures and orders of others, "rate_limited", "key_reused". */
  async send(userId: string, form: OutgoingForm): Promise<Message> {
    const wish = outgoingOf(form);
    return await this.#deps.database.transaction(async (tx) => {
      const session = await this.#thread.open(tx, userId);
      const earlier = await messages.byKey(tx, userId, userId, form.client_key);
      if (earlier !== undefined) {
        requireSame(earlier, wish);
        return await messageFor(tx, earlier.id, "user");
      }
      await this.#requireRoom(tx, userId);
      await requireOwn(tx, userId, wish);
      const { client_key: clientKey } = form;
      const { user } = await this.#thread.post(tx, session, {
        ...wish,
        userId,
        senderType: "user",
        senderId: userId,
        clientKey,
      });
      return user;
    });
  }

  /** Marks what staff wrote as read; answers how much is left. */
  async read(userId: string, upToId: number): Promise<{ unread: number }> {
    const { database } = this.#deps;
    await database.transaction((tx) => this.#thread.read(tx, userId, "user", upToId));
    return { unread: (await sessionOf(database.queries, userId))?.unreadByUser ?? 0 };
  }

  async state(userId: string): Promise<ChatState> {
    const { database, clock, config } = this.#deps;
    const { from, to } = config.serviceHours;
    const session = await sessionOf(database.queries, userId);
    return {
      unread: session?.unreadByUser ?? 0,
      online: isWithin(from, to, wallTime(clock.now()).minute),
      hours_text: `${from}-${to}`,
      last_message_id: session?.lastMessageId ?? null,
    };
  }

  async #requireRoom(tx: Queries, userId: string): Promise<void> {
    const { messagesPerMinute } = this.#deps.config.limits.chat;
    const first = await messages.sentBefore(tx, userId, messagesPerMinute - 1);
    const waitMs = first ? later(first, minuteMs).getTime() - this.#deps.clock.now().getTime() : 0;
    if (waitMs > 0)
      throw new AppError("rate_limited", {}, "消息发送太快，请稍后再试", Math.ceil(waitMs / 1000));
  }
}

/** A customer sends the own orders, and pictures that nobody has seen yet. */
async function requireOwn(tx: Queries, userId: string, { fileId, orderId }: Outgoing): Promise<void> {
  if (orderId !== null && (await orderById(tx, orderId))?.userId !== userId)
    throw new AppError("not_found", { field: "order_id" }, "订单不存在");
  if (fileId === null) return;
  const file = await fileById(tx, fileId);
  const isOwn = file?.ownerId === userId && file.uploadedBy === null && file.kind === "chat";
  if (!isOwn || (await messages.isSent(tx, fileId)))
    throw new AppError("not_found", { field: "image_id" }, "图片不存在，请重新上传");
}
