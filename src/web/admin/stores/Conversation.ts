import { makeAutoObservable } from "mobx";
import type { History, Message } from "#contract/chat/message.schema.ts";
import { chatAdminEndpoints } from "#contract/chat-admin/endpoints.ts";
import type { ChatSession } from "#contract/chat-admin/session.schema.ts";
import type { ReadEvent } from "#contract/live.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ChatOutbox, type OutboxParts } from "#web/shared/chat/ChatOutbox.ts";
import { ChatThread } from "#web/shared/chat/ChatThread.ts";
import type { KeptMessage } from "#web/shared/chat/KeptMessage.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import type { KeptThread } from "./deskShelf.ts";

/** A reply that got no answer goes again by itself for so long; later it needs somebody to look at it. */
const resendWithinMs = 30 * 60_000;

/** What a thread needs of the world. */
export interface ConversationParts extends Pick<OutboxParts, "shrink" | "now" | "words"> {
  api: Pick<ApiClient, "call">;
  /** Sends a picture for a customer's thread. */
  upload(userId: string, ...rest: Parameters<OutboxParts["upload"]>): ReturnType<OutboxParts["upload"]>;
  /** What is to be kept of it has changed. */
  onChange(): void;
}

/** One customer's thread as staff see it: what is there, what is on its way, and the text in the field. */
export class Conversation {
  readonly userId: string;
  readonly thread = new ChatThread();
  readonly outbox: ChatOutbox;
  /** The first page, and later what came after the known messages. */
  readonly opening = new Loadable<History>();
  /** A page before the known messages. */
  readonly older = new Loadable<History>();
  hasOlder = false;
  draft: string;
  /** A note that is not saved yet; kept until the page is left. */
  note = "";
  private readonly parts: ConversationParts;
  /** Up to where staff were told to have read. */
  private readTo = 0;

  constructor(userId: string, kept: KeptThread | undefined, parts: ConversationParts) {
    this.userId = userId;
    this.parts = parts;
    this.draft = kept?.draft ?? "";
    const { shrink, now, words } = parts;
    this.outbox = new ChatOutbox({
      shrink,
      now,
      words,
      resendWithinMs,
      upload: (...rest) => parts.upload(userId, ...rest),
      post: this.post,
      onSent: (message) => this.take([message]),
      onChange: () => parts.onChange(),
    });
    this.outbox.restore(kept?.unsent ?? []);
    makeAutoObservable<this, "parts" | "post" | "readTo">(
      this,
      {
        userId: false,
        thread: false,
        outbox: false,
        opening: false,
        older: false,
        parts: false,
        post: false,
        readTo: false,
      },
      { autoBind: true },
    );
  }

  /** What outlives the page. */
  get kept(): KeptThread {
    return { draft: this.draft, unsent: this.outbox.kept };
  }

  setDraft(draft: string): void {
    this.draft = draft;
    this.parts.onChange();
  }

  setNote(note: string): void {
    this.note = note;
  }

  /** Sends the text in the field and empties it; blanks alone are nothing. */
  sendDraft(): void {
    const text = this.draft.trim();
    if (text === "") return;
    this.outbox.sendText(text);
    this.setDraft("");
  }

  /** Fetches the newest messages, or those after the known ones, page by page. Rethrows failures. */
  async open(): Promise<void> {
    await this.opening.run(async (signal) => {
      const isFirst = this.thread.completeTo === 0;
      for (;;) {
        const query = isFirst ? {} : { after_id: this.thread.completeTo };
        const page = await this.fetch(query, signal);
        if (isFirst) this.setHasOlder(page.has_more);
        this.thread.noteComplete(page.list);
        if (isFirst || !page.has_more || page.list.length === 0) return page;
      }
    });
  }

  /** Fetches the page before the oldest known message. Rethrows failures. */
  async loadOlder(): Promise<void> {
    if (!this.hasOlder || this.older.isLoading) return;
    await this.older.run(async (signal) => {
      const page = await this.fetch({ before_id: this.thread.firstId }, signal);
      this.setHasOlder(page.has_more && page.list.length > 0);
      return page;
    });
  }

  /** Takes up a message that is told live. */
  hear(message: Message): void {
    this.take([message]);
  }

  noteRead({ up_to_id, by }: ReadEvent): void {
    this.thread.noteRead(by, up_to_id, this.parts.now());
  }

  /** Tells that everything here was seen; answers the row of the queue, null when nothing was new. Rethrows failures. */
  async markRead(): Promise<ChatSession | null> {
    const upToId = this.thread.lastId;
    if (upToId <= this.readTo) return null;
    const before = this.readTo;
    this.readTo = upToId;
    try {
      const body = { user_id: this.userId, up_to_id: upToId };
      return await this.parts.api.call(chatAdminEndpoints.read, { body });
    } catch (error) {
      this.readTo = before;
      throw error;
    }
  }

  private async fetch(query: { before_id?: number; after_id?: number }, signal: AbortSignal) {
    const params = { userId: this.userId };
    const page = await this.parts.api.call(chatAdminEndpoints.messages, { params, query, signal });
    this.take(page.list);
    return page;
  }

  private take(list: readonly Message[]): void {
    this.thread.merge(list);
    this.outbox.settle(list);
  }

  private setHasOlder(hasOlder: boolean): void {
    this.hasOlder = hasOlder;
  }

  private readonly post = async (wish: KeptMessage): Promise<Message> => {
    const part = {
      text: { content: wish.text },
      image: { image_id: wish.imageId ?? "" },
      order: { order_id: wish.order?.id ?? "" },
    }[wish.type];
    const body = { user_id: this.userId, type: wish.type, client_key: wish.key, ...part };
    return await this.parts.api.call(chatAdminEndpoints.send, { body });
  };
}
