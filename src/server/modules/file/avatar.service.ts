import type { Deps } from "../../platform/Deps.ts";
import { publicFileUrl } from "../../platform/files/file-url.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import type { ImageProcessor, Uploader } from "../../platform/images/ImageProcessor.ts";
import * as users from "../user/user.repository.ts";
import { findFileById } from "./file.repository.ts";
import { consumeImageUpload } from "./image-upload.rules.ts";
import type { PublicImageService } from "./public-image.service.ts";

const publicFilePrefix = publicFileUrl("");

/** Profile images of customers. */
export class AvatarService {
  readonly #deps: Deps;
  readonly #images: PublicImageService;
  readonly #imageProcessor: ImageProcessor;
  /** Scheme, host and port of the app's own URLs. */
  readonly #origin: string;

  constructor(deps: Deps, images: PublicImageService, imageProcessor: ImageProcessor) {
    this.#deps = deps;
    this.#imageProcessor = imageProcessor;
    this.#images = images;
    this.#origin = new URL(deps.config.publicUrl).origin;
  }

  /**
   * Stores the centre of an image as a square. `read` receives the body, only for a sender below the daily
   * limit. The image is not on any profile yet.
   */
  async upload(sender: Uploader, read: () => Promise<Buffer>): Promise<{ id: string; url: string }> {
    const { id: userId } = sender;
    const { queries } = this.#deps.database;
    const image = await this.#imageProcessor.process(sender, "avatar", async () => {
      await this.#images.assertDailyLimit(queries, userId, "avatar");
      await consumeImageUpload(this.#deps, userId);
      return await read();
    });
    const currentAvatar = (await users.findById(queries, userId))?.avatar;
    const currentId = currentAvatar?.startsWith(publicFilePrefix)
      ? currentAvatar.slice(publicFilePrefix.length)
      : undefined;
    const id = await this.#images.save(userId, { kind: "avatar", ...image }, currentId);
    return { id, url: publicFileUrl(id) };
  }

  /**
   * Returns the URL of the image that a profile input names: by id, by URL (relative or absolute), or
   * unchanged as the profile has it, which may be WeChat's URL. Throws "validation" for a foreign URL,
   * "not_found" for an image that is not an avatar of this customer.
   */
  async resolveUrl(userId: string, avatar: string): Promise<string> {
    const path = avatar.startsWith(`${this.#origin}/`) ? avatar.slice(this.#origin.length) : avatar;
    const currentAvatar = (await users.findById(this.#deps.database.lookups, userId))?.avatar;
    if (path === currentAvatar || avatar === currentAvatar) return currentAvatar;
    const id = path.startsWith(publicFilePrefix) ? path.slice(publicFilePrefix.length) : path;
    if (!/^[\w-]{1,64}$/.test(id)) throw invalid("请使用自己上传的头像", "avatar");
    return await this.#requireOwnAvatarUrl(userId, id);
  }

  async #requireOwnAvatarUrl(userId: string, id: string): Promise<string> {
    const row = await findFileById(this.#deps.database.lookups, id);
    if (row?.kind !== "avatar" || row.ownerId !== userId)
      throw new AppError("not_found", { field: "avatar" }, "图片不存在，请重新上传");
    return publicFileUrl(id);
  }
}
