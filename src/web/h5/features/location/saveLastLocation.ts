import { storageKeys, writeJson } from "#web/lib/storage/storage.ts";
import type { CustomerLocation } from "./lastLocation.ts";

/** Keeps a place for the next visit. */
export function saveLastLocation(location: CustomerLocation): void {
  writeJson(storageKeys.lastPosition, location);
}
