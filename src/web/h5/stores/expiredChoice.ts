import { isRecord } from "#web/shared/api/readReply.ts";
import { readJson, remove, storageKeys, writeText } from "#web/shared/storage.ts";
import { textOf } from "../wireValues.ts";

/**
 * Takes the chosen address, with name and phone, off a device whose login has expired: whoever comes next may be somebody
 * else. Its number alone stays, which tells nobody anything and gets the address back for the same customer.
 */
export function hideChoice(): void {
  const id = readJson(storageKeys.selectedAddress, (raw) => (isRecord(raw) ? textOf(raw.id) : ""));
  remove(storageKeys.selectedAddress);
  if (id) writeText(storageKeys.hiddenAddress, id);
}
