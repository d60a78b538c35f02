import type { Position } from "#contract/distance.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { textOf } from "../../wireValues.ts";
import { shortCity } from "./City.ts";
import { jsonp } from "./jsonp.ts";

interface MapSettings {
  maps_base_url: string;
  maps_browser_key: string;
}

/** Asks the map service (Amap's shape) which city a GCJ-02 point lies in; throws when it does not say. */
export async function cityAt(position: Position, settings: MapSettings): Promise<string> {
  const query = new URLSearchParams({
    key: settings.maps_browser_key,
    location: `${position.lng.toFixed(6)},${position.lat.toFixed(6)}`,
    output: "JSON",
  });
  const base = settings.maps_base_url.replace(/\/+$/, "");
  const city = cityOfAnswer(await jsonp(`${base}/v3/geocode/regeo?${query}`, "shidanRegeo"));
  if (city === null) throw new Error("the map service knows no city there");
  return city;
}

/** The city in an answer, without 市; municipalities have an empty list as city and their name as province. */
export function cityOfAnswer(answer: unknown): string | null {
  if (!isRecord(answer) || String(answer.status) !== "1" || !isRecord(answer.regeocode)) return null;
  const parts = answer.regeocode.addressComponent;
  if (!isRecord(parts)) return null;
  const city = textOf(parts.city) || textOf(parts.province);
  return city === "" ? null : shortCity(city);
}
