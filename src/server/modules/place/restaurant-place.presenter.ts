import type { Poi } from "#contract/address/schema.ts";
import type { RestaurantPlace } from "#contract/staff/restaurant-admin/schema.ts";

/**
 * Converts a place of the map service to what a restaurant there is given. The code of a city is that of its district
 * with zeros at the end (GB/T 2260): 310104 lies in 310100.
 */
export function presentRestaurantPlace(poi: Poi): RestaurantPlace {
  const [lng = Number.NaN, lat = Number.NaN] = poi.location.split(",").map(Number);
  const area = poi.cityname + poi.adname;
  return {
    name: poi.name,
    address: poi.address.startsWith(area) ? poi.address : `${area}${poi.address}`,
    city: poi.cityname,
    city_code: /^\d{6}$/.test(poi.adcode) ? `${poi.adcode.slice(0, 4)}00` : "",
    district: poi.adname,
    lng,
    lat,
  };
}
