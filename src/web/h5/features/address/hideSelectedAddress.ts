import { isRecord } from "#web/lib/api/parseResponse.ts";
import { readJson, removeItem, storageKeys, writeText } from "#web/lib/storage/storage.ts";
import { toText } from "../../app/parse.ts";

/**
 * Takes the chosen address, with name and phone, off a device whose login has expired: whoever comes next may be somebody
 * else. Its number alone stays, which tells nobody anything and gets the address back for the same customer.
 */
export function hideSelectedAddress(): void {
  const id = readJson(storageKeys.selectedAddress, (raw) => (isRecord(raw) ? toText(raw.id) : ""));
  removeItem(storageKeys.selectedAddress);
  if (id) writeText(storageKeys.hiddenAddress, id);
}
