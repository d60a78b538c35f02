import type { Address } from "#contract/address/schema.ts";
import { menuCategoryIds } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";
import { menuSchemas } from "#contract/menu/schema.ts";
import type { Restaurant } from "#contract/restaurant/schema.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { Serializer } from "../../platform/http/request-context.ts";
import { type CachedResponse, cachedJson } from "../../platform/response-cache/CachedResponse.ts";
import { ComposedResponse } from "../../platform/response-cache/ComposedResponse.ts";
import { StaleResponse } from "../../platform/response-cache/fresh-or-stale.ts";
import type { RestaurantResponseCache } from "../restaurant/RestaurantResponseCache.ts";
import type { RestaurantService } from "../restaurant/restaurant.service.ts";
import type { MenuService } from "./menu.service.ts";

const retryAfterS = 2;
const dataSchemas = menuSchemas.takeawayStart.data.properties;

/**
 * Finds where a takeaway goes: the customer's address of this id, else the default one, or null. Throws "not_found"
 * for another customer's address.
 */
type FindDeliveryAddress = (
  userId: string,
  addressId: string | undefined,
) => Promise<{ address: Address; point: Position } | null>;

interface Dependencies {
  findAddress: FindDeliveryAddress;
  restaurants: RestaurantService;
  answers: RestaurantResponseCache;
  menus: MenuService;
}

interface BootstrapQuery {
  address_id?: string;
  menu_version?: string;
}

interface TakeawayBootstrap {
  address: Address | null;
  store: Restaurant | null;
  menu: { version: string; items: null } | null;
}

/** Builds the start of a takeaway in one response: address, restaurant that delivers there, and its menu. */
export class TakeawayBootstrapService {
  readonly #services: Dependencies;

  constructor(services: Dependencies) {
    this.#services = services;
  }

  /** Throws "not_found" for another customer's address. */
  async getBootstrap(
    userId: string,
    { address_id, menu_version }: BootstrapQuery,
    serialiser: Serializer,
  ): Promise<TakeawayBootstrap | ComposedResponse> {
    const { findAddress, menus } = this.#services;
    const selection = await findAddress(userId, address_id);
    if (selection === null) return { address: null, store: null, menu: null };
    const { address, point } = selection;
    const store = await this.#findDeliveringRestaurant(point, serialiser);
    if (store === null) return { address, store, menu: null };
    const menuQuery = { restaurant_id: store.storecode, category_id: menuCategoryIds.takeaway };
    const menu = assertFresh(await menus.takeawayItems(menuQuery, serialiser));
    // Two restaurants may sell the same at the same prices: a cached menu of one is not valid for the other.
    const version = `${store.storecode}-${menu.version}`;
    if (version === menu_version) return { address, store, menu: { version, items: null } };
    const jsonParts = [serialiser(dataSchemas.address)(address), serialiser(dataSchemas.store)(store)];
    return new ComposedResponse(
      `{"code":200,"msg":"ok","data":{"address":${jsonParts[0]},"store":${jsonParts[1]},"menu":{"version":"${version}","items":`,
      menu,
      "}}}",
    );
  }

  async #findDeliveringRestaurant(point: Position, serialiser: Serializer): Promise<Restaurant | null> {
    const { restaurants, answers } = this.#services;
    const response = await answers.get(["deliverer", point], async () => {
      const { data, from, until } = await restaurants.list({ ...point, service: "takeaway", pageSize: 1 });
      return { response: cachedJson(serialiser(dataSchemas.store)(data.stores[0] ?? null)), from, until };
    });
    return JSON.parse(assertFresh(response).data.toString()) as Restaurant | null;
  }
}

/** Orders start here, so stale data is refused. */
function assertFresh(response: CachedResponse | StaleResponse): CachedResponse {
  if (response instanceof StaleResponse) throw new AppError("unavailable", {}, undefined, retryAfterS);
  return response;
}
