import { makeAutoObservable } from "mobx";
import { staffRestaurantEndpoints } from "#contract/staff/restaurant/endpoints.ts";
import type { RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import {
  type SelectedRestaurantStore,
  selectedRestaurantStore,
} from "../restaurant/SelectedRestaurantStore.ts";

const pageSize = 50;

export interface DishFilter {
  keyword: string;
  show: "all" | "sold-out";
}

export const everyDish: DishFilter = { keyword: "", show: "all" };

/** Dishes of the selected restaurant and their sold-out state. */
export class DishStore {
  filter = everyDish;
  /** Id of the dish being changed. */
  movingId: string | null = null;
  /** Numbers of dishes as counted by the server; null until loaded. */
  counts: { readonly all: number; readonly sold_out: number } | null = null;
  readonly dishes: PagedList<RestaurantDish>;
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
      { dishes: false, api: false, selected: false },
      { autoBind: true },
    );
  }

  setFilter(filter: DishFilter): void {
    this.filter = filter;
  }

  /** Switches a dish on or off in the restaurant's menu, or sets its portions. Rethrows failures. */
  async change(
    dish: RestaurantDish,
    change: { sold_out: boolean } | { stock: number | null },
  ): Promise<void> {
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
    const keyword = this.filter.keyword.trim();
    const query = {
      ...this.selected.restaurantQuery,
      page,
      pageSize,
      ...(keyword === "" ? {} : { keyword }),
      ...(this.filter.show === "sold-out" ? { sold_out: true } : {}),
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
