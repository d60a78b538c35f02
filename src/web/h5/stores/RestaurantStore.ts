import { makeAutoObservable } from "mobx";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { readJson, storageKeys, writeJson } from "#web/shared/storage.ts";
import { texts } from "#web/shared/texts.ts";
import { normalizeStores } from "../features/restaurant/normalizeStores.ts";
import { parseStore } from "../features/restaurant/parseStore.ts";
import { parseLocation, type Store } from "../features/restaurant/Store.ts";
import { storeOf } from "../RootStore.ts";

/** Where something is to be delivered. */
export interface DeliveryPoint {
  readonly id: string;
  /** "longitude,latitude", GCJ-02. */
  readonly poi_location: string;
}

/** A restaurant and the delivery point it was found for. */
interface Remembered {
  readonly pointKey: string;
  readonly store: Store;
}

/** Which restaurant delivers to the customer, remembered with the address it was found for. */
export class RestaurantStore {
  /** Null: nobody delivers there. */
  readonly nearest = new Loadable<Store | null>();
  /** A copy of what the device keeps; not observed, because reading it may fill it. */
  private remembered: Remembered | null = null;
  private readonly api: Pick<ApiClient, "reply">;

  constructor(api: Pick<ApiClient, "reply">) {
    this.api = api;
    makeAutoObservable<this, "api" | "remembered">(
      this,
      { nearest: false, api: false, remembered: false },
      { autoBind: true },
    );
  }

  /** The restaurant that was found for this point before, before it is asked for again. */
  recall(point: DeliveryPoint): Store | null {
    this.remembered ??= readJson(storageKeys.nearestRestaurant, parseRemembered);
    return this.remembered?.pointKey === keyOf(point) ? this.remembered.store : null;
  }

  /** Asks which restaurant delivers to the point (the first answer is the nearest) and remembers it. */
  async findNearest(point: DeliveryPoint): Promise<Store | null> {
    const position = parseLocation(point.poi_location);
    if (position === null) throw new ApiError("out_of_range", texts.badReply);
    const store = await this.nearest.run(async (signal) => {
      const query = { ...position, service: "takeaway", pageSize: 1 } as const;
      const stores = normalizeStores(await this.api.reply(restaurantEndpoints.list, { query, signal }));
      if (stores === null) throw new ApiError("bad_reply", texts.badReply);
      return stores[0] ?? null;
    });
    if (store !== null) this.remember({ pointKey: keyOf(point), store });
    return store;
  }

  private remember(remembered: Remembered): void {
    this.remembered = remembered;
    writeJson(storageKeys.nearestRestaurant, remembered);
  }
}

function keyOf(point: DeliveryPoint): string {
  return `${point.id}@${point.poi_location}`;
}

function parseRemembered(raw: unknown): Remembered | null {
  if (!isRecord(raw) || typeof raw.pointKey !== "string") return null;
  const store = parseStore(raw.store);
  return store === null ? null : { pointKey: raw.pointKey, store };
}

export const restaurantStore = storeOf((root) => new RestaurantStore(root.api));
