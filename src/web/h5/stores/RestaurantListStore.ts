import { makeAutoObservable } from "mobx";
import { pageSizeDefault } from "#contract/constants.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { type Page, PagedList } from "#web/shared/PagedList.ts";
import { texts } from "#web/shared/texts.ts";
import { nearQuery, type Place } from "../features/location/lastPlace.ts";
import { countRows, normalizeStores } from "../features/restaurant/normalizeStores.ts";
import type { Store } from "../features/restaurant/Store.ts";
import { storeOf } from "../RootStore.ts";
import { type FavouriteStore, favouriteStore } from "./FavouriteStore.ts";
import { homeStore } from "./HomeStore.ts";

interface Parts {
  api: Pick<ApiClient, "reply">;
  favourites: Pick<FavouriteStore, "first">;
  /** Where the customer is, or wants to be. */
  place(): Place | null;
}

/** The restaurants around a place, page by page, or what a search found instead. */
export class RestaurantListStore {
  readonly around = new PagedList<Store>({ fetchPage: (page, signal) => this.fetchPage(page, signal), idOf });
  private readonly found = new PagedList<Store>({ fetchPage: (_page, signal) => this.find(signal), idOf });
  /** What is searched for; an empty text shows the list. */
  keyword = "";
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "parts" | "found">(
      this,
      { around: false, found: false, parts: false },
      { autoBind: true },
    );
  }

  /** What is in view: the list, or what the search found. */
  get shown(): PagedList<Store> {
    return this.keyword === "" ? this.around : this.found;
  }

  /** Favourites first; undefined until there is an answer. */
  get stores(): readonly Store[] | undefined {
    return this.shown.isKnown ? this.parts.favourites.first(this.shown.items) : undefined;
  }

  /** Fetches what is in view anew, the list from its first page. Rethrows failures. */
  async reload(): Promise<void> {
    await this.shown.reload();
  }

  /** Replaces the list by what matches; an empty text brings the list back. Rethrows failures. */
  async search(text: string): Promise<void> {
    this.enter(text.trim());
    if (this.keyword !== "") await this.found.reload();
  }

  /** The place is another one: what was fetched for the one before is forgotten. */
  leavePlace(): void {
    this.around.reset();
    this.found.reset();
  }

  /** Somebody comes to choose anew, and not back from a store. */
  begin(): void {
    this.leavePlace();
    this.keyword = "";
  }

  private enter(keyword: string): void {
    if (keyword !== this.keyword) this.found.reset();
    this.keyword = keyword;
  }

  private async fetchPage(page: number, signal: AbortSignal): Promise<Page<Store>> {
    const query = { ...nearQuery(this.parts.place()), page, pageSize: pageSizeDefault };
    const reply = await this.parts.api.reply(restaurantEndpoints.list, { query, signal });
    return { list: storesIn(reply), hasMore: countRows(reply) >= pageSizeDefault };
  }

  /** A search brings everything at once. */
  private async find(signal: AbortSignal): Promise<Page<Store>> {
    const { gbCityCode, ...position } = nearQuery(this.parts.place());
    const query = { ...position, ...(gbCityCode ? { gbCityCode } : {}), keyword: this.keyword };
    const reply = await this.parts.api.reply(restaurantEndpoints.search, { query, signal });
    return { list: storesIn(reply), hasMore: false };
  }
}

function idOf({ id }: Store): string {
  return id;
}

function storesIn(reply: unknown): Store[] {
  const stores = normalizeStores(reply);
  if (stores === null) throw new ApiError("bad_reply", texts.badReply);
  return stores;
}

export const restaurantListStore = storeOf(
  (root) =>
    new RestaurantListStore({
      api: root.api,
      favourites: root.get(favouriteStore),
      place: () => root.get(homeStore).place,
    }),
);
