import { storageKeys, writeJson } from "#web/shared/storage.ts";
import type { Place } from "./lastPlace.ts";

/** Keeps a place for the next visit. */
export function rememberPlace(place: Place): void {
  writeJson(storageKeys.lastPosition, place);
}
