import { makeAutoObservable } from "mobx";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import type { History, Message } from "#contract/chat/message.schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { ChatOutbox, type OutboxParts } from "#web/shared/chat/ChatOutbox.ts";
import { ChatThread } from "#web/shared/chat/ChatThread.ts";
import type { KeptMessage } from "#web/shared/chat/KeptMessage.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { shrinkPicture } from "#web/shared/shrinkPicture.ts";
import { texts } from "#web/shared/texts.ts";
import { chatMessages } from "../chatMessages.ts";
import type { ChatItem } from "../features/chat/ChatItem.ts";
import { type Personal, storeOf } from "../RootStore.ts";
import { textOf } from "../wireValues.ts";
import { itemOfMessage, itemOfUnsent } from "./chatItems.ts";
import { readChatShelf, writeChatShelf } from "./chatShelf.ts";
import type { NewsListener } from "./LiveStore.ts";
import { readHistory, readMark, readMessage } from "./readMessages.ts";
import { uploadShownTo } from "./uploadPicture.ts";

interface Parts extends Pick<OutboxParts, "shrink" | "upload" | "now"> {
  api: Pick<ApiClient, "call">;
}

/** The customer's conversation with customer service: what is there, what is on its way, and the text in the field. */
export class ChatStore implements Personal {
  readonly thread = new ChatThread();
  readonly outbox: ChatOutbox;
  /** The first page, and later what came after the known messages. */
  readonly opening = new Loadable<History>();
  /** A page before the known messages. */
  readonly older = new Loadable<History>();
  hasOlder = false;
  draft = "";
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    const { shrink, upload, now } = parts;
    const onSent = (message: Message) => this.take([message]);
    this.outbox = new ChatOutbox({
      words: chatMessages.states,
      shrink,
      upload,
      now,
      onSent,
      post: this.post,
      onChange: () => this.keep(),
    });
    const { draft, unsent } = readChatShelf();
    this.draft = draft;
    this.outbox.restore(unsent);
    makeAutoObservable<this, "parts" | "post">(
      this,
      { thread: false, outbox: false, opening: false, older: false, parts: false, post: false },
      { autoBind: true },
    );
  }

  /** The whole conversation from the oldest known message to what was written last. */
  get items(): ChatItem[] {
    const { thread, outbox } = this;
    return [
      ...thread.messages.map((one) => itemOfMessage(one, outbox.previewOf(one.client_key ?? ""))),
      ...outbox.unsent.map((one) => itemOfUnsent(one, outbox.previewOf(one.key))),
    ];
  }

  /** Whether the conversation was fetched at least once. */
  get isOpen(): boolean {
    return this.opening.value !== undefined;
  }

  setDraft(draft: string): void {
    this.draft = draft;
    this.keep();
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
        const page = readHistory(await this.parts.api.call(chatEndpoints.history, { query, signal }));
        if (isFirst) this.setHasOlder(page.has_more);
        this.take(page.list);
        this.thread.noteComplete(page.list);
        if (isFirst || !page.has_more || page.list.length === 0) return page;
      }
    });
  }

  /** Fetches the page before the oldest known message. Rethrows failures. */
  async loadOlder(): Promise<void> {
    if (!this.hasOlder || this.older.isLoading) return;
    await this.older.run(async (signal) => {
      const query = { before_id: this.thread.firstId };
      const page = readHistory(await this.parts.api.call(chatEndpoints.history, { query, signal }));
      this.setHasOlder(page.has_more && page.list.length > 0);
      this.take(page.list);
      return page;
    });
  }

  /** Takes up what is told live; answers false when the server has to be asked instead. */
  hear(news: Parameters<NewsListener>[0]): boolean {
    if (news === null) return false;
    if (news.name === "message") return this.hearMessage(news.data);
    if (news.name === "read") {
      const mark = readMark(news.data);
      if (mark !== null) this.noteRead(mark.up_to_id, mark.by);
    } else if (news.name === "order" && isRecord(news.data)) {
      this.thread.noteOrder(textOf(news.data.order_id), textOf(news.data.status_text));
    }
    return true;
  }

  /** One side has read the other's messages up to this one. */
  noteRead(upToId: number, by: "user" | "staff"): void {
    this.thread.noteRead(by, upToId, this.parts.now());
  }

  forget(): void {
    this.opening.reset();
    this.older.reset();
    this.thread.clear();
    this.outbox.clear();
    this.hasOlder = false;
    this.draft = "";
  }

  private hearMessage(data: unknown): boolean {
    const message = readMessage(data);
    if (message === null) return false;
    this.take([message]);
    return true;
  }

  private take(list: readonly Message[]): void {
    this.thread.merge(list);
    this.outbox.settle(list);
  }

  private setHasOlder(hasOlder: boolean): void {
    this.hasOlder = hasOlder;
  }

  private keep(): void {
    writeChatShelf({ draft: this.draft, unsent: this.outbox.kept });
  }

  private readonly post = async (wish: KeptMessage): Promise<Message> => {
    const part = {
      text: { content: wish.text },
      image: { image_id: wish.imageId ?? "" },
      order: { order_id: wish.order?.id ?? "" },
    }[wish.type];
    const body = { type: wish.type, client_key: wish.key, ...part };
    const message = readMessage(await this.parts.api.call(chatEndpoints.send, { body }));
    if (message === null) throw new ApiError("bad_reply", texts.badReply);
    return message;
  };
}

export const chatStore = storeOf((root) => {
  const upload = uploadShownTo(chatEndpoints.uploadImage.path, root);
  const now = () => new Date().toISOString();
  return new ChatStore({ api: root.api, shrink: (file) => shrinkPicture(file), upload, now });
});
