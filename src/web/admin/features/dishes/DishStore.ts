import { makeAutoObservable } from "mobx";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { MenuCategory } from "#contract/restaurant/schema.ts";
import { staffRestaurantEndpoints } from "#contract/staff/restaurant/endpoints.ts";
import type { DishChange, RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";
import {
  type SelectedRestaurantStore,
  selectedRestaurantStore,
} from "../restaurant/SelectedRestaurantStore.ts";

const pageSize = 50;

export interface DishFilter {
  keyword: string;
  /** Id; empty for all. */
  category: string;
  show: "all" | "sold-out";
}

export const everyDish: DishFilter = { keyword: "", category: "", show: "all" };

/** Dishes of the selected restaurant and their sold-out state. */
export class DishStore {
  filter = everyDish;
  /** Id of the dish being changed. */
  movingId: string | null = null;
  /** Numbers of dishes as counted by the server; null until loaded. */
  counts: { readonly all: number; readonly sold_out: number } | null = null;
  readonly dishes: PagedList<RestaurantDish>;
  readonly categories = new Loadable<readonly MenuCategory[]>();
  private readonly api: Pick<ApiClient, "call">;
  private readonly selected: SelectedRestaurantStore;

  constructor(api: Pick<ApiClient, "call">, selected: SelectedRestaurantStore) {
    this.api = api;
    this.selected = selected;
    this.dishes = new PagedList<RestaurantDish>({
      fetchPage: (page, signal) => this.fetch(page, signal),
      getId: ({ dish_id }) => dish_id,
    });
    makeAutoObservable<this, "api" | "selected">(
      this,
      { dishes: false, categories: false, api: false, selected: false },
      { autoBind: true },
    );
  }

  setFilter(filter: DishFilter): void {
    this.filter = filter;
  }

  /** Rethrows failures. */
  async loadCategories(): Promise<void> {
    await this.categories.run((signal) => this.api.call(restaurantEndpoints.categories, { signal }));
  }

  /** Changes several dishes at once; returns how many. Rethrows failures. */
  async changeMany(dishIds: readonly string[], change: DishChange): Promise<number> {
    const body = { ...this.selected.restaurantQuery, dish_ids: [...dishIds], ...change };
    const { changed } = await this.api.call(staffRestaurantEndpoints.changeDishes, { body });
    await logErrors("loading dishes failed", this.dishes.reload());
    return changed;
  }

  /** Switches a dish on or off in the restaurant's menu, or sets its portions. Rethrows failures. */
  async change(dish: RestaurantDish, change: DishChange): Promise<void> {
    this.setMoving(dish.dish_id);
    try {
      const body = { ...this.selected.restaurantQuery, dish_id: dish.dish_id, ...change };
      const now = await this.api.call(staffRestaurantEndpoints.dish, { body });
      this.dishes.replace(this.dishes.items.map((one) => (one.dish_id === now.dish_id ? now : one)));
      this.updateCounts(dish, now);
    } finally {
      this.setMoving(null);
    }
  }

  private async fetch(page: number, signal: AbortSignal) {
    const { keyword: typed, category, show } = this.filter;
    const keyword = typed.trim();
    const query = {
      ...this.selected.restaurantQuery,
      page,
      pageSize,
      ...(keyword === "" ? {} : { keyword }),
      ...(category === "" ? {} : { category_id: category }),
      ...(show === "sold-out" ? { sold_out: true } : {}),
    };
    const answer = await this.api.call(staffRestaurantEndpoints.dishes, { query, signal });
    this.setCounts(answer.counts);
    return toPage(answer);
  }

  /** Updates the counts to what the server would return now. */
  private updateCounts(before: RestaurantDish, now: RestaurantDish): void {
    if (this.counts === null || before.sold_out === now.sold_out) return;
    const sold_out = this.counts.sold_out + (now.sold_out ? 1 : -1);
    this.counts = { ...this.counts, sold_out };
  }

  private setCounts(counts: DishStore["counts"]): void {
    this.counts = counts;
  }

  private setMoving(dishId: string | null): void {
    this.movingId = dishId;
  }
}

export const dishStore = defineAdminStore(
  (stores) => new DishStore(stores.api, stores.get(selectedRestaurantStore)),
);
