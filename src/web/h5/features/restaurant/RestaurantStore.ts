import { makeAutoObservable } from "mobx";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { readJson, storageKeys, writeJson } from "#web/lib/storage/storage.ts";
import { defineStore } from "../../app/RootStore.ts";
import { parseStoredRestaurant } from "./parseStoredRestaurant.ts";
import type { Restaurant } from "./Restaurant.ts";

/** Delivery location. */
export interface DeliveryPoint {
  readonly id: string;
  /** "longitude,latitude", GCJ-02. */
  readonly poi_location: string;
}

/** A restaurant and the delivery point it was found for. */
interface StoredNearest {
  readonly pointKey: string;
  readonly store: Restaurant;
}

/** Restaurant that delivers to the customer, stored with the address it was found for. */
export class RestaurantStore {
  /** Null: no restaurant delivers there. */
  readonly nearest = new Loadable<Restaurant | null>();
  /** In-memory copy of the stored entry; not observed, because reading it may fill it. */
  private stored: StoredNearest | null = null;

  constructor() {
    makeAutoObservable<this, "stored">(this, { nearest: false, stored: false }, { autoBind: true });
  }

  /** Returns the restaurant found earlier for this point, before it is fetched again. */
  findStored(point: DeliveryPoint): Restaurant | null {
    this.stored ??= readJson(storageKeys.nearestRestaurant, parseStoredNearest);
    return this.stored?.pointKey === toPointKey(point) ? this.stored.store : null;
  }

  /** Stores the restaurant that delivers to the point; null when there is none. */
  setNearest(point: DeliveryPoint, store: Restaurant | null): void {
    this.nearest.set(store);
    if (store !== null) this.persist({ pointKey: toPointKey(point), store });
  }

  private persist(nearest: StoredNearest): void {
    this.stored = nearest;
    writeJson(storageKeys.nearestRestaurant, nearest);
  }
}

function toPointKey(point: DeliveryPoint): string {
  return `${point.id}@${point.poi_location}`;
}

function parseStoredNearest(raw: unknown): StoredNearest | null {
  if (!isRecord(raw) || typeof raw.pointKey !== "string") return null;
  const store = parseStoredRestaurant(raw.store);
  return store === null ? null : { pointKey: raw.pointKey, store };
}

export const restaurantStore = defineStore(() => new RestaurantStore());
