import { storageKeys, writeJson } from "#web/lib/storage/storage.ts";
import type { CustomerLocation } from "./lastLocation.ts";

/** Stores a location for the next visit. */
export function saveLastLocation(location: CustomerLocation): void {
  writeJson(storageKeys.lastPosition, location);
}
