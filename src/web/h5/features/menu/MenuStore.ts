import { makeAutoObservable } from "mobx";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import type { CacheName } from "#web/lib/cache/cachedResponse.ts";
import { isOffline, PersistentQueryCache } from "#web/lib/cache/PersistentQueryCache.ts";
import { toText } from "../../app/parse.ts";
import { defineStore } from "../../app/RootStore.ts";
import { type Dish, isAvailable } from "./Dish.ts";
import { groupMenu, type MenuCard, type MenuCategory, searchMenu } from "./groupMenu.ts";
import { type ParsedMenu, parseMenu } from "./parseMenu.ts";

type DishWithAvailability = Dish & { readonly isAvailable: boolean };

/** Fetches the menu of a restaurant at a time ("YYYY-MM-DD HH:mm"; null is now). */
export type FetchMenu = (restaurantId: string, time: string | null, signal: AbortSignal) => Promise<unknown>;

/** A response with its restaurant; `version` is the server's name of its content, empty when unknown. */
interface CachedMenu {
  readonly restaurantId: string;
  readonly time: string | null;
  readonly version: string;
  readonly reply: unknown;
}

/** Menu of one restaurant at one time: its categories, its search, and the active category. */
export class MenuStore {
  readonly menu = new Loadable<ParsedMenu>();
  restaurantId = "";
  keyword = "";
  activeIndex = 0;
  time: string | null = null;
  /** The server's name of the loaded menu; empty when unknown or without a menu. */
  version = "";
  /** The last menu cached on the device, for the next visit and for offline use. */
  readonly cache: PersistentQueryCache<CachedMenu>;
  /** Source of `load`; null while menus come with other responses. */
  fetchMenu: FetchMenu | null;

  constructor(fetchMenu: FetchMenu | null, name: CacheName = "menu_takeaway") {
    this.fetchMenu = fetchMenu;
    this.cache = new PersistentQueryCache(name, () => "", parseCachedMenu);
    makeAutoObservable(
      this,
      { menu: false, cache: false, version: false, fetchMenu: false },
      { autoBind: true },
    );
  }

  get dishes(): readonly Dish[] {
    return this.menu.value?.dishes ?? [];
  }

  get categories(): readonly MenuCategory[] {
    return groupMenu(this.dishes);
  }

  /** Every dish by id, with its availability. */
  get dishesById(): ReadonlyMap<string, DishWithAvailability> {
    return new Map(this.dishes.map((dish) => [dish.id, { ...dish, isAvailable: isAvailable(dish) }]));
  }

  get isSearching(): boolean {
    return this.keyword.trim() !== "";
  }

  get searchResults(): readonly MenuCard[] {
    return this.isSearching ? searchMenu(this.categories, this.keyword) : [];
  }

  /** Minimum order value in fen. */
  get minimumFen(): number {
    return this.dishes.reduce((max, dish) => Math.max(max, dish.minimumFen), 0);
  }

  /** Delivery fee of the menu in fen; our own server's fee depends on the distance as well. */
  get deliveryFeeFen(): number {
    return this.dishes.reduce((max, dish) => Math.max(max, dish.deliveryFeeFen), 0);
  }

  /**
   * Returns the delivery terms of a restaurant's menu, from the device cache when it is not loaded; null when
   * unknown.
   */
  findDeliveryTerms(restaurantId: string): { feeFen: number; time: string } | null {
    if (this.menu.value === undefined) this.restoreCached(restaurantId);
    if (this.restaurantId !== restaurantId || this.dishes.length === 0) return null;
    return { feeFen: this.deliveryFeeFen, time: this.deliveryTime };
  }

  get deliveryTime(): string {
    return this.dishes[0]?.deliveryTime ?? "";
  }

  /**
   * Fetches a restaurant's menu; the menu of another restaurant or time is cleared at once. Offline the
   * cached one is shown. Rethrows other failures.
   */
  async load(restaurantId: string, time: string | null = null): Promise<ParsedMenu> {
    if (restaurantId !== this.restaurantId || time !== this.time) this.reset(restaurantId, time);
    try {
      return await this.menu.run(async (signal) => {
        const reply = await this.fetchMenu?.(restaurantId, time, signal);
        const menu = parseMenu(reply);
        if (menu.fault === null) this.cache.save({ restaurantId, time, version: "", reply });
        return menu;
      });
    } catch (error) {
      if (isOffline(error)) this.restoreCached(restaurantId, time);
      if (this.menu.value === undefined || !isOffline(error)) throw error;
      return this.menu.value;
    }
  }

  /**
   * Applies a menu that came with another response; `reply` null means that the menu of that version is still
   * current.
   */
  applyResponse(restaurantId: string, version: string, reply: unknown): void {
    if (reply === null && version === this.version) {
      this.cache.markFresh();
      return;
    }
    const menu = { restaurantId, time: null, version, reply };
    if (this.applyMenu(menu)) this.cache.save(menu);
  }

  /** Marks the shown menu of a restaurant as stale; shows the cached one when there is none. */
  restoreCached(restaurantId: string, time: string | null = null): void {
    if (this.menu.value !== undefined && restaurantId === this.restaurantId) {
      this.cache.markStale();
      return;
    }
    const cachedMenu = this.cache.load(
      ({ restaurantId: id, time: cachedTime }) => id === restaurantId && cachedTime === time,
    );
    if (cachedMenu !== null) this.applyMenu(cachedMenu);
  }

  search(keyword: string): void {
    this.keyword = keyword;
  }

  /** Selects a category: the search ends. */
  selectCategory(index: number): void {
    this.keyword = "";
    this.activeIndex = index;
  }

  /** Sets the category that the list was scrolled to. */
  setActiveCategory(index: number): void {
    this.activeIndex = index;
  }

  /** Returns false for a menu without a usable dish: it is shown, but fetched again as if there were none. */
  private applyMenu({ restaurantId, time, version, reply }: CachedMenu): boolean {
    if (restaurantId !== this.restaurantId || time !== this.time) this.reset(restaurantId, time);
    const menu = parseMenu(reply);
    this.menu.set(menu);
    this.version = menu.fault === null ? version : "";
    return menu.fault === null;
  }

  private reset(restaurantId: string, time: string | null): void {
    this.menu.reset();
    this.version = "";
    this.restaurantId = restaurantId;
    this.time = time;
    this.keyword = "";
    this.activeIndex = 0;
  }
}

function parseCachedMenu(raw: unknown): CachedMenu | null {
  if (!isRecord(raw) || typeof raw.restaurantId !== "string") return null;
  const time = typeof raw.time === "string" ? raw.time : null;
  return { restaurantId: raw.restaurantId, time, version: toText(raw.version), reply: raw.reply };
}

export const menuStore = defineStore(() => new MenuStore(null));
