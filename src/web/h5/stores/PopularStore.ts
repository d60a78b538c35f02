import { makeAutoObservable } from "mobx";
import { menuSet } from "#contract/constants.ts";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { type Dish, isAvailable } from "../features/menu/Dish.ts";
import { normalizeMenu } from "../features/menu/normalizeMenu.ts";
import { storeOf } from "../RootStore.ts";

const shownMax = 8;

/** The dishes that people order most at one restaurant. */
export class PopularStore {
  readonly dishes = new Loadable<Dish[]>();
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
      const query = { restaurant_id: restaurantId, category_id: menuSet.takeaway };
      return mostSold(
        normalizeMenu(await this.api.reply(menuEndpoints.takeawayItems, { query, signal })).dishes,
      );
    });
  }
}

/** The best sellers that can be had now, one variant of each. */
export function mostSold(dishes: readonly Dish[]): Dish[] {
  const seen = new Set<string>();
  const sorted = dishes.filter(isAvailable).sort((a, b) => b.sales - a.sales);
  const distinct = sorted.filter(({ id, spuId }) => {
    const key = spuId ?? id;
    return !seen.has(key) && seen.add(key);
  });
  return distinct.slice(0, shownMax);
}

export const popularStore = storeOf((root) => new PopularStore(root.api));
