import type { Deps } from "../../platform/Deps.ts";
import type { CachedResponse } from "../../platform/response-cache/CachedResponse.ts";
import { ContentCache, type ContentEntry } from "../../platform/response-cache/ContentCache.ts";
import {
  freshOrStale,
  type StaleResponse,
  type StoredResponse,
} from "../../platform/response-cache/fresh-or-stale.ts";

/** A response with its validity in ms timestamps; restaurants open and pauses end by time alone. */
export interface ExpiringResponse {
  response: CachedResponse;
  from: number;
  until: number;
}

type CachedEntry = ExpiringResponse & ContentEntry;

/** Caches restaurant responses by query until a restaurant, category or setting changes or their validity ends. */
export class RestaurantResponseCache {
  readonly #deps: Deps;
  readonly #cache: ContentCache<CachedEntry>;
  /** Increased with each change, so that data read before it is not cached after it. */
  #version = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { responseCacheBytes, staleResponseMs } = deps.config;
    this.#cache = new ContentCache({ maxBytes: responseCacheBytes / 4, maxOutdatedMs: staleResponseMs });
    deps.content.onChange(({ what }) => {
      // Settings are announced again once they are read.
      if (what !== "dish" && what !== "settings") this.#markAllOutdated();
    });
    deps.chainSettings.onChange(() => this.#markAllOutdated());
  }

  /**
   * Returns the response to a query, cached or loaded; while the database is unavailable the last one, with the
   * time since its validity ended as its age. `query` must include everything that the response depends on except time.
   */
  async get(query: unknown, load: () => Promise<ExpiringResponse>): Promise<CachedResponse | StaleResponse> {
    const { content, clock } = this.#deps;
    content.start();
    const key = JSON.stringify(query);
    const now = clock.now().getTime();
    const cached = content.isReliable ? this.#cache.get(key) : undefined;
    const isCurrent = cached?.outdatedAt === null && cached.from <= now && now < cached.until;
    if (isCurrent) return cached.response;
    const reload = () => this.#load(key, load);
    return await freshOrStale(this.#deps, reload, () => this.#findStored(key));
  }

  #findStored(key: string): StoredResponse | undefined {
    const entry = this.#cache.get(key);
    if (entry === undefined) return undefined;
    const { response, until, outdatedAt } = entry;
    const expiredMs = Math.max(0, this.#deps.clock.now().getTime() - until);
    const changedMs = outdatedAt === null ? null : performance.now() - outdatedAt;
    return { response, outdatedMs: Math.max(expiredMs, changedMs ?? 0), changedMs };
  }

  #markAllOutdated(): void {
    this.#version += 1;
    this.#cache.markAllOutdated();
  }

  async #load(key: string, load: () => Promise<ExpiringResponse>): Promise<CachedResponse> {
    const { content } = this.#deps;
    const version = this.#version;
    const loaded = await load();
    if (content.isReliable && version === this.#version)
      this.#cache.set(key, { ...loaded, outdatedAt: null, bytes: loaded.response.bytes + key.length });
    return loaded.response;
  }
}
