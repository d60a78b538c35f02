import type { Poi } from "#contract/address/schema.ts";
import type { RestaurantPlace } from "#contract/staff/restaurant-admin/schema.ts";

/** Converts a place of the map service to what a restaurant there is given. */
export function presentRestaurantPlace(poi: Poi): RestaurantPlace {
  const [lng = Number.NaN, lat = Number.NaN] = poi.location.split(",").map(Number);
  const area = poi.cityname + poi.adname;
  return {
    name: poi.name,
    address: poi.address.startsWith(area) ? poi.address : `${area}${poi.address}`,
    city: poi.cityname,
    city_code: toCityCode(poi.adcode),
    district: poi.adname,
    lng,
    lat,
  };
}

/**
 * Returns the code of a district's city, which has zeros at the end (GB/T 2260): 310104 lies in 310100. The counties of
 * Chongqing (5002) belong to the city like its districts. Empty when unknown.
 */
function toCityCode(districtCode: string): string {
  if (!/^\d{6}$/.test(districtCode)) return "";
  return districtCode.startsWith("5002") ? "500100" : `${districtCode.slice(0, 4)}00`;
}
