import { addressEndpoints } from "#contract/address/endpoints.ts";
import { menuSet } from "#contract/constants.ts";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import type { Loadable } from "#web/shared/Loadable.ts";
import { texts } from "#web/shared/texts.ts";
import { normalizeAddresses, type SavedAddress } from "../features/address/SavedAddress.ts";
import { normalizeStores } from "../features/restaurant/normalizeStores.ts";
import { parseLocation, type Store } from "../features/restaurant/Store.ts";
import { rememberAddress } from "./deliveryAddress.ts";
import type { MenuSource, MenuStore } from "./MenuStore.ts";
import type { RestaurantStore } from "./RestaurantStore.ts";
import type { DeliveryAddress } from "./TakeawayStore.ts";

type Api = Pick<ApiClient, "reply">;

/** What the steps find is put here; `serve` opens the cart of the store whose menu has come. */
export interface StepHost {
  known: DeliveryAddress | null;
  address: Loadable<DeliveryAddress | null>;
  restaurant: RestaurantStore;
  menu: MenuStore;
  isCurrent: () => boolean;
  serve: (store: Store) => void;
}

/**
 * Address, nearest store and menu by one call each, for hosts that know no other way (specification section 4).
 * Failures are kept in the parts and thrown again.
 */
export async function loadInSteps(api: Api, host: StepHost): Promise<void> {
  const { known, address, restaurant, menu, isCurrent } = host;
  menu.source ??= takeawayMenu(api);
  const point = known ?? (await address.run((signal) => defaultAddress(api, signal)));
  if (!isCurrent() || point === null || parseLocation(point.poi_location) === null) return;
  const recalled = restaurant.recall(point);
  const early = recalled === null ? null : loadMenu(host, recalled);
  // Both requests run side by side; a failure of the early one is reported where it is awaited below.
  early?.catch(() => undefined);
  const store = await restaurant.nearest.run((signal) => findNearest(api, point, signal));
  if (store !== null) restaurant.find(point, store);
  if (!isCurrent() || store === null) return;
  if (early !== null && recalled?.id === store.id) await early;
  else await loadMenu(host, store);
}

/** What can be brought from a restaurant now. */
export function takeawayMenu(api: Api): MenuSource {
  return (restaurantId, _time, signal) =>
    api.reply(menuEndpoints.takeawayItems, {
      query: { restaurant_id: restaurantId, category_id: menuSet.takeaway },
      signal,
    });
}

async function loadMenu({ menu, isCurrent, serve }: StepHost, store: Store): Promise<void> {
  await menu.load(store.id);
  if (isCurrent() && menu.restaurantId === store.id) serve(store);
}

/** The default of the address book, which then is the chosen one. */
async function defaultAddress(api: Api, signal: AbortSignal): Promise<SavedAddress | null> {
  const list = normalizeAddresses(await api.reply(addressEndpoints.list, { signal }));
  if (list === null) throw new ApiError("bad_reply", texts.badReply);
  const byDefault = list.find((address) => address.is_default) ?? null;
  if (byDefault !== null) rememberAddress(byDefault);
  return byDefault;
}

/** The first store that delivers to the point is the nearest one. */
async function findNearest(api: Api, point: DeliveryAddress, signal: AbortSignal): Promise<Store | null> {
  const query = { ...parseLocation(point.poi_location), service: "takeaway", pageSize: 1 } as const;
  const stores = normalizeStores(await api.reply(restaurantEndpoints.list, { query, signal }));
  if (stores === null) throw new ApiError("bad_reply", texts.badReply);
  return stores[0] ?? null;
}
