import { makeAutoObservable } from "mobx";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import type { AddressForm, Poi } from "#contract/address/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError, isAborted } from "#web/shared/api/ApiError.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { logFailure } from "#web/shared/log.ts";
import { readJson, remove, storageKeys, writeJson } from "#web/shared/storage.ts";
import { texts } from "#web/shared/texts.ts";
import { normalizePois } from "../features/address/normalizePois.ts";
import { normalizeAddresses, parseAddress, type SavedAddress } from "../features/address/SavedAddress.ts";
import { withNames } from "../features/address/withNames.ts";
import { type Personal, storeOf } from "../RootStore.ts";

/** The customer's address book, and the address chosen for delivery. Failures are logged and thrown again. */
export class AddressStore implements Personal {
  readonly list = new Loadable<SavedAddress[]>();
  private readonly api: ApiClient;

  constructor(api: ApiClient) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { list: false, api: false, chosen: false }, { autoBind: true });
  }

  /** The remembered choice, or null; read anew each time, because other tabs choose too. */
  chosen(): SavedAddress | null {
    return readJson(storageKeys.selectedAddress, parseAddress);
  }

  /** The remembered choice, else the default of the book (which is then remembered), else null. */
  async choose(): Promise<SavedAddress | null> {
    const known = this.chosen();
    if (known !== null) return known;
    const byDefault = (await this.load()).find((address) => address.is_default) ?? null;
    if (byDefault !== null) this.remember(byDefault);
    return byDefault;
  }

  load(): Promise<SavedAddress[]> {
    return this.logged("loading addresses failed", () =>
      this.list.run(async (signal) => {
        const list = normalizeAddresses(await this.api.reply(addressEndpoints.list, { signal }));
        if (list === null) throw new ApiError("bad_reply", texts.badReply, { status: 200 });
        return list;
      }),
    );
  }

  async add(form: AddressForm): Promise<void> {
    const body = await withNames(form);
    await this.logged("adding an address failed", () => this.api.reply(addressEndpoints.add, { body }));
    await this.reload();
  }

  async update(id: string, form: AddressForm): Promise<void> {
    const body = { id, ...(await withNames(form)) };
    await this.logged("updating an address failed", () => this.api.reply(addressEndpoints.update, { body }));
    await this.reload();
  }

  async remove(id: string): Promise<void> {
    await this.logged("deleting an address failed", () =>
      this.api.reply(addressEndpoints.remove, { query: { id } }),
    );
    if (this.chosen()?.id === id) remove(storageKeys.selectedAddress);
    await this.reload();
  }

  /** Takes an address for delivery: remembered, and from now on the default. */
  async select(address: SavedAddress): Promise<void> {
    const body = { id: address.id };
    await this.logged("choosing an address failed", () =>
      this.api.reply(addressEndpoints.setDefault, { body }),
    );
    this.remember({ ...address, is_default: true });
    await this.reload();
  }

  /** Places of a city by keyword. */
  search(city: string, keyword: string): Promise<Poi[]> {
    return this.logged("searching a place failed", async () => {
      const pois = normalizePois(
        await this.api.reply(addressEndpoints.searchLocation, { body: { city, keyword } }),
      );
      if (pois === null) throw new ApiError("bad_reply", texts.badReply, { status: 200 });
      return pois;
    });
  }

  forget(): void {
    this.list.reset();
  }

  private remember(address: SavedAddress): void {
    writeJson(storageKeys.selectedAddress, address);
  }

  /** The change itself is done, so a failure here is only kept in `list`; an edited choice is remembered anew. */
  private async reload(): Promise<void> {
    const list = await this.load().catch(() => undefined);
    const fresh = list?.find((address) => address.id === this.chosen()?.id);
    if (fresh !== undefined) this.remember(fresh);
  }

  private async logged<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isAborted(error)) logFailure(what, error);
      throw error;
    }
  }
}

export const addressStore = storeOf((root) => new AddressStore(root.api));
