import { addressEndpoints } from "#contract/address/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { readJson, storageKeys, writeJson } from "#web/shared/storage.ts";
import { texts } from "#web/shared/texts.ts";
import { normalizeAddresses, parseAddress, type SavedAddress } from "../features/address/SavedAddress.ts";
import type { AddressSource } from "./TakeawayStore.ts";

/** The address chosen on this device, or null; read anew each time, because other tabs choose too. */
export function chosenAddress(): SavedAddress | null {
  return readJson(storageKeys.selectedAddress, parseAddress);
}

/**
 * The chosen address, else the default of the address book, which then is the chosen one.
 * Apart from the AddressStore, because the menu page needs nothing else of it.
 */
export function deliveryAddress(api: Pick<ApiClient, "reply">): AddressSource {
  return {
    chosen: chosenAddress,
    choose: async (signal) => {
      const list = normalizeAddresses(await api.reply(addressEndpoints.list, { signal }));
      if (list === null) throw new ApiError("bad_reply", texts.badReply);
      const byDefault = list.find((address) => address.is_default) ?? null;
      if (byDefault !== null) writeJson(storageKeys.selectedAddress, byDefault);
      return byDefault;
    },
  };
}
