import { makeAutoObservable } from "mobx";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import type { ChatHistory, ChatMessage } from "#contract/chat/message.schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { ChatOutbox, type ChatOutboxOptions } from "#web/lib/chat/ChatOutbox.ts";
import { MessageList } from "#web/lib/chat/MessageList.ts";
import type { StoredMessage } from "#web/lib/chat/StoredMessage.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { resizeImage } from "#web/lib/images/resizeImage.ts";
import type { CustomerEventListener } from "../../app/EventStore.ts";
import { toText } from "../../app/parse.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import { createDisplayedImageUpload } from "../../app/uploadImage.ts";
import type { ChatItem } from "./ChatItem.ts";
import { parseHistory, parseMessage, parseReadEvent } from "./chat.parse.ts";
import { readStoredChat, writeStoredChat } from "./chat.storage.ts";
import { chatMessages } from "./messages.ts";
import { toChatItem, toPendingChatItem } from "./toChatItem.ts";

interface Dependencies extends Pick<ChatOutboxOptions, "resize" | "upload" | "now"> {
  api: Pick<ApiClient, "call">;
}

/** The customer's conversation with customer service: messages, pending messages, and the draft. */
export class ChatStore implements CustomerScoped {
  readonly messageList = new MessageList();
  readonly outbox: ChatOutbox;
  /** The first page, and later the messages after the known ones. */
  readonly latest = new Loadable<ChatHistory>();
  /** The page before the known messages. */
  readonly older = new Loadable<ChatHistory>();
  hasOlder = false;
  draft = "";
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    const { resize: shrink, upload, now } = dependencies;
    const onSent = (message: ChatMessage) => this.mergeMessages([message]);
    this.outbox = new ChatOutbox({
      messages: chatMessages.states,
      resize: shrink,
      upload,
      now,
      onSent,
      send: this.post,
      onChange: () => this.persist(),
    });
    const { draft, unsent } = readStoredChat();
    this.draft = draft;
    this.outbox.restore(unsent);
    makeAutoObservable<this, "dependencies" | "post">(
      this,
      { messageList: false, outbox: false, latest: false, older: false, dependencies: false, post: false },
      { autoBind: true },
    );
  }

  /** The whole conversation from the oldest known message to the newest. */
  get items(): ChatItem[] {
    const { messageList, outbox } = this;
    return [
      ...messageList.messages.map((entry) =>
        toChatItem(entry, outbox.findPreviewUrl(entry.client_key ?? "")),
      ),
      ...outbox.pending.map((entry) => toPendingChatItem(entry, outbox.findPreviewUrl(entry.idempotencyKey))),
    ];
  }

  /** True when the conversation was fetched at least once. */
  get isLoaded(): boolean {
    return this.latest.value !== undefined;
  }

  setDraft(draft: string): void {
    this.draft = draft;
    this.persist();
  }

  /** Sends the draft and clears it; ignores blank text. */
  sendDraft(): void {
    const text = this.draft.trim();
    if (text === "") return;
    this.outbox.sendText(text);
    this.setDraft("");
  }

  /** Fetches the newest messages, or those after the known ones, page by page. Rethrows failures. */
  async load(): Promise<void> {
    await this.latest.run(async (signal) => {
      const isFirst = this.messageList.syncedUpToId === 0;
      for (;;) {
        const query = isFirst ? {} : { after_id: this.messageList.syncedUpToId };
        const page = parseHistory(await this.dependencies.api.call(chatEndpoints.history, { query, signal }));
        if (isFirst) this.setHasOlder(page.has_more);
        this.mergeMessages(page.list);
        this.messageList.markSynced(page.list);
        if (isFirst || !page.has_more || page.list.length === 0) return page;
      }
    });
  }

  /** Fetches the page before the oldest known message. Rethrows failures. */
  async loadOlder(): Promise<void> {
    if (!this.hasOlder || this.older.isLoading) return;
    await this.older.run(async (signal) => {
      const query = { before_id: this.messageList.firstId };
      const page = parseHistory(await this.dependencies.api.call(chatEndpoints.history, { query, signal }));
      this.setHasOlder(page.has_more && page.list.length > 0);
      this.mergeMessages(page.list);
      return page;
    });
  }

  /** Applies a live event; returns false when a fetch is needed instead. */
  onEvent(event: Parameters<CustomerEventListener>[0]): boolean {
    if (event === null) return false;
    if (event.name === "message") return this.onMessageEvent(event.data);
    if (event.name === "read") {
      const readEvent = parseReadEvent(event.data);
      if (readEvent !== null) this.markRead(readEvent.up_to_id, readEvent.by);
    } else if (event.name === "order" && isRecord(event.data)) {
      this.messageList.updateOrderStatus(toText(event.data.order_id), toText(event.data.status_text));
    }
    return true;
  }

  /** Marks the other side's messages up to this id as read by one side. */
  markRead(upToId: number, by: "user" | "staff"): void {
    this.messageList.markRead(by, upToId, this.dependencies.now());
  }

  resetCustomerData(): void {
    this.latest.reset();
    this.older.reset();
    this.messageList.clear();
    this.outbox.clear();
    this.hasOlder = false;
    this.draft = "";
  }

  private onMessageEvent(data: unknown): boolean {
    const message = parseMessage(data);
    if (message === null) return false;
    this.mergeMessages([message]);
    return true;
  }

  private mergeMessages(list: readonly ChatMessage[]): void {
    this.messageList.merge(list);
    this.outbox.removeDelivered(list);
  }

  private setHasOlder(hasOlder: boolean): void {
    this.hasOlder = hasOlder;
  }

  private persist(): void {
    writeStoredChat({ draft: this.draft, unsent: this.outbox.storedMessages });
  }

  private readonly post = async (pending: StoredMessage): Promise<ChatMessage> => {
    const payload = {
      text: { content: pending.text },
      image: { image_id: pending.imageId ?? "" },
      order: { order_id: pending.order?.id ?? "" },
    }[pending.type];
    const body = { type: pending.type, client_key: pending.idempotencyKey, ...payload };
    const message = parseMessage(await this.dependencies.api.call(chatEndpoints.send, { body }));
    if (message === null) throw new ApiError("bad_reply", commonMessages.badReply);
    return message;
  };
}

export const chatStore = defineStore((root) => {
  const upload = createDisplayedImageUpload(chatEndpoints.uploadImage, root);
  const now = () => new Date().toISOString();
  return new ChatStore({ api: root.api, resize: (file) => resizeImage(file), upload, now });
});
