import { AppError } from "../../platform/AppError.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { Painter } from "../../platform/drawing/Painter.ts";
import { publicFileUrl } from "../../platform/files/fileUrl.ts";
import { sha256 } from "../../platform/ids.ts";
import type { PublicPictureService } from "../file/PublicPictureService.ts";
import * as users from "../user/user.repository.ts";
import { inviteUrl } from "./invite.presenter.ts";
import { drawPoster, type PosterWords, plainName, posterDesign, posterSize } from "./poster-art.ts";

/** Posters of customers: painted once for a name, a code and an address, and kept. */
export class PosterService {
  readonly #deps: Deps;
  readonly #pictures: PublicPictureService;
  readonly #painter: Painter;
  readonly #painting = new Map<string, Promise<string>>();

  constructor(deps: Deps, pictures: PublicPictureService, painter: Painter) {
    this.#deps = deps;
    this.#pictures = pictures;
    this.#painter = painter;
  }

  /** Where the poster is. Throws "rate_limited" after many changes of the name on a day, "unavailable" in a rush. */
  async poster(userId: string) {
    const { config, database } = this.#deps;
    const user = await users.byId(database.queries, userId);
    if (user === undefined) throw new AppError("unauthenticated");
    const url = inviteUrl(config.publicUrl, user.inviteCode);
    const words = { nickname: plainName(user.nickname), code: user.inviteCode, url };
    const id = await this.#numberOf(userId, words);
    return { url: publicFileUrl(id), invite_url: url, ...posterSize };
  }

  /** Those who ask for the same at the same moment wait for one painting. */
  async #numberOf(userId: string, words: PosterWords): Promise<string> {
    const digest = sha256(JSON.stringify([posterDesign, words]));
    const known = await this.#pictures.known(userId, "poster", digest);
    if (known !== undefined) return known.id;
    const key = `${userId} ${digest}`;
    const painting =
      this.#painting.get(key) ??
      this.#paint(userId, words, digest).finally(() => {
        this.#painting.delete(key);
      });
    this.#painting.set(key, painting);
    return await painting;
  }

  async #paint(userId: string, words: PosterWords, digest: string): Promise<string> {
    await this.#pictures.requireRoom(this.#deps.database.queries, userId, "poster");
    const bytes = await this.#painter.paint(drawPoster(words));
    return await this.#pictures.keep(userId, {
      kind: "poster",
      bytes,
      mime: "image/png",
      ...posterSize,
      digest,
    });
  }
}
