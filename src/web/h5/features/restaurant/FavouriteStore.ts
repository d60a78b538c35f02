import { makeAutoObservable, observableRef } from "mobx";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { toText } from "../../app/parse.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import type { Restaurant } from "./Restaurant.ts";

/** A favourite restaurant. */
interface FavouriteRestaurant {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

/** Favourite restaurants of the customer. */
export class FavouriteStore implements CustomerScoped {
  readonly list = new Loadable<readonly FavouriteRestaurant[]>();
  /** Restaurant whose favourite flag is being changed. */
  busyId: string | null = null;
  /** Favourites at the time the list was fetched: a list sorted by them does not jump on a tap. */
  private pinnedIds: ReadonlySet<string> = new Set();
  private readonly api: Pick<ApiClient, "fetchBody">;

  constructor(api: Pick<ApiClient, "fetchBody">) {
    this.api = api;
    makeAutoObservable<this, "api" | "pinnedIds">(
      this,
      { list: false, api: false, pinnedIds: observableRef },
      { autoBind: true },
    );
  }

  has(id: string): boolean {
    return this.list.value?.some((favourite) => favourite.id === id) === true;
  }

  /** Returns favourites first, otherwise in the given order. */
  first(restaurants: readonly Restaurant[]): Restaurant[] {
    const isPinned = ({ id }: Restaurant) => this.pinnedIds.has(id);
    return [...restaurants.filter(isPinned), ...restaurants.filter((restaurant) => !isPinned(restaurant))];
  }

  /** Fetches the list. Rethrows failures. */
  async load(): Promise<void> {
    const list = await this.list.run(async (signal) => {
      const favourites = parseFavourites(
        await this.api.fetchBody(restaurantEndpoints.favourites, { signal }),
      );
      if (favourites === null) throw new ApiError("bad_reply", commonMessages.badReply);
      return favourites;
    });
    this.setPinnedIds(new Set(list.map(({ id }) => id)));
  }

  /**
   * Toggles a restaurant as favourite; returns the new flag, or null while another change is running. The
   * flag changes once the request has returned. Rethrows failures.
   */
  async toggle({ id, name, address }: Pick<Restaurant, "id" | "name" | "address">): Promise<boolean | null> {
    if (this.busyId !== null) return null;
    this.setBusy(id);
    try {
      const query = { restaurant_id: id, restaurant_name: name, restaurant_address: address };
      const isFavourite = parseIsFavourite(
        await this.api.fetchBody(restaurantEndpoints.toggleFavourite, { query }),
        !this.has(id),
      );
      const rest = (this.list.value ?? []).filter((favourite) => favourite.id !== id);
      this.list.set(isFavourite ? [{ id, name, address }, ...rest] : rest);
      return isFavourite;
    } finally {
      this.setBusy(null);
    }
  }

  resetCustomerData(): void {
    this.list.reset();
    this.setPinnedIds(new Set());
  }

  private setPinnedIds(pinnedIds: ReadonlySet<string>): void {
    this.pinnedIds = pinnedIds;
  }

  private setBusy(id: string | null): void {
    this.busyId = id;
  }
}

/** Parses the response of the favourites endpoint (a list under `data`, or bare); null when there is none. */
function parseFavourites(response: unknown): FavouriteRestaurant[] | null {
  const data = isRecord(response) ? response.data : response;
  const list = isRecord(data) ? data.list : data;
  if (!Array.isArray(list)) return null;
  return list.map(parseFavourite).filter((favourite) => favourite !== null);
}

function parseFavourite(raw: unknown): FavouriteRestaurant | null {
  if (!isRecord(raw)) return null;
  const id = toText(raw.restaurant_id);
  const name = toText(raw.restaurant_name);
  return id === "" || name === "" ? null : { id, name, address: toText(raw.restaurant_address) };
}

/** Returns the flag of the response, else the fallback: a host may answer without data. */
function parseIsFavourite(reply: unknown, fallback: boolean): boolean {
  const data = isRecord(reply) && isRecord(reply.data) ? reply.data : {};
  return typeof data.is_favorite === "boolean" ? data.is_favorite : fallback;
}

export const favouriteStore = defineStore((root) => new FavouriteStore(root.api));
