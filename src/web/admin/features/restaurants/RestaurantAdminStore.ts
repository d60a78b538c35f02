import { makeAutoObservable } from "mobx";
import { findRegion } from "#contract/region.ts";
import { restaurantCityEndpoints } from "#contract/restaurant-cities/endpoints.ts";
import type { RestaurantLicence } from "#contract/restaurant-pictures/schema.ts";
import { restaurantAdminEndpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import type {
  ChainRestaurant,
  ChainRestaurantPictures,
  MapScript,
  RestaurantForm,
  RestaurantPlace,
} from "#contract/staff/restaurant-admin/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { uploadFile } from "#web/lib/api/uploadFile.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";

/** Which restaurants are shown; `state` is "closed" for those closed for good. */
export interface RestaurantFilter {
  keyword: string;
  state: string;
  /** National code of a city; "" for all. */
  city: string;
}

/** City as a choice: its code and name. */
export type CityOption = readonly [code: string, name: string];

/** Filter that shows every restaurant but those closed for good. */
export const allRestaurants: RestaurantFilter = { keyword: "", state: "", city: "" };

/** Code of a new restaurant, the one whose dishes it copies, and the key of the intent. */
export interface NewRestaurant {
  code: string;
  copyFrom: string | null;
  idempotencyKey: string;
}

/** Picture that was just uploaded: its URL, and width and height in px of its largest size. */
export type UploadedPicture = Pick<RestaurantLicence, "image" | "width" | "height">;

/** Restaurants of the chain, as the head office opens, changes and closes them. */
export class RestaurantAdminStore {
  filter = allRestaurants;
  readonly restaurants: PagedList<ChainRestaurant>;
  /** Cities in which the chain has restaurants. */
  readonly cities = new Loadable<readonly CityOption[]>();
  /** Script that draws the map; null without a key. */
  readonly mapScript = new Loadable<MapScript | null>();
  private readonly api: Pick<ApiClient, "call" | "withToken">;

  constructor(api: Pick<ApiClient, "call" | "withToken">) {
    this.api = api;
    this.restaurants = new PagedList<ChainRestaurant>({
      fetchPage: (page, signal) => this.fetch(page, signal),
      getId: ({ restaurant_id }) => restaurant_id,
    });
    makeAutoObservable<this, "api">(
      this,
      { restaurants: false, cities: false, mapScript: false, api: false },
      { autoBind: true },
    );
  }

  setFilter(filter: RestaurantFilter): void {
    this.filter = filter;
  }

  /** The filter as the endpoint takes it, without what does not filter. */
  get query() {
    const { keyword, state, city } = this.filter;
    return {
      ...(keyword.trim() !== "" && { keyword: keyword.trim() }),
      ...(state === "closed" && { closed: true }),
      ...(city !== "" && { city_code: city }),
    };
  }

  /** Fetches the cities to filter by. A failure is only logged: the list works without them. */
  loadCities(): void {
    const task = async (signal: AbortSignal) => {
      const { codes } = await this.api.call(restaurantCityEndpoints.list, { signal });
      const { areaList } = await import("@vant/area-data");
      return codes.map((code): CityOption => [code, findRegion(areaList, code)?.city || code]);
    };
    void logErrors("loading the cities failed", this.cities.run(task));
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

  /** Uploads a picture of a restaurant or of a licence, which none shows yet. Rethrows failures. */
  async uploadPicture(file: Blob): Promise<UploadedPicture> {
    const options = { onProgress: () => undefined, signal: new AbortController().signal };
    const answer = await uploadFile(this.api, restaurantAdminEndpoints.uploadPicture, file, options);
    if (!isRecord(answer) || typeof answer.url !== "string")
      throw new ApiError("bad_reply", commonMessages.badReply);
    return { image: answer.url, width: Number(answer.width), height: Number(answer.height) };
  }

  /** Sets pictures and licences as they were read in `version`. Rethrows failures, "conflict" if they were changed since. */
  async savePictures(
    restaurantId: string,
    { version, pictures, business_licence, food_licence }: ChainRestaurantPictures,
  ): Promise<void> {
    await this.api.call(restaurantAdminEndpoints.savePictures, {
      body: {
        restaurant_id: restaurantId,
        version,
        pictures: pictures.map(({ image, caption }) => ({ image, caption })),
        business_licence: business_licence && toLicenceInput(business_licence),
        food_licence: food_licence && toLicenceInput(food_licence),
      },
    });
    await this.reload();
  }

  private async reload(): Promise<void> {
    await logErrors("loading restaurants failed", this.restaurants.reload());
  }

  private async fetch(page: number, signal: AbortSignal) {
    const query = { ...this.query, page, pageSize: 20 };
    return toPage(await this.api.call(restaurantAdminEndpoints.list, { query, signal }));
  }
}

function toLicenceInput({ image, number }: RestaurantLicence): { image: string; number: string } {
  return { image, number };
}

export const restaurantAdminStore = defineAdminStore(({ api }) => new RestaurantAdminStore(api));
