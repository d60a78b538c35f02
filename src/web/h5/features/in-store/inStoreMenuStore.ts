import { menuCategoryIds } from "#contract/constants.ts";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { defineStore } from "../../app/RootStore.ts";
import { type FetchMenu, MenuStore } from "../menu/MenuStore.ts";

/** Creates the fetcher of a restaurant's in-store menu, now or at a booked time. */
export function createInStoreMenuFetcher(api: Pick<ApiClient, "fetchBody">): FetchMenu {
  return (restaurantId, time, signal) =>
    api.fetchBody(menuEndpoints.items, {
      query: {
        restaurant_id: restaurantId,
        category_id: menuCategoryIds.inStore,
        ...(time === null ? {} : { booking_time: time }),
      },
      signal,
    });
}

export const inStoreMenuStore = defineStore(
  (root) => new MenuStore(createInStoreMenuFetcher(root.api), "menu_in_store"),
);
