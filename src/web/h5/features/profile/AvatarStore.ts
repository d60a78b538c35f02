import { makeAutoObservable } from "mobx";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { resizeImage } from "#web/lib/images/resizeImage.ts";
import { logError } from "#web/lib/logError.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import { createImageUpload, type ImageUpload } from "../../app/uploadImage.ts";

/** Larger than any displayed size (px). */
const maxSidePx = 640;

interface Dependencies {
  /** Shrinks an image for upload; rejects a file that is no image. */
  resize(file: Blob): Promise<Blob>;
  upload: ImageUpload;
}

/** New profile picture: shrunk, uploaded, and shown on this device until the profile is saved with it. */
export class AvatarStore implements CustomerScoped {
  state: "none" | "sending" | "sent" | "unreadable" | "failed" = "none";
  /** Local URL for display; empty without a picture. */
  previewUrl = "";
  /** Id of the uploaded picture; empty until then. */
  imageId = "";
  /** Upload error from the server or the network. */
  error: unknown = null;
  private abortController = new AbortController();
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    makeAutoObservable<this, "abortController" | "dependencies">(
      this,
      { error: false, abortController: false, dependencies: false },
      { autoBind: true },
    );
  }

  /** Replaces the picture and uploads it; the result is in `state`. */
  async choose(file: Blob): Promise<void> {
    this.clear();
    const { abortController } = this;
    this.state = "sending";
    const resized = await this.dependencies.resize(file).catch(() => null);
    if (abortController.signal.aborted) return;
    if (resized === null) return this.setState("unreadable");
    this.setPreview(resized);
    try {
      const imageId = await this.dependencies.upload(resized, () => undefined, abortController.signal);
      if (!abortController.signal.aborted) this.setUploaded(imageId);
    } catch (error) {
      if (isAbortError(error) || abortController.signal.aborted) return;
      logError("sending the picture failed", error);
      this.error = error;
      this.setState("failed");
    }
  }

  /** Discards the picture. */
  clear(): void {
    this.abortController.abort();
    this.abortController = new AbortController();
    if (this.previewUrl !== "") URL.revokeObjectURL(this.previewUrl);
    this.previewUrl = "";
    this.imageId = "";
    this.state = "none";
  }

  resetCustomerData(): void {
    this.clear();
  }

  private setPreview(resized: Blob): void {
    this.previewUrl = URL.createObjectURL(resized);
  }

  private setUploaded(imageId: string): void {
    this.imageId = imageId;
    this.state = "sent";
  }

  private setState(state: "unreadable" | "failed"): void {
    this.state = state;
  }
}

export const avatarStore = defineStore(
  (root) =>
    new AvatarStore({
      resize: (file) => resizeImage(file, maxSidePx),
      upload: createImageUpload(userEndpoints.uploadAvatar, root),
    }),
);
