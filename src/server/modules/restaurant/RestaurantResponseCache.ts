import type { Deps } from "../../platform/Deps.ts";
import type { CachedResponse } from "../../platform/response-cache/CachedResponse.ts";
import { freshOrStale, type StaleResponse } from "../../platform/response-cache/fresh-or-stale.ts";
import { LruCache } from "../../platform/response-cache/LruCache.ts";

/** An answer and the time in which it is true, in milliseconds; stores open and pauses end without anybody's doing. */
export interface ExpiringResponse {
  response: CachedResponse;
  from: number;
  until: number;
}

interface CachedEntry extends ExpiringResponse {
  readonly bytes: number;
}

/** Answers about stores by what was asked, kept until a store or a rubric changes or their time is over. */
export class RestaurantResponseCache {
  readonly #deps: Deps;
  readonly #cache: LruCache<CachedEntry>;
  /** Rises with each change, so that what was read before is not kept after. */
  #version = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#cache = new LruCache(deps.config.responseCacheBytes / 4);
    deps.content.onChange(({ what }) => {
      if (what === "dish") return;
      this.#version += 1;
      this.#cache.clear();
    });
  }

  /** The answer to a question, kept or made; while the database is away the last one, whatever its time was. `question` has to name everything that the answer depends on but time. */
  async get(query: unknown, load: () => Promise<ExpiringResponse>): Promise<CachedResponse | StaleResponse> {
    const { content, clock } = this.#deps;
    content.start();
    const key = JSON.stringify(query);
    const now = clock.now().getTime();
    const cached = content.isReliable ? this.#cache.get(key) : undefined;
    if (cached !== undefined && cached.from <= now && now < cached.until) return cached.response;
    const reload = () => this.#load(key, load);
    return await freshOrStale(this.#deps, reload, () => this.#cache.get(key)?.response);
  }

  async #load(key: string, load: () => Promise<ExpiringResponse>): Promise<CachedResponse> {
    const { content } = this.#deps;
    const version = this.#version;
    const loaded = await load();
    if (content.isReliable && version === this.#version)
      this.#cache.set(key, { ...loaded, bytes: loaded.response.bytes + key.length });
    return loaded.response;
  }
}
