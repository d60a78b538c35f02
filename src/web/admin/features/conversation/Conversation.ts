import { makeAutoObservable } from "mobx";
import type { ChatHistory, ChatMessage } from "#contract/chat/message.schema.ts";
import type { ReadEvent } from "#contract/events.ts";
import type { ConversationSummary } from "#contract/staff/chat/conversation.schema.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { ChatOutbox, type ChatOutboxOptions } from "#web/lib/chat/ChatOutbox.ts";
import { MessageList } from "#web/lib/chat/MessageList.ts";
import type { StoredMessage } from "#web/lib/chat/StoredMessage.ts";
import type { StoredConversation } from "../console/consoleStorage.ts";

/** A reply without a response is resent automatically for this long; later it needs a manual resend. */
const resendWithinMs = 30 * 60_000;

/** Dependencies of a conversation. */
export interface ConversationOptions extends Pick<ChatOutboxOptions, "resize" | "now" | "messages"> {
  api: Pick<ApiClient, "call">;
  /** Uploads an image for a customer's conversation. */
  upload(
    userId: string,
    ...rest: Parameters<ChatOutboxOptions["upload"]>
  ): ReturnType<ChatOutboxOptions["upload"]>;
  /** Called when the stored part has changed. */
  onChange(): void;
}

/** Conversation of one customer as staff see it: messages, pending messages, and the draft. */
export class Conversation {
  readonly userId: string;
  readonly messageList = new MessageList();
  readonly outbox: ChatOutbox;
  /** First page, and later the messages after the loaded ones. */
  readonly newest = new Loadable<ChatHistory>();
  /** Page before the loaded messages. */
  readonly older = new Loadable<ChatHistory>();
  hasOlder = false;
  draft: string;
  /** Unsaved note; kept until the page is left. */
  note = "";
  private readonly options: ConversationOptions;
  /** Id up to which messages were reported as read by staff. */
  private readUpToId = 0;

  constructor(userId: string, stored: StoredConversation | undefined, options: ConversationOptions) {
    this.userId = userId;
    this.options = options;
    this.draft = stored?.draft ?? "";
    const { resize: shrink, now, messages: words } = options;
    this.outbox = new ChatOutbox({
      resize: shrink,
      now,
      messages: words,
      resendWithinMs,
      upload: (...rest) => options.upload(userId, ...rest),
      send: this.send,
      onSent: (message) => this.merge([message]),
      onChange: () => options.onChange(),
    });
    this.outbox.restore(stored?.unsent ?? []);
    makeAutoObservable<this, "options" | "send" | "readUpToId">(
      this,
      {
        userId: false,
        messageList: false,
        outbox: false,
        newest: false,
        older: false,
        options: false,
        send: false,
        readUpToId: false,
      },
      { autoBind: true },
    );
  }

  /** Part that survives the page. */
  get stored(): StoredConversation {
    return { draft: this.draft, unsent: this.outbox.storedMessages };
  }

  setDraft(draft: string): void {
    this.draft = draft;
    this.options.onChange();
  }

  setNote(note: string): void {
    this.note = note;
  }

  /** Sends the draft and clears it; does nothing if it is blank. */
  sendDraft(): void {
    const text = this.draft.trim();
    if (text === "") return;
    this.outbox.sendText(text);
    this.setDraft("");
  }

  /** Fetches the newest messages, or those after the loaded ones, page by page. Rethrows failures. */
  async loadNewest(): Promise<void> {
    await this.newest.run(async (signal) => {
      const isFirst = this.messageList.syncedUpToId === 0;
      for (;;) {
        const query = isFirst ? {} : { after_id: this.messageList.syncedUpToId };
        const page = await this.fetch(query, signal);
        if (isFirst) this.setHasOlder(page.has_more);
        this.messageList.markSynced(page.list);
        if (isFirst || !page.has_more || page.list.length === 0) return page;
      }
    });
  }

  /** Fetches the page before the oldest loaded message. Rethrows failures. */
  async loadOlder(): Promise<void> {
    if (!this.hasOlder || this.older.isLoading) return;
    await this.older.run(async (signal) => {
      const page = await this.fetch({ before_id: this.messageList.firstId }, signal);
      this.setHasOlder(page.has_more && page.list.length > 0);
      return page;
    });
  }

  /** Adds a message from an event. */
  receive(message: ChatMessage): void {
    this.merge([message]);
  }

  noteRead({ up_to_id, by }: ReadEvent): void {
    this.messageList.markRead(by, up_to_id, this.options.now());
  }

  /**
   * Marks all loaded messages as read; returns the updated queue row, null if nothing was unread. Rethrows
   * failures.
   */
  async markRead(): Promise<ConversationSummary | null> {
    const upToId = this.messageList.lastId;
    if (upToId <= this.readUpToId) return null;
    const previous = this.readUpToId;
    this.readUpToId = upToId;
    try {
      const body = { user_id: this.userId, up_to_id: upToId };
      return await this.options.api.call(staffChatEndpoints.read, { body });
    } catch (error) {
      this.readUpToId = previous;
      throw error;
    }
  }

  private async fetch(query: { before_id?: number; after_id?: number }, signal: AbortSignal) {
    const params = { userId: this.userId };
    const page = await this.options.api.call(staffChatEndpoints.messages, { params, query, signal });
    this.merge(page.list);
    return page;
  }

  private merge(list: readonly ChatMessage[]): void {
    this.messageList.merge(list);
    this.outbox.removeDelivered(list);
  }

  private setHasOlder(hasOlder: boolean): void {
    this.hasOlder = hasOlder;
  }

  private readonly send = async (message: StoredMessage): Promise<ChatMessage> => {
    const content = {
      text: { content: message.text },
      image: { image_id: message.imageId ?? "" },
      order: { order_id: message.order?.id ?? "" },
    }[message.type];
    const body = { user_id: this.userId, type: message.type, client_key: message.idempotencyKey, ...content };
    return await this.options.api.call(staffChatEndpoints.send, { body });
  };
}
