import { makeAutoObservable } from "mobx";
import { pageSizeDefault } from "#contract/constants.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { texts } from "#web/shared/texts.ts";
import { nearQuery, type Place } from "../features/location/lastPlace.ts";
import { countRows, normalizeStores } from "../features/restaurant/normalizeStores.ts";
import type { Store } from "../features/restaurant/Store.ts";
import { storeOf } from "../RootStore.ts";
import { type FavouriteStore, favouriteStore } from "./FavouriteStore.ts";
import { homeStore } from "./HomeStore.ts";

interface StorePage {
  readonly stores: readonly Store[];
  readonly page: number;
  readonly isFinished: boolean;
}

interface Parts {
  api: Pick<ApiClient, "reply">;
  favourites: Pick<FavouriteStore, "first">;
  /** Where the customer is, or wants to be. */
  place(): Place | null;
}

/** The restaurants around a place, page by page, or what a search found instead. */
export class RestaurantListStore {
  /** Everything fetched so far, joined. */
  readonly pages = new Loadable<StorePage>();
  private readonly found = new Loadable<StorePage>();
  /** What is searched for; an empty text shows the list. */
  keyword = "";
  /** How far the list was scrolled when it was left. */
  scrollTop = 0;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "parts" | "found">(
      this,
      { pages: false, found: false, scrollTop: false, parts: false },
      { autoBind: true },
    );
  }

  /** What is in view: the list, or what the search found. */
  get shown(): Loadable<StorePage> {
    return this.keyword === "" ? this.pages : this.found;
  }

  /** Favourites first; undefined until there is an answer. */
  get stores(): readonly Store[] | undefined {
    const { value } = this.shown;
    return value === undefined ? undefined : this.parts.favourites.first(value.stores);
  }

  /** Nothing more will come. */
  get isFinished(): boolean {
    return this.shown.value?.isFinished === true;
  }

  /** Fetches what is in view anew, the list from its first page. Rethrows failures. */
  async reload(): Promise<void> {
    if (this.keyword !== "") return this.search(this.keyword);
    await this.pages.run((signal) => this.fetchPage(1, signal));
  }

  /** Fetches the next page, when there is one and nothing is under way. Rethrows failures. */
  async loadMore(): Promise<void> {
    const known = this.pages.value;
    if (this.keyword !== "" || known === undefined || known.isFinished || this.pages.isLoading) return;
    await this.pages.run(async (signal) => joined(known, await this.fetchPage(known.page + 1, signal)));
  }

  /** Replaces the list by what matches; an empty text brings the list back. Rethrows failures. */
  async search(text: string): Promise<void> {
    this.enter(text.trim());
    if (this.keyword === "") return;
    const { gbCityCode, ...position } = nearQuery(this.parts.place());
    const query = { ...position, ...(gbCityCode ? { gbCityCode } : {}), keyword: this.keyword };
    await this.found.run(async (signal) => {
      const reply = await this.parts.api.reply(restaurantEndpoints.search, { query, signal });
      return { stores: storesIn(reply), page: 1, isFinished: true };
    });
  }

  /** The place is another one: what was fetched for the one before is forgotten. */
  leavePlace(): void {
    this.scrollTop = 0;
    this.pages.reset();
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

  private async fetchPage(page: number, signal: AbortSignal): Promise<StorePage> {
    const query = { ...nearQuery(this.parts.place()), page, pageSize: pageSizeDefault };
    const reply = await this.parts.api.reply(restaurantEndpoints.list, { query, signal });
    return { stores: storesIn(reply), page, isFinished: countRows(reply) < pageSizeDefault };
  }
}

function storesIn(reply: unknown): Store[] {
  const stores = normalizeStores(reply);
  if (stores === null) throw new ApiError("bad_reply", texts.badReply);
  return stores;
}

/** Stores can move to a later page while one reads; none is shown twice. */
function joined(known: StorePage, next: StorePage): StorePage {
  const ids = new Set(known.stores.map(({ id }) => id));
  return { ...next, stores: [...known.stores, ...next.stores.filter(({ id }) => !ids.has(id))] };
}

export const restaurantListStore = storeOf(
  (root) =>
    new RestaurantListStore({
      api: root.api,
      favourites: root.get(favouriteStore),
      place: () => root.get(homeStore).place,
    }),
);
