import { makeAutoObservable, observable, runInAction } from "mobx";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { pictures as limits } from "#contract/constants.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { randomKey } from "#web/shared/randomKey.ts";
import { shrinkPicture, UnreadablePicture } from "#web/shared/shrinkPicture.ts";
import { type Personal, storeOf } from "../RootStore.ts";
import { type PictureUpload, uploadTo } from "./uploadPicture.ts";

/** A picture of the form: on its way, there (`imageId`), failed and ready for another try, or no picture at all. */
export interface RefundPicture {
  readonly key: string;
  /** To be shown on this device. */
  readonly previewUrl: string;
  readonly state: "sending" | "sent" | "failed" | "unreadable";
  /** From 0 to 1. */
  readonly share: number;
  readonly imageId: string | null;
  /** Why it failed, when the server or the network said so. */
  readonly error: unknown;
}

interface Parts {
  api: Pick<ApiClient, "call">;
  /** Makes a file small enough to send. */
  shrink(file: Blob): Promise<Blob>;
  upload: PictureUpload;
}

/** The form 申请退款 of one order. It outlives the sheet it is shown in, until it is sent or belongs to another order. */
export class RefundRequestStore implements Personal {
  orderId = "";
  reason = "";
  text = "";
  isSending = false;
  readonly pictures = observable.array<RefundPicture>([], { deep: false });
  private readonly files = new Map<string, { file: Blob; sending: AbortController }>();
  private readonly parts: Parts;
  /** The same wish sent again goes under the same key; another one under a new one. */
  private sent = { key: "", body: "" };

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "files" | "parts" | "sent">(
      this,
      { pictures: false, files: false, parts: false, sent: false },
      { autoBind: true },
    );
  }

  get room(): number {
    return limits.refundMax - this.pictures.length;
  }

  /** A reason is chosen and every picture is there. */
  get canSend(): boolean {
    return this.reason !== "" && this.pictures.every((picture) => picture.state === "sent");
  }

  /** Takes up the form of an order; what was filled in for another one is forgotten. */
  open(orderId: string): void {
    if (orderId === this.orderId) return;
    this.clear();
    this.orderId = orderId;
  }

  setReason(reason: string): void {
    this.reason = reason;
  }

  setText(text: string): void {
    this.text = text;
  }

  /** Adds as many pictures as there is room for and sends them. */
  add(files: readonly Blob[]): void {
    for (const file of files.slice(0, Math.max(0, this.room))) {
      const key = randomKey();
      this.files.set(key, { file, sending: new AbortController() });
      const previewUrl = URL.createObjectURL(file);
      this.pictures.push({ key, previewUrl, state: "sending", share: 0, imageId: null, error: null });
      void this.send(key);
    }
  }

  retry(key: string): void {
    this.change(key, { state: "sending", share: 0, error: null });
    void this.send(key);
  }

  remove(key: string): void {
    const picture = this.pictures.find((one) => one.key === key);
    if (picture === undefined) return;
    this.files.get(key)?.sending.abort();
    this.files.delete(key);
    URL.revokeObjectURL(picture.previewUrl);
    this.pictures.remove(picture);
  }

  /** Sends the form; empties it when it worked. Rethrows failures. */
  async submit(): Promise<void> {
    const { orderId } = this;
    const wish = {
      order_id: orderId,
      reason: this.reason,
      text: this.text.trim(),
      images: this.pictures.flatMap(({ imageId }) => imageId ?? []),
    };
    const body = JSON.stringify(wish);
    if (this.sent.body !== body) this.sent = { key: randomKey(), body };
    this.setSending(true);
    try {
      await this.parts.api.call(orderEndpoints.refundRequest, {
        body: { ...wish, client_key: this.sent.key },
      });
    } finally {
      this.setSending(false);
    }
    if (this.orderId === orderId) this.clear();
  }

  forget(): void {
    this.clear();
  }

  private async send(key: string): Promise<void> {
    const entry = this.files.get(key);
    if (entry === undefined) return;
    const { file, sending } = entry;
    try {
      const small = await this.parts.shrink(file);
      const onShare = (share: number) => this.change(key, { share });
      const imageId = await this.parts.upload(small, onShare, sending.signal);
      this.change(key, { state: "sent", share: 1, imageId });
    } catch (error) {
      if (isAborted(error)) return;
      logFailure("sending a picture failed", error);
      this.change(key, { state: error instanceof UnreadablePicture ? "unreadable" : "failed", error });
    }
  }

  private change(key: string, change: Partial<RefundPicture>): void {
    runInAction(() => {
      const place = this.pictures.findIndex((one) => one.key === key);
      const picture = this.pictures[place];
      if (picture !== undefined) this.pictures[place] = { ...picture, ...change };
    });
  }

  private clear(): void {
    for (const { key } of Array.from(this.pictures)) this.remove(key);
    this.orderId = "";
    this.reason = "";
    this.text = "";
  }

  private setSending(isSending: boolean): void {
    this.isSending = isSending;
  }
}

export const refundRequestStore = storeOf((root) => {
  const upload = uploadTo(chatEndpoints.uploadImage.path, root);
  return new RefundRequestStore({ api: root.api, shrink: (file) => shrinkPicture(file), upload });
});
