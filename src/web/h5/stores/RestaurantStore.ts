import { makeAutoObservable } from "mobx";
import { isRecord } from "#web/shared/api/readReply.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { readJson, storageKeys, writeJson } from "#web/shared/storage.ts";
import { parseStore } from "../features/restaurant/parseStore.ts";
import type { Store } from "../features/restaurant/Store.ts";
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

  constructor() {
    makeAutoObservable<this, "remembered">(this, { nearest: false, remembered: false }, { autoBind: true });
  }

  /** The restaurant that was found for this point before, before it is asked for again. */
  recall(point: DeliveryPoint): Store | null {
    this.remembered ??= readJson(storageKeys.nearestRestaurant, parseRemembered);
    return this.remembered?.pointKey === keyOf(point) ? this.remembered.store : null;
  }

  /** Remembers who delivers to the point; null when nobody does. */
  find(point: DeliveryPoint, store: Store | null): void {
    this.nearest.set(store);
    if (store !== null) this.remember({ pointKey: keyOf(point), store });
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

export const restaurantStore = storeOf(() => new RestaurantStore());
