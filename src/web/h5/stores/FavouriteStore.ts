import { makeAutoObservable, observableRef } from "mobx";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { texts } from "#web/shared/texts.ts";
import { type FavouriteRestaurant, normalizeFavourites } from "../features/restaurant/normalizeFavourites.ts";
import type { Store } from "../features/restaurant/Store.ts";
import { type Personal, storeOf } from "../RootStore.ts";

/** The restaurants that a customer keeps as favourites. */
export class FavouriteStore implements Personal {
  readonly list = new Loadable<readonly FavouriteRestaurant[]>();
  /** The restaurant whose favourite is being changed. */
  busyId: string | null = null;
  /** Those that were favourites when the list was fetched: a list sorted by them does not jump under the finger. */
  private leaders: ReadonlySet<string> = new Set();
  private readonly api: Pick<ApiClient, "reply">;

  constructor(api: Pick<ApiClient, "reply">) {
    this.api = api;
    makeAutoObservable<this, "api" | "leaders">(
      this,
      { list: false, api: false, leaders: observableRef },
      { autoBind: true },
    );
  }

  has(id: string): boolean {
    return this.list.value?.some((favourite) => favourite.id === id) === true;
  }

  /** Favourites first, otherwise in the given order. */
  first(stores: readonly Store[]): Store[] {
    const isFirst = ({ id }: Store) => this.leaders.has(id);
    return [...stores.filter(isFirst), ...stores.filter((store) => !isFirst(store))];
  }

  /** Asks for the list. Rethrows failures. */
  async load(): Promise<void> {
    const list = await this.list.run(async (signal) => {
      const favourites = normalizeFavourites(
        await this.api.reply(restaurantEndpoints.favourites, { signal }),
      );
      if (favourites === null) throw new ApiError("bad_reply", texts.badReply);
      return favourites;
    });
    this.lead(new Set(list.map(({ id }) => id)));
  }

  /**
   * Keeps a restaurant, or keeps it no longer; answers which, or null when another one is under way.
   * The flag flips once the call has returned. Rethrows failures.
   */
  async toggle({ id, name, address }: Pick<Store, "id" | "name" | "address">): Promise<boolean | null> {
    if (this.busyId !== null) return null;
    this.setBusy(id);
    try {
      const query = { restaurant_id: id, restaurant_name: name, restaurant_address: address };
      const isKept = flagIn(
        await this.api.reply(restaurantEndpoints.toggleFavourite, { query }),
        !this.has(id),
      );
      const others = (this.list.value ?? []).filter((favourite) => favourite.id !== id);
      this.list.set(isKept ? [{ id, name, address }, ...others] : others);
      return isKept;
    } finally {
      this.setBusy(null);
    }
  }

  forget(): void {
    this.list.reset();
    this.lead(new Set());
  }

  private lead(leaders: ReadonlySet<string>): void {
    this.leaders = leaders;
  }

  private setBusy(id: string | null): void {
    this.busyId = id;
  }
}

/** What the answer says, else the other flag: a host may answer without data. */
function flagIn(reply: unknown, otherwise: boolean): boolean {
  const data = isRecord(reply) && isRecord(reply.data) ? reply.data : {};
  return typeof data.is_favorite === "boolean" ? data.is_favorite : otherwise;
}

export const favouriteStore = storeOf((root) => new FavouriteStore(root.api));
