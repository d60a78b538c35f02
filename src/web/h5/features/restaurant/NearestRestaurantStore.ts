import { makeAutoObservable, observableRef, runInAction } from "mobx";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { defineStore, type RootStore } from "../../app/RootStore.ts";
import { type CustomerLocation, nearbyQuery, readLastLocation } from "../location/lastLocation.ts";
import { parseRestaurantList } from "./parseRestaurantList.ts";
import type { Restaurant } from "./Restaurant.ts";

/** Location of the customer and the restaurant nearest to it. */
export class NearestRestaurantStore {
  /** Null: there is no restaurant at all. */
  readonly nearest = new Loadable<Restaurant | null>();
  /** Null: not requested yet. */
  location: CustomerLocation | null = null;
  /** Location for which the nearest restaurant was found; null is the default position. */
  nearestForLocation: CustomerLocation | null = null;
  private isPrefetched = false;
  private readonly root: RootStore;

  constructor(root: RootStore) {
    this.root = root;
    makeAutoObservable<this, "root" | "isPrefetched">(
      this,
      {
        nearest: false,
        location: observableRef,
        nearestForLocation: observableRef,
        isPrefetched: false,
        root: false,
      },
      { autoBind: true },
    );
  }

  /** Fetches the nearest restaurant for a customer without a known location. */
  async prefetch(): Promise<void> {
    await this.fetchNearest();
    this.isPrefetched = this.root.hasFreshPayload;
  }

  /**
   * Restores the location of an earlier visit or of another page; returns whether the nearest restaurant must
   * be fetched (again).
   */
  restoreLocation(): boolean {
    this.location = readLastLocation() ?? this.location;
    const isFound = this.isPrefetched && this.location === null;
    this.isPrefetched = false;
    return !isFound;
  }

  /** Fetches the restaurant nearest to the location; without one the server uses the default position. */
  fetchNearest(): Promise<Restaurant | null> {
    const { location } = this;
    const query = { ...nearbyQuery(location), pageSize: 1 };
    return this.nearest.run(async (signal) => {
      const reply = await this.root.api.fetchBody(restaurantEndpoints.list, { query, signal });
      const restaurants = parseRestaurantList(reply);
      if (restaurants === null) throw new ApiError("bad_reply", "", { status: 200 });
      runInAction(() => {
        this.nearestForLocation = location;
      });
      return restaurants[0] ?? null;
    });
  }

  /** Sets a located or chosen location; the nearest restaurant must be fetched again. */
  setLocation(location: CustomerLocation): void {
    this.location = location;
  }
}

export const nearestRestaurantStore = defineStore((root) => new NearestRestaurantStore(root));
