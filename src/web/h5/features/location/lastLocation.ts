import type { Position } from "#contract/distance.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { readJson, storageKeys } from "#web/lib/storage/storage.ts";
import { toNumber, toText } from "../../app/parse.ts";

/** A city and, unless locating failed, the position (GCJ-02) it was found for. */
export interface CustomerLocation {
  city: string;
  position: Position | null;
  /** Code of a city chosen by hand, whose position is its centre; absent when it was located. */
  cityCode?: string;
}

/**
 * Returns the query parameters of a location for restaurant requests; without a position the server uses its
 * default.
 */
export function nearbyQuery(location: CustomerLocation | null): {
  lat?: number;
  lng?: number;
  gbCityCode?: string;
} {
  return { ...location?.position, ...(location?.cityCode && { gbCityCode: location.cityCode }) };
}

/** Returns whether distances from a location are the customer's own. */
export function isDeviceLocation(location: CustomerLocation | null): boolean {
  return !!location?.position && !location.cityCode;
}

/** Returns the customer's last position; null when unknown or the city was chosen by hand. */
export function findDevicePosition(): Position | null {
  const location = readLastLocation();
  return isDeviceLocation(location) ? (location?.position ?? null) : null;
}

/** Returns the location of an earlier visit. */
export function readLastLocation(): CustomerLocation | null {
  return readJson(storageKeys.lastPosition, parseLocation);
}

function parseLocation(raw: unknown): CustomerLocation | null {
  if (!isRecord(raw) || !isRecord(raw.position)) return null;
  const city = toText(raw.city);
  const lat = toNumber(raw.position.lat) ?? 91;
  const lng = toNumber(raw.position.lng) ?? 181;
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  if (city === "" || !isOnEarth) return null;
  const cityCode = toText(raw.cityCode);
  return { city, position: { lat, lng }, ...(cityCode && { cityCode }) };
}
