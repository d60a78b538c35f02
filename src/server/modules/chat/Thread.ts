import type { History, Message, QuotedOrder } from "#contract/chat/message.schema.ts";
import type { ChatSession } from "#contract/chat-admin/session.schema.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import { deskChannel, userChannel } from "../../platform/live/channels.ts";
import { announce } from "../../platform/live/outbox.ts";
import { itemsOf } from "../order/order.repository.ts";
import * as users from "../user/user.repository.ts";
import { presentMessage, presentQuoted, presentSession, type Side } from "./chat.presenter.ts";
import * as messages from "./chat.repository.ts";
import * as sessions from "./session.repository.ts";

/** Something to be written into a customer's thread. */
export interface Post {
  userId: string;
  senderType: "user" | "staff" | "system";
  senderId: string | null;
  type: Message["type"];
  content: string;
  fileId?: string | null;
  orderId?: string | null;
  clientKey?: string | null;
}

/** What a thread is made of. */
export interface ThreadParts {
  clock: Clock;
  config: { limits: { onlineMs: number } };
}

/**
 * Writing into threads, inside the caller's transaction. Whoever writes holds the thread, so that its messages become
 * visible in the order of their ids; locks are taken in the order account, order, thread.
 */
export class Thread {
  readonly #parts: ThreadParts;

  constructor(parts: ThreadParts) {
    this.#parts = parts;
  }

  /** Holds a customer's thread until the transaction ends. Throws "not_found", "conflict" for an account that is gone. */
  async open(tx: Queries, userId: string): Promise<sessions.SessionRow> {
    await users.hold(tx, userId);
    return await sessions.openSession(tx, userId, this.#parts.clock.now());
  }

  /** Adds a message to a thread that is held, and tells both sides; answers it as each of them sees it. */
  async post(tx: Queries, session: sessions.SessionRow, post: Post): Promise<Record<Side, Message>> {
    const now = this.#parts.clock.now();
    const id = await messages.insertMessage(tx, { ...post, createdAt: now });
    await sessions.updateSession(tx, post.userId, {
      ...changeBy(post, session, now),
      lastMessageId: id,
      updatedAt: now,
    });
    const told = await this.#announceMessage(tx, id, post.userId, now);
    await this.announceSession(tx, post.userId);
    return told;
  }

  /** Tells the customer something in the name of the system; `orderId` names what it is about. */
  async tell(tx: Queries, userId: string, content: string, orderId: string | null): Promise<void> {
    await this.#postSystem(tx, await this.open(tx, userId), content, orderId);
  }

  /** The same for something that is to be answered: the conversation is open for staff afterwards. */
  async raise(tx: Queries, userId: string, content: string, orderId: string): Promise<void> {
    const session = await this.open(tx, userId);
    await sessions.updateSession(tx, userId, { status: "open" });
    await this.#postSystem(tx, session, content, orderId);
  }

  async #postSystem(
    tx: Queries,
    session: sessions.SessionRow,
    content: string,
    orderId: string | null,
  ): Promise<void> {
    const { userId } = session;
    await this.post(tx, session, {
      userId,
      senderType: "system",
      senderId: null,
      type: "system",
      content,
      orderId,
    });
  }

  /** Marks what the other side wrote as read. Whoever has no thread has read everything. */
  async read(tx: Queries, userId: string, by: Side, upToId: number): Promise<void> {
    const session = await sessions.lockSession(tx, userId);
    if (session === undefined) return;
    const now = this.#parts.clock.now();
    const count = await messages.markRead(
      tx,
      userId,
      by === "user" ? ["staff", "system"] : ["user"],
      upToId,
      now,
    );
    if (count === 0) return;
    const unread = (before: number) => Math.max(0, before - count);
    const values =
      by === "user"
        ? { unreadByUser: unread(session.unreadByUser) }
        : { unreadByStaff: unread(session.unreadByStaff) };
    await sessions.updateSession(tx, userId, values);
    const payload = { up_to_id: Math.min(upToId, session.lastMessageId ?? upToId), by };
    announce(tx, { channel: userChannel(userId), type: "read", payload, at: now });
    announce(tx, { channel: deskChannel, type: "read", payload: { user_id: userId, ...payload }, at: now });
    if (by === "staff") await this.announceSession(tx, userId);
  }

  /** Tells staff how a thread is now. */
  async announceSession(tx: Queries, userId: string): Promise<ChatSession> {
    const now = this.#parts.clock.now();
    const row = (await sessions.queueRow(tx, userId)) as sessions.QueueRow;
    const session = presentSession(row, now, this.#parts.config.limits.onlineMs);
    announce(tx, { channel: deskChannel, type: "session", payload: { ...session }, at: now });
    return session;
  }

  async #announceMessage(tx: Queries, id: number, userId: string, at: Date): Promise<Record<Side, Message>> {
    const row = await messages.messageById(tx, id);
    const quoted = await quotedIn(tx, [row]);
    const user = presentMessage(row, quoted, "user");
    const staff = presentMessage(row, quoted, "staff");
    announce(tx, { channel: userChannel(userId), type: "message", payload: { ...user }, at });
    const payload = { user_id: userId, message: staff };
    announce(tx, { channel: deskChannel, type: "message", payload, at });
    return { user, staff };
  }
}

/** What a message changes of its thread: a customer waits from the first message on, until staff write. */
function changeBy(post: Post, session: sessions.SessionRow, now: Date): Partial<sessions.SessionRow> {
  if (post.senderType === "user")
    return {
      status: "open",
      unreadByStaff: session.unreadByStaff + 1,
      waitingSince: session.waitingSince ?? now,
    };
  const unreadByUser = session.unreadByUser + 1;
  if (post.senderType === "system") return { unreadByUser };
  return {
    unreadByUser,
    waitingSince: null,
    // Whoever answers first takes the thread; one that staff begin is open.
    assigneeId: session.assigneeId ?? post.senderId,
    status: session.lastMessageId === null ? "open" : session.status,
  };
}

async function quotedIn(queries: Queries, rows: messages.MessageRow[]): Promise<Map<string, QuotedOrder>> {
  const ids = [...new Set(rows.flatMap(({ message }) => message.orderId ?? []))];
  const orders = await messages.ordersById(queries, ids);
  const items = await itemsOf(queries, ids);
  return new Map(
    orders.map((order) => [
      order.id,
      presentQuoted(
        order,
        items.filter(({ orderId }) => orderId === order.id),
      ),
    ]),
  );
}

/** A message as one side sees it. */
export async function messageFor(queries: Queries, id: number, side: Side): Promise<Message> {
  const row = await messages.messageById(queries, id);
  return presentMessage(row, await quotedIn(queries, [row]), side);
}

/** A part of a thread, the oldest message first. */
export async function historyOf(
  queries: Queries,
  userId: string,
  part: messages.Part,
  side: Side,
): Promise<History> {
  const found = await messages.messagesOf(queries, userId, { ...part, limit: part.limit + 1 });
  const rows = found.slice(0, part.limit);
  if (part.afterId === undefined) rows.reverse();
  const quoted = await quotedIn(queries, rows);
  return {
    list: rows.map((row) => presentMessage(row, quoted, side)),
    has_more: found.length > part.limit,
  };
}
