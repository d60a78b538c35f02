import type { Position } from "#contract/distance.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { requestMapsJsonp } from "#web/lib/maps/requestMapsJsonp.ts";
import { toText } from "../../app/parse.ts";
import { shortCityName } from "./City.ts";

interface MapSettings {
  maps_base_url: string;
  maps_browser_key: string;
}

/** Valid names of a city or province; the response is foreign input, and is displayed. */
const cityPattern = /^[\u4e00-\u9fff]{2,20}$/;

/**
 * Requests from the map service (Amap's response shape) the city of a GCJ-02 position; throws without a city,
 * and for an invalid position. Only the name is read from the response.
 */
export async function reverseGeocodeCity(position: Position, settings: MapSettings): Promise<string> {
  if (!(Math.abs(position.lat) <= 90 && Math.abs(position.lng) <= 180))
    throw new Error("there is no such place to ask for");
  const query = new URLSearchParams({
    key: settings.maps_browser_key,
    location: `${position.lng.toFixed(6)},${position.lat.toFixed(6)}`,
    output: "JSON",
  });
  const base = settings.maps_base_url.replace(/\/+$/, "");
  const city = parseCity(await requestMapsJsonp(`${base}/v3/geocode/regeo?${query}`));
  if (city === null) throw new Error("the map service knows no city there");
  return city;
}

/**
 * Returns the city of a response, without 市; municipalities have an empty list as city and their name as
 * province.
 */
export function parseCity(response: unknown): string | null {
  if (!isRecord(response) || String(response.status) !== "1" || !isRecord(response.regeocode)) return null;
  const component = response.regeocode.addressComponent;
  if (!isRecord(component)) return null;
  const city = toText(component.city) || toText(component.province);
  return cityPattern.test(city) ? shortCityName(city) : null;
}
