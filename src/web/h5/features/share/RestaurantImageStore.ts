import { restaurantPictureEndpoints } from "#contract/restaurant-pictures/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { logError } from "#web/lib/logError.ts";
import { defineStore } from "../../app/RootStore.ts";
import { parseRestaurantPictures } from "../restaurant/parseRestaurantPictures.ts";
import type { SharedRestaurant } from "./findSharedRestaurant.ts";

/** First pictures of restaurants, for share cards; each is requested once a visit. */
export class RestaurantImageStore {
  private readonly images = new Map<string, string>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
  }

  /** Returns the URL of the first picture of a restaurant; "" without one or when loading fails, which is tried again. */
  async load(restaurant: SharedRestaurant | null): Promise<string> {
    if (restaurant === null || restaurant.id === "" || restaurant.hasPictures === false) return "";
    const { id } = restaurant;
    const known = this.images.get(id);
    if (known !== undefined) return known;
    try {
      const shown = parseRestaurantPictures(
        await this.api.call(restaurantPictureEndpoints.read, { query: { id } }),
      );
      const image = shown?.pictures[0]?.image ?? "";
      this.images.set(id, image);
      return image;
    } catch (error) {
      logError("the picture of a share card did not load", error);
      return "";
    }
  }
}

export const restaurantImageStore = defineStore((root) => new RestaurantImageStore(root.api));
