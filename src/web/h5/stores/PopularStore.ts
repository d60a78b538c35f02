import { makeAutoObservable } from "mobx";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import type { Dish } from "../features/menu/Dish.ts";
import { normalizeMenu } from "../features/menu/normalizeMenu.ts";
import { storeOf } from "../RootStore.ts";

/** The dishes that people order most at one restaurant. */
export class PopularStore {
  readonly dishes = new Loadable<readonly Dish[]>();
  private restaurantId: string | null = null;
  private readonly api: Pick<ApiClient, "reply">;

  constructor(api: Pick<ApiClient, "reply">) {
    this.api = api;
    makeAutoObservable<this, "api" | "restaurantId">(
      this,
      { dishes: false, api: false, restaurantId: false },
      { autoBind: true },
    );
  }

  /** Loads them once for each restaurant. */
  async load(restaurantId: string): Promise<void> {
    if (this.restaurantId === restaurantId && this.dishes.status !== "failed") return;
    this.restaurantId = restaurantId;
    await this.dishes.run(async (signal) => {
      const query = { restaurant_id: restaurantId };
      return normalizeMenu(await this.api.reply(menuEndpoints.popular, { query, signal })).dishes;
    });
  }
}

export const popularStore = storeOf((root) => new PopularStore(root.api));
