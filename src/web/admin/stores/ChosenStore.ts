import { makeAutoObservable } from "mobx";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { Restaurant } from "#contract/restaurant/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { adminStoreOf } from "../AdminStores.ts";

/** Which store the pages of a store are about: an admin chooses one, a store's own member has no choice. */
export class ChosenStore {
  private picked = { id: "", by: "" };
  private readonly api: Pick<ApiClient, "call">;
  /** Who is logged in, by id. */
  private readonly whoIsHere: () => string;

  constructor(api: Pick<ApiClient, "call">, whoIsHere: () => string) {
    this.api = api;
    this.whoIsHere = whoIsHere;
    makeAutoObservable<this, "api" | "whoIsHere">(this, { api: false, whoIsHere: false }, { autoBind: true });
  }

  /** The store an admin looks at; empty for a store's own member, and before the choice of whoever is here now. */
  get id(): string {
    return this.picked.by === this.whoIsHere() ? this.picked.id : "";
  }

  /** How calls name the store. */
  get named(): { restaurant_id?: string } {
    return this.id === "" ? {} : { restaurant_id: this.id };
  }

  pick(id: string): void {
    this.picked = { id, by: this.whoIsHere() };
  }

  /** Stores whose name or address holds a keyword; without one, the first of the chain's. */
  async find(keyword: string): Promise<readonly Restaurant[]> {
    if (keyword === "")
      return (await this.api.call(restaurantEndpoints.list, { query: { pageSize: 20 } })).data.stores;
    return (await this.api.call(restaurantEndpoints.search, { query: { keyword } })).data.stores;
  }
}

export const chosenStore = adminStoreOf(
  ({ api, staff }) => new ChosenStore(api, () => staff.me?.staff_id ?? ""),
);
