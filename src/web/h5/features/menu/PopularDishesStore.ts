import { makeAutoObservable } from "mobx";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { defineStore } from "../../app/RootStore.ts";
import type { Dish } from "./Dish.ts";
import { parseMenu } from "./parseMenu.ts";

/** Most popular dishes of one restaurant. */
export class PopularDishesStore {
  readonly dishes = new Loadable<readonly Dish[]>();
  /** Restaurant of the loaded dishes. */
  private loadedRestaurantId: string | null = null;
  private readonly api: Pick<ApiClient, "fetchBody">;

  constructor(api: Pick<ApiClient, "fetchBody">) {
    this.api = api;
    makeAutoObservable<this, "api" | "loadedRestaurantId">(
      this,
      { dishes: false, api: false, loadedRestaurantId: false },
      { autoBind: true },
    );
  }

  /** Loads them once per restaurant. */
  async load(restaurantId: string): Promise<void> {
    if (this.loadedRestaurantId === restaurantId) return;
    await this.dishes.run(async (signal) => {
      const query = { restaurant_id: restaurantId };
      return parseMenu(await this.api.fetchBody(menuEndpoints.popular, { query, signal })).dishes;
    });
    this.loadedRestaurantId = restaurantId;
  }
}

export const popularDishesStore = defineStore((root) => new PopularDishesStore(root.api));
