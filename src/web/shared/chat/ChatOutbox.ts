import { makeAutoObservable, observable, runInAction } from "mobx";
import type { Message } from "#contract/chat/message.schema.ts";
import { isAborted } from "../api/ApiError.ts";
import { logFailure } from "../log.ts";
import { randomKey } from "../randomKey.ts";
import { UnreadablePicture } from "../shrinkPicture.ts";
import { type ChatImage, type ChatOrder, type KeptMessage, toKept } from "./KeptMessage.ts";
import { isUnanswered, problemOf, type SendWords } from "./sendFailure.ts";

/** A picture that the server has taken. */
export type SentPicture = ChatImage & { readonly id: string };

/** A message that is on its way, or did not arrive. */
export interface Unsent extends KeptMessage {
  readonly state: "sending" | "failed" | "unreadable";
  /** How far a picture has come, from 0 to 1. */
  readonly share: number;
  /** Why it failed, as a sentence; empty when nobody said. */
  readonly problem: string;
  /** It got no answer: `resendWaiting` sends it again. */
  readonly isWaiting: boolean;
}

/** What the outbox needs of the world. */
export interface OutboxParts {
  /** Sends a message under its key; the same key again gives the same message. */
  post(wish: KeptMessage): Promise<Message>;
  /** Makes a file small enough to send. */
  shrink(file: Blob): Promise<Blob>;
  upload(file: Blob, onShare: (share: number) => void, signal: AbortSignal): Promise<SentPicture>;
  /** A message has arrived. */
  onSent(message: Message): void;
  /** What is to be kept has changed. */
  onChange(): void;
  /**
   * How long after it was written a message that got no answer is sent again by `resendWaiting`, in ms; later messages
   * wait for it. Without it messages are sent again one by one, by hand.
   */
  resendWithinMs?: number;
  /** ISO, UTC. */
  now(): string;
  words: SendWords;
}

interface PictureFile {
  file: Blob;
  sending: AbortController;
}

/** The messages that the server does not have yet. They are sent one after the other, pictures beside them. */
export class ChatOutbox {
  readonly unsent = observable.array<Unsent>([], { deep: false });
  /** Pictures that were chosen on this device, by the key of their message. */
  private readonly previews = new Map<string, string>();
  private readonly files = new Map<string, PictureFile>();
  private readonly parts: OutboxParts;
  /** So that messages arrive in the order in which they were written. */
  private turn: Promise<void> = Promise.resolve();

  constructor(parts: OutboxParts) {
    this.parts = parts;
    makeAutoObservable<this, "previews" | "files" | "parts" | "turn">(
      this,
      {
        unsent: false,
        previews: false,
        files: false,
        parts: false,
        turn: false,
        previewOf: false,
        kept: false,
      },
      { autoBind: true },
    );
  }

  /** What outlives the page: all that could be sent again. */
  get kept(): KeptMessage[] {
    return this.unsent.filter(({ type, imageId }) => type !== "image" || imageId !== null).map(toKept);
  }

  /** Takes up what an earlier page left behind; nothing of it was answered. */
  restore(kept: readonly KeptMessage[]): void {
    const isWaiting = this.parts.resendWithinMs !== undefined;
    for (const one of kept) this.unsent.push({ ...one, state: "failed", share: 0, problem: "", isWaiting });
  }

  /** Sends what got no answer once more, in the order in which it was written and under the same keys. */
  resendWaiting(): void {
    for (const entry of this.unsent.slice()) if (this.isWaiting(entry)) this.resend(entry.key);
  }

  sendText(text: string): void {
    this.resendWaiting();
    void this.post(this.add({ type: "text", text }));
  }

  sendOrder(order: ChatOrder): void {
    this.resendWaiting();
    void this.post(this.add({ type: "order", order }));
  }

  sendPicture(file: Blob): void {
    this.resendWaiting();
    const key = this.add({ type: "image" });
    this.files.set(key, { file, sending: new AbortController() });
    void this.sendFile(key);
  }

  /** Sends again what failed, under the same key: it never arrives twice. */
  resend(key: string): void {
    const entry = this.find(key);
    if (entry === undefined || entry.state !== "failed") return;
    this.change(key, { state: "sending", share: 0, problem: "" });
    void (entry.type === "image" && entry.imageId === null ? this.sendFile(key) : this.post(key));
  }

