import { addressEndpoints } from "#contract/address/endpoints.ts";
import { menuCategoryIds } from "#contract/constants.ts";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import type { Loadable } from "#web/lib/async/Loadable.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { parseAddresses, type SavedAddress } from "../address/SavedAddress.ts";
import { writeSelectedAddress } from "../address/selectedAddress.ts";
import type { FetchMenu, MenuStore } from "../menu/MenuStore.ts";
import { parseRestaurantList } from "../restaurant/parseRestaurantList.ts";
import { parseLocation, type Restaurant } from "../restaurant/Restaurant.ts";
import type { RestaurantStore } from "../restaurant/RestaurantStore.ts";
import type { DeliveryAddress } from "./TakeawayStore.ts";

type Api = Pick<ApiClient, "fetchBody">;

/** Receives the results of the steps; `serve` opens the cart of the restaurant whose menu has loaded. */
export interface FallbackContext {
  selected: DeliveryAddress | null;
  address: Loadable<DeliveryAddress | null>;
  restaurants: RestaurantStore;
  menu: MenuStore;
  isCurrent: () => boolean;
  openCart: (nearestRestaurant: Restaurant) => void;
}

/**
 * Loads address, nearest restaurant and menu by one request each, for hosts without the bootstrap endpoint.
 * Failures are stored in the individual stores and rethrown.
 */
export async function loadStepByStep(api: Api, context: FallbackContext): Promise<void> {
  const { selected, address, restaurants, menu, isCurrent } = context;
  menu.fetchMenu ??= createTakeawayMenuFetcher(api);
  const point = selected ?? (await address.run((signal) => fetchDefaultAddress(api, signal)));
  if (!isCurrent() || point === null || parseLocation(point.poi_location) === null) return;
  const cached = restaurants.findStored(point);
  const earlyLoad = cached === null ? null : loadMenu(context, cached);
  // Both requests run in parallel; a failure of the early one is reported where it is awaited below.
  earlyLoad?.catch(() => undefined);
  const nearestRestaurant = await restaurants.nearest.run((signal) => fetchNearest(api, point, signal));
  if (nearestRestaurant !== null) restaurants.setNearest(point, nearestRestaurant);
  if (!isCurrent() || nearestRestaurant === null) return;
  if (earlyLoad !== null && cached?.id === nearestRestaurant.id) await earlyLoad;
  else await loadMenu(context, nearestRestaurant);
}

/** Creates the fetcher of a restaurant's current takeaway menu. */
export function createTakeawayMenuFetcher(api: Api): FetchMenu {
  return (restaurantId, _time, signal) =>
    api.fetchBody(menuEndpoints.takeawayItems, {
      query: { restaurant_id: restaurantId, category_id: menuCategoryIds.takeaway },
      signal,
    });
}

async function loadMenu(
  { menu, isCurrent, openCart }: FallbackContext,
  nearestRestaurant: Restaurant,
): Promise<void> {
  await menu.load(nearestRestaurant.id);
  if (isCurrent() && menu.restaurantId === nearestRestaurant.id) openCart(nearestRestaurant);
}

/** Returns the default of the address book, which becomes the selected one. */
async function fetchDefaultAddress(api: Api, signal: AbortSignal): Promise<SavedAddress | null> {
  const list = parseAddresses(await api.fetchBody(addressEndpoints.list, { signal }));
  if (list === null) throw new ApiError("bad_reply", commonMessages.badReply);
  const selected = list.find((address) => address.is_default) ?? null;
  if (selected !== null) writeSelectedAddress(selected);
  return selected;
}

/** The first restaurant that delivers to the point is the nearest one. */
async function fetchNearest(
  api: Api,
  point: DeliveryAddress,
  signal: AbortSignal,
): Promise<Restaurant | null> {
  const query = { ...parseLocation(point.poi_location), service: "takeaway", pageSize: 1 } as const;
  const restaurants = parseRestaurantList(await api.fetchBody(restaurantEndpoints.list, { query, signal }));
  if (restaurants === null) throw new ApiError("bad_reply", commonMessages.badReply);
  return restaurants[0] ?? null;
}
