import { AppError } from "../../platform/AppError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { publicFileUrl } from "../../platform/files/fileUrl.ts";
import { PicturePress } from "../../platform/files/PicturePress.ts";
import { fileById } from "../file/file.repository.ts";
import type { PublicPictureService } from "../file/PublicPictureService.ts";
import * as users from "./user.repository.ts";

const folder = publicFileUrl("");

/** Pictures that customers put on their profile. */
export class AvatarService {
  readonly #deps: Deps;
  readonly #pictures: PublicPictureService;
  readonly #press = new PicturePress();

  constructor(deps: Deps, pictures: PublicPictureService) {
    this.#deps = deps;
    this.#pictures = pictures;
  }

  /**
   * Keeps the middle of a picture as a square. `read` fetches what was sent, and only for who has room for more today.
   * It is on nobody's profile yet.
   */
  async upload(userId: string, read: () => Promise<Buffer>): Promise<{ id: string; url: string }> {
    const { queries } = this.#deps.database;
    await this.#pictures.requireRoom(queries, userId, "avatar");
    const picture = await this.#press.press(await read(), "avatar");
    const shown = (await users.byId(queries, userId))?.avatar;
    const inUse = shown?.startsWith(folder) ? shown.slice(folder.length) : undefined;
    const id = await this.#pictures.keep(userId, { kind: "avatar", ...picture }, inUse);
    return { id, url: publicFileUrl(id) };
  }

  /** Where a picture of the customer's is shown. Throws "not_found" for anything but an own one for the profile. */
  async urlOf(userId: string, id: string): Promise<string> {
    const row = await fileById(this.#deps.database.queries, id);
    if (row?.kind !== "avatar" || row.ownerId !== userId)
      throw new AppError("not_found", { field: "avatar" }, "图片不存在，请重新上传");
    return publicFileUrl(id);
  }
}
