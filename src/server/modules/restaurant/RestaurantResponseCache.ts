import type { Deps } from "../../platform/Deps.ts";
import { type ByteCache, createByteCache } from "../../platform/response-cache/byte-cache.ts";
import type { CachedResponse } from "../../platform/response-cache/CachedResponse.ts";
import { freshOrStale, type StaleResponse } from "../../platform/response-cache/fresh-or-stale.ts";

/** A response with its validity in ms timestamps; restaurants open and pauses end by time alone. */
export interface ExpiringResponse {
  response: CachedResponse;
  from: number;
  until: number;
}

interface CachedEntry extends ExpiringResponse {
  /** Number of changes before it was loaded. */
  readonly version: number;
  readonly bytes: number;
}

/** Caches restaurant responses by query until a restaurant, category or setting changes or their validity ends. */
export class RestaurantResponseCache {
  readonly #deps: Deps;
  readonly #cache: ByteCache<CachedEntry>;
  /** Number of changes so far; entries of an earlier one are used only while the database is unavailable. */
  #version = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#cache = createByteCache(deps.config.responseCacheBytes / 4);
    deps.content.onChange(({ what }) => {
      // Settings are announced again once they are read.
      if (what !== "dish" && what !== "settings") this.#version += 1;
    });
    deps.chainSettings.onChange(() => {
      this.#version += 1;
    });
  }

  /**
   * Returns the response to a query, cached or loaded; while the database is unavailable the last one,
   * whatever its validity. `query` must include everything that the response depends on except time.
   */
  async get(query: unknown, load: () => Promise<ExpiringResponse>): Promise<CachedResponse | StaleResponse> {
    const { content, clock } = this.#deps;
    content.start();
    const key = JSON.stringify(query);
    const now = clock.now().getTime();
    const cached = content.isReliable ? this.#cache.get(key) : undefined;
    const isCurrent = cached?.version === this.#version && cached.from <= now && now < cached.until;
    if (isCurrent) return cached.response;
    const reload = () => this.#load(key, load);
    return await freshOrStale(this.#deps, reload, () => this.#cache.get(key)?.response);
  }

  async #load(key: string, load: () => Promise<ExpiringResponse>): Promise<CachedResponse> {
    const { content } = this.#deps;
    const version = this.#version;
    const loaded = await load();
    if (content.isReliable && version === this.#version)
      this.#cache.set(key, { ...loaded, version, bytes: loaded.response.bytes + key.length });
    return loaded.response;
  }
}
