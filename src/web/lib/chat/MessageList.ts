import { makeAutoObservable, observableRef } from "mobx";
import type { ChatMessage } from "#contract/chat/message.schema.ts";
import type { ReadEvent } from "#contract/events.ts";

/** Loaded messages of a conversation, without duplicates, sorted by id. */
export class MessageList {
  messages: readonly ChatMessage[] = [];
  /**
   * Id up to which no message is missing. Live messages lie behind it: only a response of the server proves
   * that there is no gap.
   */
  syncedUpToId = 0;

  constructor() {
    makeAutoObservable(this, { messages: observableRef }, { autoBind: true });
  }

  /** Lowest loaded id, 0 without any. */
  get firstId(): number {
    return this.messages[0]?.id ?? 0;
  }

  /** Highest loaded id, 0 without any. */
  get lastId(): number {
    return this.messages[this.messages.length - 1]?.id ?? 0;
  }

  /** Highest id of the unread messages to the customer, 0 without any. */
  get lastUnreadId(): number {
    return this.messages.reduce((last, message) => (isUnread(message, "user") ? message.id : last), 0);
  }

  /** Adds messages; replaces loaded ones by their newer version, but preserves a read mark. */
  merge(list: readonly ChatMessage[]): void {
    if (list.length === 0) return;
    const byId = new Map(this.messages.map((message) => [message.id, message]));
    for (const message of list)
      byId.set(message.id, { ...message, read_at: message.read_at ?? byId.get(message.id)?.read_at ?? null });
    this.messages = Array.from(byId.values()).sort((a, b) => a.id - b.id);
  }

  /**
   * Records that no message is missing up to the last of these, which the server has just returned in full.
   */
  markSynced(list: readonly ChatMessage[]): void {
    this.syncedUpToId = list.reduce((last, { id }) => Math.max(last, id), this.syncedUpToId);
  }

  /** Marks the messages that one side has read, up to this id. */
  markRead(by: ReadEvent["by"], upToId: number, at: string): void {
    const isNewlyRead = (message: ChatMessage) => message.id <= upToId && isUnread(message, by);
    if (!this.messages.some(isNewlyRead)) return;
    this.messages = this.messages.map((message) =>
      isNewlyRead(message) ? { ...message, read_at: at } : message,
    );
  }

  /** Updates the status on the cards of an order. */
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

/** Returns whether this side has yet to read a message; its own messages never count. */
function isUnread(message: ChatMessage, reader: ReadEvent["by"]): boolean {
  return message.read_at === null && (message.sender_type === "user") === (reader === "staff");
}
