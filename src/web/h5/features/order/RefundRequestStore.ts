import { makeAutoObservable, observable, runInAction } from "mobx";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { imageLimits as limits } from "#contract/constants.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { IdempotentRequest } from "#web/lib/idempotency/IdempotentRequest.ts";
import { resizeImage, UnreadableImageError } from "#web/lib/images/resizeImage.ts";
import { logError } from "#web/lib/logError.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import { createImageUpload, type ImageUpload } from "../../app/uploadImage.ts";

/** Image of the form: uploading, uploaded (`imageId`), failed and ready for a retry, or unreadable. */
export interface RefundImage {
  readonly key: string;
  /** Local URL for display. */
  readonly previewUrl: string;
  readonly state: "sending" | "sent" | "failed" | "unreadable";
  /** From 0 to 1. */
  readonly progress: number;
  readonly imageId: string | null;
  /** Upload error from the server or the network. */
  readonly error: unknown;
}

interface Dependencies {
  api: Pick<ApiClient, "call">;
  /** Shrinks an image for upload. */
  resize(file: Blob): Promise<Blob>;
  upload: ImageUpload;
}

/** Form 申请退款 of one order. It outlives its sheet until it is sent or another order is opened. */
export class RefundRequestStore implements CustomerScoped {
  orderId = "";
  reason = "";
  text = "";
  isSending = false;
  readonly images = observable.array<RefundImage>([], { deep: false });
  private readonly files = new Map<string, { file: Blob; abortController: AbortController }>();
  private readonly dependencies: Dependencies;
  private readonly request = new IdempotentRequest();

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    makeAutoObservable<this, "files" | "dependencies" | "request">(
      this,
      { images: false, files: false, dependencies: false, request: false },
      { autoBind: true },
    );
  }

  get remainingSlots(): number {
    return limits.refundMax - this.images.length;
  }

  /** True when a reason is chosen and every image is uploaded. */
  get canSend(): boolean {
    return this.reason !== "" && this.images.every((image) => image.state === "sent");
  }

  /** Opens the form of an order; clears the input of another order. */
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

  /** Adds as many images as there is room for and uploads them. */
  add(files: readonly Blob[]): void {
    for (const file of files.slice(0, Math.max(0, this.remainingSlots))) {
      const key = createIdempotencyKey();
      this.files.set(key, { file, abortController: new AbortController() });
      const previewUrl = URL.createObjectURL(file);
      this.images.push({ key, previewUrl, state: "sending", progress: 0, imageId: null, error: null });
      void this.send(key);
    }
  }

  retry(key: string): void {
    this.updateImage(key, { state: "sending", progress: 0, error: null });
    void this.send(key);
  }

  remove(key: string): void {
    const image = this.images.find((entry) => entry.key === key);
    if (image === undefined) return;
    this.files.get(key)?.abortController.abort();
    this.files.delete(key);
    URL.revokeObjectURL(image.previewUrl);
    this.images.remove(image);
  }

  /** Sends the form; clears it on success. Rethrows failures. */
  async submit(): Promise<void> {
    const { orderId } = this;
    const request = {
      order_id: orderId,
      reason: this.reason,
      text: this.text.trim(),
      images: this.images.flatMap(({ imageId }) => imageId ?? []),
    };
    this.setSending(true);
    try {
      await this.request.send(request, (client_key) =>
        this.dependencies.api.call(orderEndpoints.refundRequest, { body: { ...request, client_key } }),
      );
    } finally {
      this.setSending(false);
    }
    if (this.orderId === orderId) this.clear();
  }

  resetCustomerData(): void {
    this.clear();
  }

  private async send(key: string): Promise<void> {
    const entry = this.files.get(key);
    if (entry === undefined) return;
    const { file, abortController } = entry;
    try {
      const resized = await this.dependencies.resize(file);
      const onProgress = (progress: number) => this.updateImage(key, { progress });
      const imageId = await this.dependencies.upload(resized, onProgress, abortController.signal);
      this.updateImage(key, { state: "sent", progress: 1, imageId });
    } catch (error) {
      logError("sending a picture failed", error);
      this.updateImage(key, {
        state: error instanceof UnreadableImageError ? "unreadable" : "failed",
        error,
      });
    }
  }

  private updateImage(key: string, changes: Partial<RefundImage>): void {
    runInAction(() => {
      const index = this.images.findIndex((entry) => entry.key === key);
      const image = this.images[index];
      if (image !== undefined) this.images[index] = { ...image, ...changes };
    });
  }

  private clear(): void {
    for (const { key } of Array.from(this.images)) this.remove(key);
    this.orderId = "";
    this.reason = "";
    this.text = "";
  }

  private setSending(isSending: boolean): void {
    this.isSending = isSending;
  }
}

export const refundRequestStore = defineStore((root) => {
  const upload = createImageUpload(chatEndpoints.uploadImage, root);
  return new RefundRequestStore({ api: root.api, resize: (file) => resizeImage(file), upload });
});
