import type { MapScript } from "#contract/staff/restaurant-admin/schema.ts";
import type { Config } from "../../config.ts";

/** Returns the script of Amap's JavaScript API 2.0 with its key; null without a key. */
export function presentMapScript(maps: Config["maps"]): MapScript | null {
  if (maps.scriptKey === "" || maps.scriptBaseUrl === "") return null;
  const query = new URLSearchParams({ v: "2.0", key: maps.scriptKey });
  return { url: `${maps.scriptBaseUrl}/maps?${query}`, security_code: maps.scriptSecurityCode };
}
