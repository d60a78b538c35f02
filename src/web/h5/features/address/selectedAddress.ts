import { isRecord } from "#web/lib/api/parseResponse.ts";
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

/**
 * Navigation state from a menu to the address book: selecting an address goes back to the menu as it was
 * (open dish included).
 */
export const openedFromMenu = { state: { isMenuBelow: true } } as const;

/** Returns whether the history entry below the address book is the menu it was opened from. */
export function isOpenedFromMenu(state: unknown): boolean {
  return isRecord(state) && state.isMenuBelow === true;
}
