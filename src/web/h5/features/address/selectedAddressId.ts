import { isRecord } from "#web/lib/api/parseResponse.ts";
import { readJson, storageKeys } from "#web/lib/storage/storage.ts";
import { toText } from "../../app/parse.ts";

/** Returns the id of the address selected on this device; empty without one. */
export function readSelectedAddressId(): string {
  return readJson(storageKeys.selectedAddress, (raw) => (isRecord(raw) ? toText(raw.id) : "")) ?? "";
}
