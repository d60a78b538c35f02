import { makeAutoObservable } from "mobx";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { Restaurant } from "#contract/restaurant/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";

/** Which store the pages of a store are about: an admin chooses one, a store's own member has no choice. */
export class SelectedRestaurantStore {
  private selection = { id: "", by: "" };
  private readonly api: Pick<ApiClient, "call">;
  /** Who is logged in, by id. */
  private readonly getStaffId: () => string;

  constructor(api: Pick<ApiClient, "call">, getStaffId: () => string) {
    this.api = api;
    this.getStaffId = getStaffId;
    makeAutoObservable<this, "api" | "getStaffId">(
      this,
      { api: false, getStaffId: false },
      { autoBind: true },
    );
  }

  /** The store an admin looks at; empty for a store's own member, and before the choice of whoever is here now. */
  get id(): string {
    return this.selection.by === this.getStaffId() ? this.selection.id : "";
  }

  /** How calls name the store. */
  get restaurantQuery(): { restaurant_id?: string } {
    return this.id === "" ? {} : { restaurant_id: this.id };
  }

  select(id: string): void {
    this.selection = { id, by: this.getStaffId() };
  }

  /** Stores whose name or address holds a keyword; without one, the first of the chain's. */
  async search(keyword: string): Promise<readonly Restaurant[]> {
    if (keyword === "")
      return (await this.api.call(restaurantEndpoints.list, { query: { pageSize: 20 } })).data.stores;
    return (await this.api.call(restaurantEndpoints.search, { query: { keyword } })).data.stores;
  }
}

export const selectedRestaurantStore = defineAdminStore(
  ({ api, staff }) => new SelectedRestaurantStore(api, () => staff.me?.staff_id ?? ""),
);
