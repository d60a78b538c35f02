import type { DemoRestaurant } from "./demo-chain.ts";

/** Properties shared by the restaurants of a city. */
export interface RestaurantCity {
  prefix: string;
  cityName: string;
  gbCityCode: string;
  areaCode: string;
}

/** Source data of a restaurant: number, short name, district, address, latitude, longitude, exceptions. */
export type RestaurantRow = readonly [
  number: string,
  shortName: string,
  districtName: string,
  address: string,
  lat: number,
  lng: number,
  exceptions?: Partial<DemoRestaurant>,
];

/** Opening hours that never end. */
export const aroundTheClock = { startTime: "00:00", endTime: "24:00" };

/** Opening hours from breakfast to midnight. */
export const earlyAndLate = { startTime: "06:00", endTime: "24:00" };

/**
 * Converts the rows of a city to restaurants: 07:00 to 22:00, delivering within 5 km, 20 bookings a slot,
 * unless a row overrides it.
 */
export function toRestaurants(city: RestaurantCity, rows: readonly RestaurantRow[]): DemoRestaurant[] {
  return rows.map(([number, shortName, districtName, address, lat, lng, exceptions]) => ({
    storecode: `${city.prefix}${number}`,
    name: `食单·${shortName}店`,
    address,
    cityName: city.cityName,
    districtName,
    gbCityCode: city.gbCityCode,
    lat,
    lng,
    // Chinese local numbers never begin with 0, so calling a demo restaurant reaches no real person.
    phone: `${city.areaCode}-05550${number}`,
    startTime: "07:00",
    endTime: "22:00",
    acceptsOrders: true,
    pausedMinutes: null,
    pauseReason: null,
    deliveryRadiusM: 5000,
    deliveryPolygon: null,
    delivers: true,
    slotCapacity: 20,
    ...exceptions,
  }));
}
