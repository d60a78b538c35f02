import { makeAutoObservable, observableRef } from "mobx";
import type { Message } from "#contract/chat/message.schema.ts";
import type { ReadEvent } from "#contract/live.ts";

/** The known messages of the conversation, each once, in the order of their numbers. */
export class ChatThread {
  messages: readonly Message[] = [];
  /**
   * Up to this number nothing is missing. What is heard live lies behind it: only an answer of the server can say that
   * nothing is missing in between.
   */
  completeTo = 0;

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
  get unreadId(): number {
    return this.messages.reduce((last, one) => (isOpen(one, "user") ? one.id : last), 0);
  }

  /** Takes up messages; one that is known already is replaced by what is told now, but a read mark stays. */
  merge(list: readonly Message[]): void {
    if (list.length === 0) return;
    const byId = new Map(this.messages.map((one) => [one.id, one]));
    for (const one of list)
      byId.set(one.id, { ...one, read_at: one.read_at ?? byId.get(one.id)?.read_at ?? null });
    this.messages = Array.from(byId.values()).sort((a, b) => a.id - b.id);
  }

  /** Nothing is missing up to the last of these messages, which the server has just answered in full. */
  noteComplete(list: readonly Message[]): void {
    this.completeTo = list.reduce((last, { id }) => Math.max(last, id), this.completeTo);
  }

  /** One side has read what the other wrote, up to this number. */
  noteRead(by: ReadEvent["by"], upToId: number, at: string): void {
    const isNews = (one: Message) => one.id <= upToId && isOpen(one, by);
    if (!this.messages.some(isNews)) return;
    this.messages = this.messages.map((one) => (isNews(one) ? { ...one, read_at: at } : one));
  }

  /** An order has moved on; the cards that show it follow. */
  noteOrder(orderId: string, statusText: string): void {
    this.messages = this.messages.map((one) => {
      if (one.order === null || one.order.order_id !== orderId) return one;
      return { ...one, order: { ...one.order, status_text: statusText } };
    });
  }

  clear(): void {
    this.messages = [];
    this.completeTo = 0;
  }
}

/** Whether this side has still to read a message: one's own needs no reading. */
function isOpen(one: Message, by: ReadEvent["by"]): boolean {
  return one.read_at === null && (one.sender_type === "user") === (by === "staff");
}
