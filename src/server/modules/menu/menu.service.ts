import { menuCategoryIds } from "#contract/constants.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { Serializer } from "../../platform/http/request-context.ts";
import type { CachedResponse } from "../../platform/response-cache/CachedResponse.ts";
import { ContentCache } from "../../platform/response-cache/ContentCache.ts";
import type { ContentChange } from "../../platform/response-cache/ContentChangeFeed.ts";
import { freshOrStale, type StaleResponse } from "../../platform/response-cache/fresh-or-stale.ts";
import { findById } from "../restaurant/restaurant.repository.ts";
import { getDeliveryTerms } from "../restaurant/restaurant-terms.rules.ts";
import { parseBookingTime } from "./availability.rules.ts";
import * as repository from "./menu.repository.ts";
import { type MenuKey, RestaurantMenuCache } from "./RestaurantMenuCache.ts";

interface MenuQuery {
  restaurant_id: string;
  category_id?: string;
  booking_time?: string;
}

/** Number of times that a constantly changing menu is reloaded for one response. */
const maxRefreshAttempts = 3;

/** Menus for takeaway and in-store orders at a timestamp, cached in memory until a change is published. */
export class MenuService {
  readonly #deps: Deps;
  readonly #menus: ContentCache<RestaurantMenuCache>;
  readonly #loading = new Map<string, Promise<RestaurantMenuCache>>();
  readonly #refreshing = new Map<RestaurantMenuCache, Promise<void>>();

  constructor(deps: Deps) {
    this.#deps = deps;
    const { responseCacheBytes, staleResponseMs } = deps.config;
    this.#menus = new ContentCache({ maxBytes: responseCacheBytes, maxOutdatedMs: staleResponseMs });
    deps.content.onChange((change) => this.#invalidate(change));
    deps.chainSettings.onChange(() => this.#markAllOutdated());
  }

  items(query: MenuQuery, serialiser: Serializer): Promise<CachedResponse | StaleResponse> {
    return this.#respond("items", query, serialiser);
  }

  takeawayItems(query: MenuQuery, serialiser: Serializer): Promise<CachedResponse | StaleResponse> {
    return this.#respond("takeawayItems", query, serialiser);
  }

  popular(query: { restaurant_id: string }, serialiser: Serializer): Promise<CachedResponse | StaleResponse> {
    return this.#respond("popular", { ...query, category_id: menuCategoryIds.takeaway }, serialiser);
  }

  async listCategories() {
    const rows = await repository.listCategories(this.#deps.database.queries);
    return rows.map(({ id, name, rank, icon }) => ({ id, name, cat_rank: rank, icon }));
  }

  async #respond(
    endpoint: MenuKey["endpoint"],
    query: MenuQuery,
    serialiser: Serializer,
  ): Promise<CachedResponse | StaleResponse> {
    const { restaurant_id: id, category_id: set = menuCategoryIds.inStore, booking_time } = query;
    const at = booking_time === undefined ? this.#deps.clock.now() : parseBookingTime(booking_time);
    const toResponse = (menu: RestaurantMenuCache) => {
      const before = menu.bytes;
      const response = menu.getResponse({ endpoint, set, at }, serialiser);
      if (menu.bytes !== before && this.#menus.get(id) === menu) this.#menus.set(id, menu);
      return response;
    };
    this.#deps.content.start();
    const cached = this.#menus.get(id);
    if (cached !== undefined && this.#deps.content.isReliable && this.#isCurrent(cached))
      return toResponse(cached);
    const load = async () => toResponse(await this.#getCurrentMenu(id));
    return await freshOrStale(this.#deps, load, () => {
      const menu = this.#menus.get(id);
      if (menu === undefined) return undefined;
      const { outdatedMs, outdatedAt } = menu;
      const changedMs = outdatedAt === null ? null : performance.now() - outdatedAt;
      return { response: toResponse(menu), outdatedMs, changedMs };
    });
  }

  #isCurrent(menu: RestaurantMenuCache): boolean {
    return !menu.isOutdated && !menu.isStale && !this.#refreshing.has(menu);
  }

  /** Returns the current menu; reloads it each time while change events do not arrive. */
  async #getCurrentMenu(id: string): Promise<RestaurantMenuCache> {
    if (!this.#deps.content.isReliable) return await this.#read(id);
    for (let attempt = 0; attempt < maxRefreshAttempts; attempt++) {
      const menu = this.#menus.get(id);
      if (menu === undefined || menu.isOutdated) return await this.#load(id);
      if (this.#isCurrent(menu)) return menu;
      await this.#refresh(id, menu);
    }
    const newest = this.#menus.get(id);
    return newest === undefined || newest.isOutdated ? await this.#load(id) : newest;
  }

  async #read(id: string): Promise<RestaurantMenuCache> {
    const { queries } = this.#deps.database;
    const [restaurant, rows] = await Promise.all([findById(queries, id), repository.listMenu(queries, id)]);
    if (restaurant === undefined) throw new AppError("restaurant_not_found");
    return new RestaurantMenuCache(rows, getDeliveryTerms(restaurant, this.#deps.chainSettings.current));
  }

  /** Concurrent requests share one load; a change meanwhile makes the next request load again. */
  async #load(id: string): Promise<RestaurantMenuCache> {
    const pending = this.#loading.get(id);
    if (pending) return await pending;
    const load = this.#read(id);
    this.#loading.set(id, load);
    try {
      const menu = await load;
      if (this.#loading.get(id) === load) this.#menus.set(id, menu);
      return menu;
    } finally {
      if (this.#loading.get(id) === load) this.#loading.delete(id);
    }
  }

  async #refresh(id: string, menu: RestaurantMenuCache): Promise<void> {
    const refresh =
      this.#refreshing.get(menu) ??
      menu
        .refresh((ids) => repository.listDishesByIds(this.#deps.database.queries, id, ids))
        .then((isComplete) => {
          if (!isComplete) this.#menus.markOutdated(id);
        })
        .finally(() => this.#refreshing.delete(menu));
    this.#refreshing.set(menu, refresh);
    await refresh;
  }

  /** Marks all menus as outdated: they are served only while the database cannot be asked for new ones. */
  #markAllOutdated(): void {
    this.#menus.markAllOutdated();
    this.#loading.clear();
  }

  #invalidate(change: ContentChange): void {
    // Settings are announced again once they are read.
    if (change.what === "settings") return;
    if (!("storeId" in change)) {
      this.#markAllOutdated();
      return;
    }
    const { storeId } = change;
    this.#loading.delete(storeId);
    const isMarkedStale = change.what === "dish" && this.#menus.get(storeId)?.markStale(change.dishId);
    if (!isMarkedStale) this.#menus.markOutdated(storeId);
  }
}
