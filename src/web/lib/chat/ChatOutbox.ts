import { makeAutoObservable, observable, runInAction } from "mobx";
import type { ChatMessage } from "#contract/chat/message.schema.ts";
import { createIdempotencyKey } from "../idempotency/createIdempotencyKey.ts";
import { UnreadableImageError } from "../images/resizeImage.ts";
import { logError } from "../logError.ts";
import type { PendingMessage } from "./PendingMessage.ts";
import { type ChatImage, type ChatOrder, type StoredMessage, toStoredMessage } from "./StoredMessage.ts";
import { isRetryable, type SendErrorMessages, toSendErrorMessage } from "./sendError.ts";

/** Image that the server has accepted. */
export type UploadedImage = ChatImage & { readonly id: string };

/** Dependencies of the outbox. */
export interface ChatOutboxOptions {
  /** Sends a message under its key; the same key returns the same message. */
  send(message: StoredMessage): Promise<ChatMessage>;
  /** Resizes a file for sending. */
  resize(file: Blob): Promise<Blob>;
  upload(file: Blob, onProgress: (progress: number) => void, signal: AbortSignal): Promise<UploadedImage>;
  /** Called when a message was delivered. */
  onSent(message: ChatMessage): void;
  /** Called when the stored messages have changed. */
  onChange(): void;
  /**
   * How long after writing a message without a response is resent by `retryPending`, in ms; later messages
   * wait for it. Without it messages are resent only by hand.
   */
  resendWithinMs?: number;
  /** Returns the current time (ISO, UTC). */
  now(): string;
  messages: SendErrorMessages;
}

interface ImageUpload {
  file: Blob;
  abortController: AbortController;
}

/**
 * Messages that the server does not have yet. They are sent one after the other, with images uploaded in
 * parallel.
 */
export class ChatOutbox {
  readonly pending = observable.array<PendingMessage>([], { deep: false });
  /** Images chosen on this device, by the key of their message. */
  private readonly previews = new Map<string, string>();
  private readonly files = new Map<string, ImageUpload>();
  private readonly options: ChatOutboxOptions;
  /** Makes messages arrive in the order in which they were written. */
  private queue: Promise<void> = Promise.resolve();

  constructor(options: ChatOutboxOptions) {
    this.options = options;
    makeAutoObservable<this, "previews" | "files" | "options" | "queue">(
      this,
      {
        pending: false,
        previews: false,
        files: false,
        options: false,
        queue: false,
        findPreviewUrl: false,
        storedMessages: false,
      },
      { autoBind: true },
    );
  }

  /** Part that survives the page: all messages that can be resent. */
  get storedMessages(): StoredMessage[] {
    return this.pending
      .filter(({ type, imageId }) => type !== "image" || imageId !== null)
      .map(toStoredMessage);
  }

  /** Restores the messages of an earlier page; all count as unanswered. */
  restore(storedMessages: readonly StoredMessage[]): void {
    const isWaiting = this.options.resendWithinMs !== undefined;
    for (const message of storedMessages)
      this.pending.push({ ...message, state: "failed", progress: 0, error: "", isAwaitingRetry: isWaiting });
  }

  /** Resends messages without a response, in the order of writing and under the same keys. */
  retryPending(): void {
    for (const entry of this.pending.slice()) if (this.isWaiting(entry)) this.resend(entry.idempotencyKey);
  }

  sendText(text: string): void {
    this.retryPending();
    void this.enqueue(this.add({ type: "text", text }));
  }

  sendOrder(order: ChatOrder): void {
    this.retryPending();
    void this.enqueue(this.add({ type: "order", order }));
  }

  sendImage(file: Blob): void {
    this.retryPending();
    const idempotencyKey = this.add({ type: "image" });
    this.files.set(idempotencyKey, { file, abortController: new AbortController() });
    void this.uploadImage(idempotencyKey);
  }

  /** Resends a failed message under the same key, so that it never arrives twice. */
  resend(idempotencyKey: string): void {
    const entry = this.findPending(idempotencyKey);
    if (entry === undefined || entry.state !== "failed") return;
    this.update(idempotencyKey, { state: "sending", progress: 0, error: "" });
    void (entry.type === "image" && entry.imageId === null
      ? this.uploadImage(idempotencyKey)
      : this.enqueue(idempotencyKey));
  }

  /** Discards a message. */
  discard(idempotencyKey: string): void {
    this.remove(idempotencyKey);
    this.deleteFile(idempotencyKey);
  }

  /** Removes messages that were delivered, whatever happened to the responses. */
  removeDelivered(messages: readonly ChatMessage[]): void {
    for (const { client_key } of messages) if (client_key !== null) this.remove(client_key);
  }

