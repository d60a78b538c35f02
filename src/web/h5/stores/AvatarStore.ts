import { makeAutoObservable } from "mobx";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { shrinkPicture } from "#web/shared/shrinkPicture.ts";
import { type Personal, storeOf } from "../RootStore.ts";
import { type PictureUpload, uploadTo } from "./uploadPicture.ts";

/** More than any screen shows of it. */
const longestSidePx = 640;

interface Parts {
  /** Makes a file small enough to send; rejects what is no picture. */
  shrink(file: Blob): Promise<Blob>;
  upload: PictureUpload;
}

/** A new picture for the profile: made small, sent, and shown on this device until the profile is saved with it. */
export class AvatarStore implements Personal {
  state: "none" | "sending" | "sent" | "unreadable" | "failed" = "none";
  /** To be shown on this device; empty without a picture. */
  previewUrl = "";
  /** The number of the picture that was sent; empty until then. */
  imageId = "";
  /** Why it was not sent, when the server or the network said so. */
  error: unknown = null;
  private sending = new AbortController();
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "sending" | "parts">(
      this,
      { error: false, sending: false, parts: false },
      { autoBind: true },
    );
  }

  /** Takes another picture in the place of the one before and sends it; how that went is in `state`. */
  async choose(file: Blob): Promise<void> {
    this.clear();
    const { sending } = this;
    this.state = "sending";
    const small = await this.parts.shrink(file).catch(() => null);
    if (sending.signal.aborted) return;
    if (small === null) return this.end("unreadable");
    this.show(small);
    try {
      const imageId = await this.parts.upload(small, () => undefined, sending.signal);
      if (!sending.signal.aborted) this.finish(imageId);
    } catch (error) {
      if (isAborted(error) || sending.signal.aborted) return;
      logFailure("sending the picture failed", error);
      this.error = error;
      this.end("failed");
    }
  }

  /** Gives up the picture. */
  clear(): void {
    this.sending.abort();
    this.sending = new AbortController();
    if (this.previewUrl !== "") URL.revokeObjectURL(this.previewUrl);
    this.previewUrl = "";
    this.imageId = "";
    this.state = "none";
  }

  forget(): void {
    this.clear();
  }

  private show(small: Blob): void {
    this.previewUrl = URL.createObjectURL(small);
  }

  private finish(imageId: string): void {
    this.imageId = imageId;
    this.state = "sent";
  }

  private end(state: "unreadable" | "failed"): void {
    this.state = state;
  }
}

export const avatarStore = storeOf(
  (root) =>
    new AvatarStore({
      shrink: (file) => shrinkPicture(file, longestSidePx),
      upload: uploadTo(userEndpoints.uploadAvatar.path, root),
    }),
);
