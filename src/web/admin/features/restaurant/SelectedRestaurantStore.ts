import { makeAutoObservable } from "mobx";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { Restaurant } from "#contract/restaurant/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";

/** Restaurant of the restaurant pages: an admin selects it, restaurant staff have a fixed one. */
export class SelectedRestaurantStore {
  private selection = { id: "", by: "" };
  private readonly api: Pick<ApiClient, "call">;
  /** Returns the id of the logged-in member of staff. */
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

  /**
   * Restaurant selected by an admin; empty for restaurant staff, and before the current admin has selected
   * one.
   */
  get id(): string {
    return this.selection.by === this.getStaffId() ? this.selection.id : "";
  }

  /** Query parameter that selects the restaurant. */
  get restaurantQuery(): { restaurant_id?: string } {
    return this.id === "" ? {} : { restaurant_id: this.id };
  }

  select(id: string): void {
    this.selection = { id, by: this.getStaffId() };
  }

  /** Finds restaurants whose name or address contains a keyword; without one, the first of the chain. */
  async search(keyword: string): Promise<readonly Restaurant[]> {
    if (keyword === "")
      return (await this.api.call(restaurantEndpoints.list, { query: { pageSize: 20 } })).data.stores;
    return (await this.api.call(restaurantEndpoints.search, { query: { keyword } })).data.stores;
  }
}

export const selectedRestaurantStore = defineAdminStore(
  ({ api, staff }) => new SelectedRestaurantStore(api, () => staff.me?.staff_id ?? ""),
);