  /** Returns the local URL of a message's image. */
  findPreviewUrl(idempotencyKey: string): string | null {
    return this.previews.get(idempotencyKey) ?? null;
  }

  clear(): void {
    for (const idempotencyKey of Array.from(this.files.keys())) this.deleteFile(idempotencyKey);
    this.pending.clear();
  }

  private add(part: Partial<StoredMessage> & Pick<StoredMessage, "type">): string {
    const idempotencyKey = createIdempotencyKey();
    const blank = { text: "", order: null, imageId: null, image: null };
    this.pending.push({
      ...blank,
      ...part,
      idempotencyKey,
      at: this.options.now(),
      state: "sending",
      progress: 0,
      error: "",
      isAwaitingRetry: false,
    });
    this.options.onChange();
    return idempotencyKey;
  }

  private async uploadImage(idempotencyKey: string): Promise<void> {
    const entry = this.files.get(idempotencyKey);
    if (entry === undefined) return;
    try {
      const resized = await this.options.resize(entry.file);
      this.setPreview(idempotencyKey, resized);
      const onProgress = (share: number) => this.update(idempotencyKey, { progress: share });
      const { id, url, width, height } = await this.options.upload(
        resized,
        onProgress,
        entry.abortController.signal,
      );
      this.update(idempotencyKey, { imageId: id, image: { url, width, height }, progress: 1 });
      this.options.onChange();
    } catch (error) {
      this.fail(idempotencyKey, error);
      return;
    }
    await this.enqueue(idempotencyKey);
  }

  private enqueue(idempotencyKey: string): Promise<void> {
    const delivery = this.queue.then(async () => {
      const entry = this.findPending(idempotencyKey);
      if (entry === undefined) return;
      const blocking = this.pending.slice(0, this.pending.indexOf(entry)).find(this.isWaiting);
      // An earlier message has just failed again: this one would arrive in the wrong order.
      if (blocking !== undefined)
        return this.update(idempotencyKey, { state: "failed", error: blocking.error, isAwaitingRetry: true });
      try {
        const message = await this.options.send(entry);
        // It may have been discarded meanwhile, or belong to the previous customer.
        if (this.findPending(idempotencyKey) === undefined) return;
        this.options.onSent(message);
        this.remove(idempotencyKey);
      } catch (error) {
        this.fail(idempotencyKey, error);
      }
    });
    this.queue = delivery;
    return delivery;
  }

  private fail(idempotencyKey: string, error: unknown): void {
    logError("sending a message failed", error);
    const isUnreadable = error instanceof UnreadableImageError;
    this.update(idempotencyKey, {
      state: isUnreadable ? "unreadable" : "failed",
      error: toSendErrorMessage(error, this.options.messages),
      isAwaitingRetry: this.options.resendWithinMs !== undefined && isRetryable(error),
    });
    this.options.onChange();
  }

  /** Returns whether it failed without a response, recently enough to be resent automatically. */
  private isWaiting({ state, isAwaitingRetry, at }: PendingMessage): boolean {
    const { resendWithinMs = 0, now } = this.options;
    return state === "failed" && isAwaitingRetry && Date.parse(now()) - Date.parse(at) < resendWithinMs;
  }

  private setPreview(idempotencyKey: string, file: Blob): void {
    if (this.previews.has(idempotencyKey) || !this.files.has(idempotencyKey)) return;
    this.previews.set(idempotencyKey, URL.createObjectURL(file));
    this.update(idempotencyKey, {});
  }

  private findPending(idempotencyKey: string): PendingMessage | undefined {
    return this.pending.find((message) => message.idempotencyKey === idempotencyKey);
  }

  private update(idempotencyKey: string, update: Partial<PendingMessage>): void {
    runInAction(() => {
      const place = this.pending.findIndex((message) => message.idempotencyKey === idempotencyKey);
      const entry = this.pending[place];
      if (entry !== undefined) this.pending[place] = { ...entry, ...update };
    });
  }

  private remove(idempotencyKey: string): void {
    const entry = this.findPending(idempotencyKey);
    if (entry === undefined) return;
    this.pending.remove(entry);
    this.options.onChange();
  }

  private deleteFile(idempotencyKey: string): void {
    this.files.get(idempotencyKey)?.abortController.abort();
    this.files.delete(idempotencyKey);
    const preview = this.previews.get(idempotencyKey);
    if (preview !== undefined) URL.revokeObjectURL(preview);
    this.previews.delete(idempotencyKey);
  }
}
