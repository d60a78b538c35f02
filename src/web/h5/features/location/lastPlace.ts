import type { Position } from "#contract/distance.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { readJson, storageKeys } from "#web/shared/storage.ts";
import { numberOf, textOf } from "../../wireValues.ts";

/** A city and, unless locating failed, the point (GCJ-02) it was found for. */
export interface Place {
  city: string;
  position: Position | null;
  /** The code of a city that was chosen by hand, whose position is its middle; absent when it was located. */
  cityCode?: string;
}

/** What a call for restaurants is told about a place; without a position the server takes its default. */
export function nearQuery(place: Place | null): { lat?: number; lng?: number; gbCityCode?: string } {
  return { ...place?.position, ...(place?.cityCode && { gbCityCode: place.cityCode }) };
}

/** Whether distances from a place are the customer's own. */
export function isOwnPlace(place: Place | null): boolean {
  return !!place?.position && !place.cityCode;
}

/** Where the customer was last found; null when nobody knows, or the city was chosen by hand. */
export function ownPosition(): Position | null {
  const place = recallPlace();
  return isOwnPlace(place) ? (place?.position ?? null) : null;
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
  if (city === "" || !isOnEarth) return null;
  const cityCode = textOf(raw.cityCode);
  return { city, position: { lat, lng }, ...(cityCode && { cityCode }) };
}
