import { makeAutoObservable } from "mobx";
import type { OpeningSpans } from "#contract/restaurant/opening-hours.schema.ts";
import { staffRestaurantEndpoints } from "#contract/staff/restaurant/endpoints.ts";
import type { RestaurantSettings } from "#contract/staff/restaurant/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { type SelectedRestaurantStore, selectedRestaurantStore } from "./SelectedRestaurantStore.ts";

/** Whether the selected restaurant accepts orders and accepts them automatically, and its hours of today. */
export class RestaurantSettingsStore {
  readonly settings = new Loadable<RestaurantSettings>();
  /** Whether a change is being saved. */
  isBusy = false;
  private readonly api: Pick<ApiClient, "call">;
  private readonly selected: SelectedRestaurantStore;

  constructor(api: Pick<ApiClient, "call">, selected: SelectedRestaurantStore) {
    this.api = api;
    this.selected = selected;
    makeAutoObservable<this, "api" | "selected">(
      this,
      { settings: false, api: false, selected: false },
      { autoBind: true },
    );
  }

  /** Fetches the settings. Rethrows failures. */
  async load(): Promise<void> {
    await this.settings.run((signal) =>
      this.api.call(staffRestaurantEndpoints.store, { query: this.selected.restaurantQuery, signal }),
    );
  }

  reset(): void {
    this.settings.reset();
  }

  /**
   * Stops accepting orders until a time in Shanghai, "YYYY-MM-DD HH:mm"; null ends the pause. Rethrows
   * failures.
   */
  async pause(until: string | null): Promise<void> {
    await this.change(() =>
      this.api.call(staffRestaurantEndpoints.pause, { body: { ...this.selected.restaurantQuery, until } }),
    );
  }

  /** Switches automatic acceptance. Rethrows failures. */
  async setAutoAccept(isOn: boolean): Promise<void> {
    const body = { ...this.selected.restaurantQuery, auto_accept: isOn };
    await this.change(() => this.api.call(staffRestaurantEndpoints.autoAccept, { body }));
  }

  /** Sets the hours of today, null for those of the weekday; returns bookings outside them. Rethrows failures. */
  async setTodayHours(date: string, spans: OpeningSpans | null): Promise<string[]> {
    const body = { ...this.selected.restaurantQuery, date, spans };
    let outside: string[] = [];
    await this.change(async () => {
      const data = await this.api.call(staffRestaurantEndpoints.todayHours, { body });
      outside = data.outside;
      return data.settings;
    });
    return outside;
  }

  private async change(task: () => Promise<RestaurantSettings>): Promise<void> {
    this.setBusy(true);
    try {
      this.settings.set(await task());
    } finally {
      this.setBusy(false);
    }
  }

  private setBusy(isBusy: boolean): void {
    this.isBusy = isBusy;
  }
}

export const restaurantSettingsStore = defineAdminStore(
  (stores) => new RestaurantSettingsStore(stores.api, stores.get(selectedRestaurantStore)),
);