  /** Gives up a message. */
  discard(key: string): void {
    this.drop(key);
    this.forgetFile(key);
  }

  /** These have arrived, whatever became of the answers. */
  settle(messages: readonly Message[]): void {
    for (const { client_key } of messages) if (client_key !== null) this.drop(client_key);
  }

  /** The picture of a message as it lies on this device. */
  previewOf(key: string): string | null {
    return this.previews.get(key) ?? null;
  }

  clear(): void {
    for (const key of Array.from(this.files.keys())) this.forgetFile(key);
    this.unsent.clear();
  }

  private add(part: Partial<KeptMessage> & Pick<KeptMessage, "type">): string {
    const key = randomKey();
    const blank = { text: "", order: null, imageId: null, image: null };
    this.unsent.push({
      ...blank,
      ...part,
      key,
      at: this.parts.now(),
      state: "sending",
      share: 0,
      problem: "",
      isWaiting: false,
    });
    this.parts.onChange();
    return key;
  }

  private async sendFile(key: string): Promise<void> {
    const entry = this.files.get(key);
    if (entry === undefined) return;
    try {
      const small = await this.parts.shrink(entry.file);
      this.show(key, small);
      const onShare = (share: number) => this.change(key, { share });
      const { id, url, width, height } = await this.parts.upload(small, onShare, entry.sending.signal);
      this.change(key, { imageId: id, image: { url, width, height }, share: 1 });
      this.parts.onChange();
    } catch (error) {
      this.fail(key, error);
      return;
    }
    await this.post(key);
  }

  private post(key: string): Promise<void> {
    const sent = this.turn.then(async () => {
      const entry = this.find(key);
      if (entry === undefined) return;
      const before = this.unsent.slice(0, this.unsent.indexOf(entry)).find(this.isWaiting);
      // What was written before it has just failed again: it would arrive in the wrong order.
      if (before !== undefined)
        return this.change(key, { state: "failed", problem: before.problem, isWaiting: true });
      try {
        const message = await this.parts.post(entry);
        // It may have been given up meanwhile, or belong to a customer who has left.
        if (this.find(key) === undefined) return;
        this.parts.onSent(message);
        this.drop(key);
      } catch (error) {
        this.fail(key, error);
      }
    });
    this.turn = sent;
    return sent;
  }

  private fail(key: string, error: unknown): void {
    if (isAborted(error)) return;
    logFailure("sending a message failed", error);
    const isUnreadable = error instanceof UnreadablePicture;
    this.change(key, {
      state: isUnreadable ? "unreadable" : "failed",
      problem: problemOf(error, this.parts.words),
      isWaiting: this.parts.resendWithinMs !== undefined && isUnanswered(error),
    });
    this.parts.onChange();
  }

  /** Failed for want of an answer, and not too long ago to be sent by itself. */
  private isWaiting({ state, isWaiting, at }: Unsent): boolean {
    const { resendWithinMs = 0, now } = this.parts;
    return state === "failed" && isWaiting && Date.parse(now()) - Date.parse(at) < resendWithinMs;
  }

  private show(key: string, file: Blob): void {
    if (this.previews.has(key) || !this.files.has(key)) return;
    this.previews.set(key, URL.createObjectURL(file));
    this.change(key, {});
  }

  private find(key: string): Unsent | undefined {
    return this.unsent.find((one) => one.key === key);
  }

  private change(key: string, change: Partial<Unsent>): void {
    runInAction(() => {
      const place = this.unsent.findIndex((one) => one.key === key);
      const entry = this.unsent[place];
      if (entry !== undefined) this.unsent[place] = { ...entry, ...change };
    });
  }

  private drop(key: string): void {
    const entry = this.find(key);
    if (entry === undefined) return;
    this.unsent.remove(entry);
    this.parts.onChange();
  }

  private forgetFile(key: string): void {
    this.files.get(key)?.sending.abort();
    this.files.delete(key);
    const preview = this.previews.get(key);
    if (preview !== undefined) URL.revokeObjectURL(preview);
    this.previews.delete(key);
  }
}
