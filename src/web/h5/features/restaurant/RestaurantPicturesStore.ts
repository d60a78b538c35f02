import { makeAutoObservable } from "mobx";
import { restaurantPictureEndpoints } from "#contract/restaurant-pictures/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { defineStore } from "../../app/RootStore.ts";
import { parseRestaurantPictures, type ShownPictures } from "./parseRestaurantPictures.ts";

/** Pictures and licences of the restaurant that was opened last. */
export class RestaurantPicturesStore {
  readonly loaded = new Loadable<ShownPictures>();
  private restaurantId = "";
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { loaded: false, api: false }, { autoBind: true });
  }

  /** Loads the pictures of a restaurant; those known already are shown meanwhile. Rethrows failures. */
  async open(restaurantId: string): Promise<void> {
    if (restaurantId !== this.restaurantId) this.loaded.reset();
    this.restaurantId = restaurantId;
    await this.loaded.run(async (signal) => {
      const query = { id: restaurantId };
      const shown = parseRestaurantPictures(
        await this.api.call(restaurantPictureEndpoints.read, { query, signal }),
      );
      if (shown === null) throw new ApiError("bad_reply", commonMessages.badReply);
      return shown;
    });
  }
}

export const restaurantPicturesStore = defineStore((root) => new RestaurantPicturesStore(root.api));
