import { makeAutoObservable } from "mobx";
import { menuSet } from "#contract/constants.ts";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { type Dish, isAvailable } from "../features/menu/Dish.ts";
import { groupMenu, type MenuCard, type MenuCategory, searchMenu } from "../features/menu/groupMenu.ts";
import { type NormalizedMenu, normalizeMenu } from "../features/menu/normalizeMenu.ts";
import { storeOf } from "../RootStore.ts";

type SoldDish = Dish & { readonly isAvailable: boolean };

/** Fetches what a restaurant sells at a time ("YYYY-MM-DD HH:mm"; null is now). */
export type MenuSource = (restaurantId: string, time: string | null, signal: AbortSignal) => Promise<unknown>;

/** The menu of one restaurant at one time: its categories, the search in it, and the category in view. */
export class MenuStore {
  readonly menu = new Loadable<NormalizedMenu>();
  restaurantId = "";
  keyword = "";
  activeIndex = 0;
  time: string | null = null;
  private readonly source: MenuSource;

  constructor(source: MenuSource) {
    this.source = source;
    makeAutoObservable<this, "source">(this, { menu: false, source: false }, { autoBind: true });
  }

  get dishes(): readonly Dish[] {
    return this.menu.value?.dishes ?? [];
  }

  get categories(): readonly MenuCategory[] {
    return groupMenu(this.dishes);
  }

  /** Every dish by id, with whether it can be had. */
  get byId(): ReadonlyMap<string, SoldDish> {
    return new Map(this.dishes.map((dish) => [dish.id, { ...dish, isAvailable: isAvailable(dish) }]));
  }

  get isSearching(): boolean {
    return this.keyword.trim() !== "";
  }

  get found(): readonly MenuCard[] {
    return this.isSearching ? searchMenu(this.categories, this.keyword) : [];
  }

  /** The least goods an order here may hold, in fen. */
  get minimumFen(): number {
    return this.dishes.reduce((most, dish) => Math.max(most, dish.minimumFen), 0);
  }

  get deliveryTime(): string {
    return this.dishes[0]?.deliveryTime ?? "";
  }

  /** Fetches a restaurant's menu; the menu of another one, or of another time, is forgotten at once. Rethrows failures. */
  async load(restaurantId: string, time: string | null = null): Promise<NormalizedMenu> {
    if (restaurantId !== this.restaurantId || time !== this.time) this.reset(restaurantId, time);
    return this.menu.run(async (signal) => normalizeMenu(await this.source(restaurantId, time, signal)));
  }

  search(keyword: string): void {
    this.keyword = keyword;
  }

  /** The customer picked a category: the search ends. */
  pickCategory(index: number): void {
    this.keyword = "";
    this.activeIndex = index;
  }

  /** The list was scrolled to a category. */
  followTo(index: number): void {
    this.activeIndex = index;
  }

  private reset(restaurantId: string, time: string | null): void {
    this.menu.reset();
    this.restaurantId = restaurantId;
    this.time = time;
    this.keyword = "";
    this.activeIndex = 0;
  }
}

/** What can be brought from a restaurant now. */
export function takeawayMenu(api: Pick<ApiClient, "reply">): MenuSource {
  return (restaurantId, _time, signal) =>
    api.reply(menuEndpoints.takeawayItems, {
      query: { restaurant_id: restaurantId, category_id: menuSet.takeaway },
      signal,
    });
}

export const menuStore = storeOf((root) => new MenuStore(takeawayMenu(root.api)));
