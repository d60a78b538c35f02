import { makeAutoObservable } from "mobx";
import { restaurantCityEndpoints } from "#contract/restaurant-cities/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { logError } from "#web/lib/logError.ts";
import { defineStore } from "../../app/RootStore.ts";
import { type City, type CityEntry, loadCities, shortCityName } from "./City.ts";

/** The cities to choose from, with those in which the chain has restaurants. */
export class CityListStore {
  private readonly entries = new Loadable<readonly CityEntry[]>();
  private readonly served = new Loadable<readonly string[]>();
  private readonly api: Pick<ApiClient, "call">;
  private readonly loadEntries: () => Promise<readonly CityEntry[]>;

  constructor(api: Pick<ApiClient, "call">, loadEntries = loadCities) {
    this.api = api;
    this.loadEntries = loadEntries;
    makeAutoObservable<this, "api" | "entries" | "served" | "loadEntries">(
      this,
      { api: false, entries: false, served: false, loadEntries: false },
      { autoBind: true },
    );
  }

  /** The cities, of which those with restaurants are marked as soon as the server has named them. */
  get cities(): readonly City[] {
    const codes = new Set(this.served.value);
    return (
      this.entries.value?.map((entry) => ({ ...entry, enableOnline: codes.has(entry.gbCityCode) })) ?? []
    );
  }

  /** Short name of the first city in which the chain has a restaurant; "" while it is not known. */
  get firstServedCity(): string {
    return shortCityName(this.cities.find(({ enableOnline }) => enableOnline)?.cityNameZh ?? "");
  }

  get hasFailed(): boolean {
    return this.entries.status === "failed";
  }

  /**
   * Loads the names, which come with the app, and which cities have restaurants; without an answer to that the last
   * one counts. Rethrows a failure to load the names.
   */
  async load(): Promise<void> {
    const marked = this.served
      .run(async (signal) => (await this.api.call(restaurantCityEndpoints.list, { signal })).codes)
      .catch((error: unknown) => logError("loading the cities with restaurants failed", error));
    await this.entries.run(() => this.loadEntries());
    await marked;
  }
}

export const cityListStore = defineStore((root) => new CityListStore(root.api));
