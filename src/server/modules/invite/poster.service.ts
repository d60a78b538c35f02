import type { Deps } from "../../platform/Deps.ts";
import { publicFileUrl } from "../../platform/files/file-url.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { SvgRenderer } from "../../platform/images/SvgRenderer.ts";
import { sha256 } from "../../platform/security/ids.ts";
import type { PublicImageService } from "../file/public-image.service.ts";
import * as users from "../user/user.repository.ts";
import { inviteUrl } from "./invite.presenter.ts";
import {
  buildPoster,
  describeReward,
  type PosterText,
  posterSize,
  posterVersion,
  sanitizeName,
} from "./poster-template.ts";

/** Posters of customers: rendered once per name, code and URL, then stored. */
export class PosterService {
  readonly #deps: Deps;
  readonly #images: PublicImageService;
  readonly #renderer: SvgRenderer;
  readonly #rendering = new Map<string, Promise<string>>();

  constructor(deps: Deps, images: PublicImageService, renderer: SvgRenderer) {
    this.#deps = deps;
    this.#images = images;
    this.#renderer = renderer;
  }

  /**
   * Returns the poster's URL. Throws "rate_limited" after many name changes in a day, "unavailable" under
   * load.
   */
  async getPoster(userId: string) {
    const { config, database, chainSettings } = this.#deps;
    const user = await users.findById(database.lookups, userId);
    if (user === undefined) throw new AppError("unauthenticated");
    const url = inviteUrl(config.publicUrl, user.inviteCode);
    const text = {
      brand: chainSettings.current.brand.name,
      color: chainSettings.current.brand.color,
      nickname: sanitizeName(user.nickname),
      code: user.inviteCode,
      url,
      reward: describeReward(chainSettings.current.invites),
    };
    const id = await this.#getFileId(userId, text);
    return { url: publicFileUrl(id), invite_url: url, ...posterSize };
  }

  /** Concurrent requests for the same poster share one rendering. */
  async #getFileId(userId: string, text: PosterText): Promise<string> {
    const digest = sha256(JSON.stringify([posterVersion, text]));
    const existing = await this.#images.findByDigest(userId, "poster", digest);
    if (existing !== undefined) return existing.id;
    const key = `${userId} ${digest}`;
    const rendering =
      this.#rendering.get(key) ??
      this.#render(userId, text, digest).finally(() => {
        this.#rendering.delete(key);
      });
    this.#rendering.set(key, rendering);
    return await rendering;
  }

  async #render(userId: string, text: PosterText, digest: string): Promise<string> {
    await this.#images.assertDailyLimit(this.#deps.database.queries, userId, "poster");
    const bytes = await this.#renderer.render(buildPoster(text));
    return await this.#images.save(userId, {
      kind: "poster",
      bytes,
      mime: "image/png",
      ...posterSize,
      digest,
    });
  }
}
