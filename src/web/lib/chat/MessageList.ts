import { makeAutoObservable, observableRef } from "mobx";
import type { ChatMessage } from "#contract/chat/message.schema.ts";
import type { ReadEvent } from "#contract/events.ts";

/** The known messages of the conversation, each once, in the order of their numbers. */
export class MessageList {
  messages: readonly ChatMessage[] = [];
  /**
   * Up to this number nothing is missing. What is heard live lies behind it: only an answer of the server can say that
   * nothing is missing in between.
   */
  syncedUpToId = 0;

  constructor() {
    makeAutoObservable(this, { messages: observableRef }, { autoBind: true });
  }

  /** The lowest known number, 0 without any. */
  get firstId(): number {
    return this.messages[0]?.id ?? 0;
  }

  /** The highest known number, 0 without any. */
  get lastId(): number {
    return this.messages[this.messages.length - 1]?.id ?? 0;
  }

  /** The highest number of what was written to the customer and is not read, 0 without any. */
  get lastUnreadId(): number {
    return this.messages.reduce((last, message) => (isUnread(message, "user") ? message.id : last), 0);
  }

  /** Takes up messages; one that is known already is replaced by what is told now, but a read mark stays. */
  merge(list: readonly ChatMessage[]): void {
    if (list.length === 0) return;
    const byId = new Map(this.messages.map((message) => [message.id, message]));
    for (const message of list)
      byId.set(message.id, { ...message, read_at: message.read_at ?? byId.get(message.id)?.read_at ?? null });
    this.messages = Array.from(byId.values()).sort((a, b) => a.id - b.id);
  }

  /** Nothing is missing up to the last of these messages, which the server has just answered in full. */
  markSynced(list: readonly ChatMessage[]): void {
    this.syncedUpToId = list.reduce((last, { id }) => Math.max(last, id), this.syncedUpToId);
  }

  /** One side has read what the other wrote, up to this number. */
  markRead(by: ReadEvent["by"], upToId: number, at: string): void {
    const isNewlyRead = (message: ChatMessage) => message.id <= upToId && isUnread(message, by);
    if (!this.messages.some(isNewlyRead)) return;
    this.messages = this.messages.map((message) =>
      isNewlyRead(message) ? { ...message, read_at: at } : message,
    );
  }

  /** An order has moved on; the cards that show it follow. */
  updateOrderStatus(orderId: string, statusText: string): void {
    this.messages = this.messages.map((message) => {
      if (message.order === null || message.order.order_id !== orderId) return message;
      return { ...message, order: { ...message.order, status_text: statusText } };
    });
  }

  clear(): void {
    this.messages = [];
    this.syncedUpToId = 0;
  }
}

/** Whether this side has still to read a message: one's own needs no reading. */
function isUnread(message: ChatMessage, reader: ReadEvent["by"]): boolean {
  return message.read_at === null && (message.sender_type === "user") === (reader === "staff");
}
