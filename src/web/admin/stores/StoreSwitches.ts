import { makeAutoObservable } from "mobx";
import { restaurantAdminEndpoints } from "#contract/restaurant-admin/endpoints.ts";
import type { StoreDesk } from "#contract/restaurant-admin/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { adminStoreOf } from "../AdminStores.ts";
import { type ChosenStore, chosenStore } from "./ChosenStore.ts";

/** Whether the chosen store takes orders, and whether it accepts them by itself. */
export class StoreSwitches {
  readonly desk = new Loadable<StoreDesk>();
  /** A change is on its way. */
  isBusy = false;
  private readonly api: Pick<ApiClient, "call">;
  private readonly chosen: ChosenStore;

  constructor(api: Pick<ApiClient, "call">, chosen: ChosenStore) {
    this.api = api;
    this.chosen = chosen;
    makeAutoObservable<this, "api" | "chosen">(
      this,
      { desk: false, api: false, chosen: false },
      { autoBind: true },
    );
  }

  /** Asks how things are. Rethrows failures. */
  async load(): Promise<void> {
    await this.desk.run((signal) =>
      this.api.call(restaurantAdminEndpoints.store, { query: this.chosen.named, signal }),
    );
  }

  reset(): void {
    this.desk.reset();
  }

  /** Takes no orders until a time of Shanghai, "YYYY-MM-DD HH:mm"; null ends the pause. Rethrows failures. */
  async pause(until: string | null): Promise<void> {
    await this.change(() =>
      this.api.call(restaurantAdminEndpoints.pause, { body: { ...this.chosen.named, until } }),
    );
  }

  /** Rethrows failures. */
  async setAutoAccept(isOn: boolean): Promise<void> {
    const body = { ...this.chosen.named, auto_accept: isOn };
    await this.change(() => this.api.call(restaurantAdminEndpoints.autoAccept, { body }));
  }

  private async change(work: () => Promise<StoreDesk>): Promise<void> {
    this.setBusy(true);
    try {
      this.desk.set(await work());
    } finally {
      this.setBusy(false);
    }
  }

  private setBusy(isBusy: boolean): void {
    this.isBusy = isBusy;
  }
}

export const storeSwitches = adminStoreOf((stores) => new StoreSwitches(stores.api, stores.get(chosenStore)));
