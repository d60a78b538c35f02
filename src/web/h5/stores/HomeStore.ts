import { makeAutoObservable, observableRef, runInAction } from "mobx";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { nearQuery, type Place, recallPlace } from "../features/location/lastPlace.ts";
import { normalizeStores } from "../features/restaurant/normalizeStores.ts";
import type { Store } from "../features/restaurant/Store.ts";
import { type RootStore, storeOf } from "../RootStore.ts";

/** What the first screen shows of the world: where the customer is, and the store nearest to there. */
export class HomeStore {
  /** Null: there is no store at all. */
  readonly nearest = new Loadable<Store | null>();
  /** Null: nobody has asked yet. */
  place: Place | null = null;
  /** The place for which the nearest store was found; null is the default position. */
  foundFor: Place | null = null;
  private isPrepared = false;
  private readonly root: RootStore;

  constructor(root: RootStore) {
    this.root = root;
    makeAutoObservable<this, "root" | "isPrepared">(
      this,
      { nearest: false, place: observableRef, foundFor: observableRef, isPrepared: false, root: false },
      { autoBind: true },
    );
  }

  /** Finds what is shown to somebody whose place nobody knows. */
  async prepare(): Promise<void> {
    await this.findNearest();
    this.isPrepared = this.root.isSentFresh;
  }

  /** Takes up the place of an earlier visit, or of another page; whether the nearest store has to be found (again). */
  recall(): boolean {
    this.place = recallPlace() ?? this.place;
    const isFound = this.isPrepared && this.place === null;
    this.isPrepared = false;
    return !isFound;
  }

  /** Asks for the store nearest to the place; without one the server takes the default position. */
  findNearest(): Promise<Store | null> {
    const { place } = this;
    const query = { ...nearQuery(place), pageSize: 1 };
    return this.nearest.run(async (signal) => {
      const reply = await this.root.api.reply(restaurantEndpoints.list, { query, signal });
      const stores = normalizeStores(reply);
      if (stores === null) throw new ApiError("bad_reply", "", { status: 200 });
      runInAction(() => {
        this.foundFor = place;
      });
      return stores[0] ?? null;
    });
  }

  /** The customer is somewhere else now, or wants to be; the nearest store must be asked for again. */
  moveTo(place: Place): void {
    this.place = place;
  }
}

export const homeStore = storeOf((root) => new HomeStore(root));
