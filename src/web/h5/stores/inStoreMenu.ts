import { menuSet } from "#contract/constants.ts";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { storeOf } from "../RootStore.ts";
import { type MenuSource, MenuStore } from "./MenuStore.ts";

/** What a restaurant sells on the spot, now or at a booked time. */
export function inStoreSource(api: Pick<ApiClient, "reply">): MenuSource {
  return (restaurantId, time, signal) =>
    api.reply(menuEndpoints.items, {
      query: {
        restaurant_id: restaurantId,
        category_id: menuSet.inStore,
        ...(time === null ? {} : { booking_time: time }),
      },
      signal,
    });
}

export const inStoreMenu = storeOf((root) => new MenuStore(inStoreSource(root.api), "menu_in_store"));
