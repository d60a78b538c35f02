import { restaurantCityEndpoints } from "#contract/restaurant-cities/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { logError } from "#web/lib/logError.ts";
import { defineStore } from "../../app/RootStore.ts";
import { type City, type CityEntry, loadCities } from "./City.ts";

/** The cities to choose from, with those in which the chain has restaurants. */
export class CityListStore {
  readonly cities = new Loadable<readonly City[]>();
  private readonly api: Pick<ApiClient, "call">;
  private readonly loadEntries: () => Promise<readonly CityEntry[]>;

  constructor(api: Pick<ApiClient, "call">, loadEntries = loadCities) {
    this.api = api;
    this.loadEntries = loadEntries;
  }

  /** Loads the list. Without an answer of the server no city is marked. Rethrows a failure to load the names. */
  async load(): Promise<void> {
    await this.cities.run(async (signal) => {
      const [entries, codes] = await Promise.all([this.loadEntries(), this.findServed(signal)]);
      return entries.map((entry) => ({ ...entry, enableOnline: codes.has(entry.gbCityCode) }));
    });
  }

  private async findServed(signal: AbortSignal): Promise<Set<string>> {
    try {
      return new Set((await this.api.call(restaurantCityEndpoints.list, { signal })).codes);
    } catch (error) {
      if (isAbortError(error)) throw error;
      logError("loading the cities with restaurants failed", error);
      return new Set();
    }
  }
}

export const cityListStore = defineStore((root) => new CityListStore(root.api));
