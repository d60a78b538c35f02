import { makeAutoObservable, observableRef, runInAction } from "mobx";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { defineStore, type RootStore } from "../../app/RootStore.ts";
import { type CustomerLocation, nearbyQuery, readLastLocation } from "../location/lastLocation.ts";
import { parseRestaurantList } from "../restaurant/parseRestaurantList.ts";
import type { Restaurant } from "../restaurant/Restaurant.ts";

/** What the first screen shows of the world: where the customer is, and the store nearest to there. */
export class HomeStore {
  /** Null: there is no store at all. */
  readonly nearest = new Loadable<Restaurant | null>();
  /** Null: nobody has asked yet. */
  location: CustomerLocation | null = null;
  /** The place for which the nearest store was found; null is the default position. */
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

  /** Finds what is shown to somebody whose place nobody knows. */
  async prefetch(): Promise<void> {
    await this.fetchNearest();
    this.isPrefetched = this.root.hasFreshPayload;
  }

  /** Takes up the place of an earlier visit, or of another page; whether the nearest store has to be found (again). */
  restoreLocation(): boolean {
    this.location = readLastLocation() ?? this.location;
    const isFound = this.isPrefetched && this.location === null;
    this.isPrefetched = false;
    return !isFound;
  }

  /** Asks for the store nearest to the place; without one the server takes the default position. */
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

  /** The customer is somewhere else now, or wants to be; the nearest store must be asked for again. */
  setLocation(location: CustomerLocation): void {
    this.location = location;
  }
}

export const homeStore = defineStore((root) => new HomeStore(root));
