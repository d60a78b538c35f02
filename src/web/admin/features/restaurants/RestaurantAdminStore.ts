import { makeAutoObservable } from "mobx";
import { restaurantAdminEndpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import type {
  ChainRestaurant,
  MapScript,
  RestaurantForm,
  RestaurantPlace,
} from "#contract/staff/restaurant-admin/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";

/** Which restaurants are shown; `state` is "closed" for those closed for good. */
export interface RestaurantFilter {
  keyword: string;
  state: string;
}

/** Filter that shows every restaurant but those closed for good. */
export const allRestaurants: RestaurantFilter = { keyword: "", state: "" };

/** Code of a new restaurant, the one whose dishes it copies, and the key of the intent. */
export interface NewRestaurant {
  code: string;
  copyFrom: string | null;
  idempotencyKey: string;
}

/** Restaurants of the chain, as the head office opens, changes and closes them. */
export class RestaurantAdminStore {
  filter = allRestaurants;
  readonly restaurants: PagedList<ChainRestaurant>;
  /** Script that draws the map; null without a key. */
  readonly mapScript = new Loadable<MapScript | null>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.restaurants = new PagedList<ChainRestaurant>({
      fetchPage: (page, signal) => this.fetch(page, signal),
      getId: ({ restaurant_id }) => restaurant_id,
    });
    makeAutoObservable<this, "api">(
      this,
      { restaurants: false, mapScript: false, api: false },
      { autoBind: true },
    );
  }

  setFilter(filter: RestaurantFilter): void {
    this.filter = filter;
  }

  /** Finds places of a city at the map service. Rethrows failures. */
  async searchPlaces(city: string, keyword: string): Promise<RestaurantPlace[]> {
    const query = { city, keyword };
    return (await this.api.call(restaurantAdminEndpoints.places, { query })).places;
  }

  /** Fetches what draws the map, unless it is known. A failure is only logged: the form works without a map. */
  loadMapScript(): void {
    if (this.mapScript.value !== undefined) return;
    const task = async (signal: AbortSignal) =>
      (await this.api.call(restaurantAdminEndpoints.map, { signal })).script;
    void logErrors("loading the map's address failed", this.mapScript.run(task));
  }

  /** Opens a restaurant. Rethrows failures. */
  async create(form: RestaurantForm, { code, copyFrom, idempotencyKey }: NewRestaurant): Promise<void> {
    await this.api.call(restaurantAdminEndpoints.create, {
      body: {
        ...form,
        restaurant_id: code,
        ...(copyFrom !== null && { copy_from: copyFrom }),
        client_key: idempotencyKey,
      },
    });
    await this.reload();
  }

  /**
   * Changes a restaurant as it was read in `base`; returns the bookings that new hours leave out. Rethrows failures,
   * "conflict" if it was changed since.
   */
  async update(base: ChainRestaurant, form: RestaurantForm): Promise<string[]> {
    const { restaurant_id, version } = base;
    const body = { ...form, restaurant_id, version };
    const { outside } = await this.api.call(restaurantAdminEndpoints.update, { body });
    await this.reload();
    return outside;
  }

  /** Closes a restaurant for good. Rethrows failures. */
  async close(restaurantId: string): Promise<void> {
    await this.api.call(restaurantAdminEndpoints.close, { body: { restaurant_id: restaurantId } });
    await this.reload();
  }

  private async reload(): Promise<void> {
    await logErrors("loading restaurants failed", this.restaurants.reload());
  }

  private async fetch(page: number, signal: AbortSignal) {
    const { keyword, state } = this.filter;
    const query = {
      page,
      pageSize: 20,
      ...(keyword.trim() !== "" && { keyword: keyword.trim() }),
      ...(state === "closed" && { closed: true }),
    };
    return toPage(await this.api.call(restaurantAdminEndpoints.list, { query, signal }));
  }
}

export const restaurantAdminStore = defineAdminStore(({ api }) => new RestaurantAdminStore(api));
