import { makeAutoObservable } from "mobx";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import type { AddressRequest, Poi } from "#contract/address/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError, isAbortError } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { logError } from "#web/lib/logError.ts";
import { readJson, removeItem, storageKeys, writeJson } from "#web/lib/storage/storage.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import { fillRegionNames } from "./fillRegionNames.ts";
import { parsePois } from "./parsePois.ts";
import { parseAddress, parseAddresses, type SavedAddress } from "./SavedAddress.ts";

/** Address book of the customer, and the address selected for delivery. Failures are logged and rethrown. */
export class AddressStore implements CustomerScoped {
  readonly list = new Loadable<SavedAddress[]>();
  private readonly api: ApiClient;

  constructor(api: ApiClient) {
    this.api = api;
    makeAutoObservable<this, "api">(
      this,
      { list: false, api: false, readSelected: false },
      { autoBind: true },
    );
  }

  /** Returns the stored selection or null; read anew each time, because other tabs select too. */
  readSelected(): SavedAddress | null {
    return readJson(storageKeys.selectedAddress, parseAddress);
  }

  /** Returns the stored selection, else the default of the book (which is then stored), else null. */
  async resolveSelected(): Promise<SavedAddress | null> {
    const selected = this.readSelected();
    if (selected !== null) return selected;
    const defaultAddress = (await this.load()).find((address) => address.is_default) ?? null;
    if (defaultAddress !== null) this.storeSelected(defaultAddress);
    return defaultAddress;
  }

  load(): Promise<SavedAddress[]> {
    return this.withErrorLog("loading addresses failed", () =>
      this.list.run(async (signal) => {
        const list = parseAddresses(await this.api.fetchBody(addressEndpoints.list, { signal }));
        if (list === null) throw new ApiError("bad_reply", commonMessages.badReply, { status: 200 });
        return list;
      }),
    );
  }

  async add(form: AddressRequest): Promise<void> {
    const body = await fillRegionNames(form);
    await this.withErrorLog("adding an address failed", () =>
      this.api.fetchBody(addressEndpoints.add, { body }),
    );
    await this.reload();
  }

  async update(id: string, form: AddressRequest): Promise<void> {
    const body = { id, ...(await fillRegionNames(form)) };
    await this.withErrorLog("updating an address failed", () =>
      this.api.fetchBody(addressEndpoints.update, { body }),
    );
    await this.reload();
  }

  async remove(id: string): Promise<void> {
    await this.withErrorLog("deleting an address failed", () =>
      this.api.fetchBody(addressEndpoints.remove, { query: { id } }),
    );
    if (this.readSelected()?.id === id) removeItem(storageKeys.selectedAddress);
    await this.reload();
  }

  /** Selects an address for delivery: stores it and makes it the default. */
  async select(address: SavedAddress): Promise<void> {
    const body = { id: address.id };
    await this.withErrorLog("choosing an address failed", () =>
      this.api.fetchBody(addressEndpoints.setDefault, { body }),
    );
    this.storeSelected({ ...address, is_default: true });
    await this.reload();
  }

  /** Searches places of a city by keyword. */
  searchPlaces(city: string, keyword: string): Promise<Poi[]> {
    return this.withErrorLog("searching a place failed", async () => {
      const pois = parsePois(
        await this.api.fetchBody(addressEndpoints.searchLocation, { body: { city, keyword } }),
      );
      if (pois === null) throw new ApiError("bad_reply", commonMessages.badReply, { status: 200 });
      return pois;
    });
  }

  resetCustomerData(): void {
    this.list.reset();
  }

  private storeSelected(address: SavedAddress): void {
    writeJson(storageKeys.selectedAddress, address);
  }

  /**
   * Reloads the list after a successful change, so a failure only shows in `list`; stores an edited selection
   * anew.
   */
  private async reload(): Promise<void> {
    const list = await this.load().catch(() => undefined);
    const updated = list?.find((address) => address.id === this.readSelected()?.id);
    if (updated !== undefined) this.storeSelected(updated);
  }

  private async withErrorLog<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isAbortError(error)) logError(what, error);
      throw error;
    }
  }
}

export const addressStore = defineStore((root) => new AddressStore(root.api));
