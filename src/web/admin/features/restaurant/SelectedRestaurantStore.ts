import { makeAutoObservable } from "mobx";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { Restaurant } from "#contract/restaurant/schema.ts";
import type { Staff } from "#contract/staff/auth/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { readJson, storageKeys, writeJson } from "#web/lib/storage/storage.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";

/** Restaurant that a page can be about, and how a list shows it. */
export interface RestaurantChoice {
  id: string;
  text: string;
}

/** Who selected which restaurant. */
interface Selection {
  id: string;
  by: string;
}

/**
 * Restaurant of the restaurant pages: admins select any, restaurant staff one of theirs; those with one have it
 * selected. The device keeps the selection.
 */
export class SelectedRestaurantStore {
  private selection: Selection = readSelection();
  private readonly listeners = new Set<() => void>();
  private readonly api: Pick<ApiClient, "call">;
  /** Returns the logged-in member of staff; undefined until known. */
  private readonly getMe: () => Staff | undefined;

  constructor(api: Pick<ApiClient, "call">, getMe: () => Staff | undefined) {
    this.api = api;
    this.getMe = getMe;
    makeAutoObservable<this, "listeners" | "api" | "getMe">(
      this,
      { listeners: false, onSelect: false, api: false, getMe: false },
      { autoBind: true },
    );
  }

  /** Restaurants of restaurant staff; null for others, who are not limited to some. */
  get own(): Staff["restaurants"] | null {
    const me = this.getMe();
    return me?.role === "store" ? me.restaurants : null;
  }

  /** Selected restaurant; empty before the current member has selected one of those that are theirs. */
  get id(): string {
    const { own } = this;
    if (own?.length === 1) return own[0]?.restaurant_id ?? "";
    const { id, by } = this.selection;
    if (by !== this.getMe()?.staff_id) return "";
    return own === null || own.some(({ restaurant_id }) => restaurant_id === id) ? id : "";
  }

  /** Whether another restaurant can be selected. */
  get canSwitch(): boolean {
    return this.own?.length !== 1;
  }

  /** Query parameter that selects the restaurant. */
  get restaurantQuery(): { restaurant_id?: string } {
    return this.id === "" ? {} : { restaurant_id: this.id };
  }

  /** Query parameter where only restaurant staff are limited to one restaurant. */
  get ownRestaurantQuery(): { restaurant_id?: string } {
    return this.own === null ? {} : this.restaurantQuery;
  }

  /** Selects a restaurant; an empty id selects none. */
  select(id: string): void {
    this.selection = { id, by: this.getMe()?.staff_id ?? "" };
    writeJson(storageKeys.staffRestaurant, this.selection);
    for (const listener of this.listeners) listener();
  }

  /** Calls a listener after each selection, as long as the app runs. */
  onSelect(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** Finds restaurants that the member may select, by name, and by address or code. Rethrows failures. */
  async findChoices(keyword: string): Promise<readonly RestaurantChoice[]> {
    const { own } = this;
    if (own === null)
      return (await this.search(keyword)).map(({ storecode, storename, address }) => ({
        id: storecode,
        text: `${storename} ${address}`,
      }));
    return own
      .map(({ restaurant_id, name }) => ({ id: restaurant_id, text: `${name} ${restaurant_id}` }))
      .filter(({ text }) => text.toUpperCase().includes(keyword.toUpperCase()));
  }

  /** Finds restaurants whose name or address contains a keyword; without one, the first of the chain. */
  async search(keyword: string): Promise<readonly Restaurant[]> {
    if (keyword === "")
      return (await this.api.call(restaurantEndpoints.list, { query: { pageSize: 20 } })).data.stores;
    return (await this.api.call(restaurantEndpoints.search, { query: { keyword } })).data.stores;
  }
}

function readSelection(): Selection {
  const parse = (raw: unknown): Selection | null =>
    isRecord(raw) && typeof raw.id === "string" && typeof raw.by === "string"
      ? { id: raw.id, by: raw.by }
      : null;
  return readJson(storageKeys.staffRestaurant, parse) ?? { id: "", by: "" };
}

export const selectedRestaurantStore = defineAdminStore(
  ({ api, staff }) => new SelectedRestaurantStore(api, () => staff.me),
);
