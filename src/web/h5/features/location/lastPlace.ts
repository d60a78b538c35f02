import type { Position } from "#contract/distance.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { readJson, storageKeys, writeJson } from "#web/shared/storage.ts";
import { numberOf, textOf } from "../../wireValues.ts";

/** A city and, unless locating failed, the point (GCJ-02) it was found for. */
export interface Place {
  city: string;
  position: Position | null;
}

/** Keeps a place for the next visit. */
export function rememberPlace(place: Place): void {
  writeJson(storageKeys.lastPosition, place);
}

/** The place that was found in an earlier visit. */
export function recallPlace(): Place | null {
  return readJson(storageKeys.lastPosition, parsePlace);
}

function parsePlace(raw: unknown): Place | null {
  if (!isRecord(raw) || !isRecord(raw.position)) return null;
  const city = textOf(raw.city);
  const lat = numberOf(raw.position.lat) ?? 91;
  const lng = numberOf(raw.position.lng) ?? 181;
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return city === "" || !isOnEarth ? null : { city, position: { lat, lng } };
}
