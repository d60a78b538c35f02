import { storageKeys, writeJson } from "#web/shared/storage.ts";
import type { CustomerLocation } from "./lastPlace.ts";

/** Keeps a place for the next visit. */
export function saveLastLocation(location: CustomerLocation): void {
  writeJson(storageKeys.lastPosition, location);
}
