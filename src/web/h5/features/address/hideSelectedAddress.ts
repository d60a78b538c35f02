import { removeItem, storageKeys, writeText } from "#web/lib/storage/storage.ts";
import { readSelectedAddressId } from "./selectedAddressId.ts";

/**
 * Removes the selected address, with name and phone, from a device whose login has expired, since the next
 * user may be another person. Only its id stays, which reveals nothing and restores the address for the same
 * customer.
 */
export function hideSelectedAddress(): void {
  const id = readSelectedAddressId();
  removeItem(storageKeys.selectedAddress);
  if (id !== "") writeText(storageKeys.hiddenAddress, id);
}
