import { makeAutoObservable } from "mobx";
import { pageSizeDefault } from "#contract/constants.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { type Page, PagedList } from "#web/lib/async/PagedList.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { defineStore } from "../../app/RootStore.ts";
import { type CustomerLocation, nearbyQuery } from "../location/lastLocation.ts";
import { type FavouriteStore, favouriteStore } from "./FavouriteStore.ts";
import { nearestRestaurantStore } from "./NearestRestaurantStore.ts";
import { countRows, parseRestaurantList } from "./parseRestaurantList.ts";
import type { Restaurant } from "./Restaurant.ts";

interface Dependencies {
  api: Pick<ApiClient, "fetchBody">;
  favourites: Pick<FavouriteStore, "first">;
  /** Location of the customer, or the chosen one. */
  location(): CustomerLocation | null;
}

/** Restaurants around a location, page by page, or the search results instead. */
export class RestaurantListStore {
  readonly nearby = new PagedList<Restaurant>({
    fetchPage: (page, signal) => this.fetchPage(page, signal),
    getId,
  });
  private readonly searchResults = new PagedList<Restaurant>({
    fetchPage: (_page, signal) => this.fetchSearch(signal),
    getId,
  });
  /** Search keyword; an empty text shows the list. */
  keyword = "";
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    makeAutoObservable<this, "dependencies" | "searchResults">(
      this,
      { nearby: false, searchResults: false, dependencies: false },
      { autoBind: true },
    );
  }

  /** The active list: all restaurants, or the search results. */
  get activeList(): PagedList<Restaurant> {
    return this.keyword === "" ? this.nearby : this.searchResults;
  }

  /** Favourites first; undefined until there is a response. */
  get restaurants(): readonly Restaurant[] | undefined {
    return this.activeList.hasLoaded ? this.dependencies.favourites.first(this.activeList.items) : undefined;
  }

  /** Fetches the active list anew, from its first page. Rethrows failures. */
  async reload(): Promise<void> {
    await this.activeList.reload();
  }

  /** Replaces the list by the search results; an empty text restores the list. Rethrows failures. */
  async search(text: string): Promise<void> {
    this.setKeyword(text.trim());
    if (this.keyword !== "") await this.searchResults.reload();
  }

  /** Clears the lists of the previous location. */
  resetLists(): void {
    this.nearby.reset();
    this.searchResults.reset();
  }

  /** Resets when the customer comes to choose anew, and not back from a restaurant. */
  startOver(): void {
    this.resetLists();
    this.keyword = "";
  }

  private setKeyword(keyword: string): void {
    if (keyword !== this.keyword) this.searchResults.reset();
    this.keyword = keyword;
  }

  private async fetchPage(page: number, signal: AbortSignal): Promise<Page<Restaurant>> {
    const query = { ...nearbyQuery(this.dependencies.location()), page, pageSize: pageSizeDefault };
    const reply = await this.dependencies.api.fetchBody(restaurantEndpoints.list, { query, signal });
    return { list: parseRestaurants(reply), hasMore: countRows(reply) >= pageSizeDefault };
  }

  /** A search returns everything at once. */
  private async fetchSearch(signal: AbortSignal): Promise<Page<Restaurant>> {
    const { gbCityCode, ...position } = nearbyQuery(this.dependencies.location());
    const query = { ...position, ...(gbCityCode ? { gbCityCode } : {}), keyword: this.keyword };
    const reply = await this.dependencies.api.fetchBody(restaurantEndpoints.search, { query, signal });
    return { list: parseRestaurants(reply), hasMore: false };
  }
}

function getId({ id }: Restaurant): string {
  return id;
}

function parseRestaurants(reply: unknown): Restaurant[] {
  const restaurants = parseRestaurantList(reply);
  if (restaurants === null) throw new ApiError("bad_reply", commonMessages.badReply);
  return restaurants;
}

export const restaurantListStore = defineStore(
  (root) =>
    new RestaurantListStore({
      api: root.api,
      favourites: root.get(favouriteStore),
      location: () => root.get(nearestRestaurantStore).location,
    }),
);
