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
  /** The restaurant whose dishes they are. */
  private loadedFor: string | null = null;
  private readonly api: Pick<ApiClient, "reply">;

  constructor(api: Pick<ApiClient, "reply">) {
    this.api = api;
    makeAutoObservable<this, "api" | "loadedFor">(
      this,
      { dishes: false, api: false, loadedFor: false },
      { autoBind: true },
    );
  }

  /** Loads them once for each restaurant. */
  async load(restaurantId: string): Promise<void> {
    if (this.loadedFor === restaurantId) return;
    await this.dishes.run(async (signal) => {
      const query = { restaurant_id: restaurantId };
      return normalizeMenu(await this.api.reply(menuEndpoints.popular, { query, signal })).dishes;
    });
    this.loadedFor = restaurantId;
  }
}

export const popularStore = storeOf((root) => new PopularStore(root.api));
