import { AppError, invalid } from "../../platform/AppError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { publicFileUrl } from "../../platform/files/fileUrl.ts";
import type { PicturePress, Sender } from "../../platform/files/PicturePress.ts";
import { fileById } from "../file/file.repository.ts";
import type { PublicPictureService } from "../file/PublicPictureService.ts";
import { countPicture } from "../file/picture-tries.ts";
import * as users from "./user.repository.ts";

const folder = publicFileUrl("");

/** Pictures that customers put on their profile. */
export class AvatarService {
  readonly #deps: Deps;
  readonly #pictures: PublicPictureService;
  readonly #press: PicturePress;
  /** Scheme, host and port of our own addresses. */
  readonly #origin: string;

  constructor(deps: Deps, pictures: PublicPictureService, press: PicturePress) {
    this.#deps = deps;
    this.#press = press;
    this.#pictures = pictures;
    this.#origin = new URL(deps.config.publicUrl).origin;
  }

  /**
   * Keeps the middle of a picture as a square. `read` fetches what was sent, and only for who has room for more today.
   * It is on nobody's profile yet.
   */
  async upload(sender: Sender, read: () => Promise<Buffer>): Promise<{ id: string; url: string }> {
    const { id: userId } = sender;
    const { queries } = this.#deps.database;
    const picture = await this.#press.press(sender, "avatar", async () => {
      await this.#pictures.requireRoom(queries, userId, "avatar");
      await countPicture(this.#deps, userId);
      return await read();
    });
    const shown = (await users.byId(queries, userId))?.avatar;
    const inUse = shown?.startsWith(folder) ? shown.slice(folder.length) : undefined;
    const id = await this.#pictures.keep(userId, { kind: "avatar", ...picture }, inUse);
    return { id, url: publicFileUrl(id) };
  }

  /**
   * The address of the picture that a profile names: by its id, by its address (relative or absolute), or as the profile
   * has it already, which may be at WeChat's. Throws "validation" for a foreign address, "not_found" for a picture that
   * is not an own one for the profile.
   */
  async toUrl(userId: string, avatar: string): Promise<string> {
    const path = avatar.startsWith(`${this.#origin}/`) ? avatar.slice(this.#origin.length) : avatar;
    const shown = (await users.byId(this.#deps.database.queries, userId))?.avatar;
    if (path === shown || avatar === shown) return shown;
    const id = path.startsWith(folder) ? path.slice(folder.length) : path;
    if (!/^[\w-]{1,64}$/.test(id)) throw invalid("请使用自己上传的头像", "avatar");
    return await this.#urlOf(userId, id);
  }

  async #urlOf(userId: string, id: string): Promise<string> {
    const row = await fileById(this.#deps.database.queries, id);
    if (row?.kind !== "avatar" || row.ownerId !== userId)
      throw new AppError("not_found", { field: "avatar" }, "图片不存在，请重新上传");
    return publicFileUrl(id);
  }
}
