import { readJson, storageKeys, writeJson } from "#web/lib/storage/storage.ts";
import { parseAddress, type SavedAddress } from "./SavedAddress.ts";

// Apart from the AddressStore, because the menu page needs nothing else of it.

/** The address chosen on this device, or null; read anew each time, because other tabs choose too. */
export function readSelectedAddress(): SavedAddress | null {
  return readJson(storageKeys.selectedAddress, parseAddress);
}

/** Takes an address as the chosen one. */
export function writeSelectedAddress(address: SavedAddress): void {
  writeJson(storageKeys.selectedAddress, address);
}
