import { readJson, storageKeys, writeJson } from "#web/lib/storage/storage.ts";
import { parseAddress, type SavedAddress } from "./SavedAddress.ts";

// Separate from AddressStore, because the menu page needs nothing else of it.

/**
 * Returns the address selected on this device, or null; read anew each time, because other tabs select too.
 */
export function readSelectedAddress(): SavedAddress | null {
  return readJson(storageKeys.selectedAddress, parseAddress);
}

/** Stores an address as the selected one. */
export function writeSelectedAddress(address: SavedAddress): void {
  writeJson(storageKeys.selectedAddress, address);
}
