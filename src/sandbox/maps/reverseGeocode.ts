import { PLACES } from "./cities.ts";
import type { Place } from "./place.ts";

const REACH_M = 80_000;
const BESIDE_M = 300;
const METRES_PER_DEGREE = 111_195;

/** Metres between a point and a place, flat enough for one city. */
function metresTo(longitude: number, latitude: number, place: Place): number {
  const east = (place.longitude - longitude) * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(east, place.latitude - latitude) * METRES_PER_DEGREE;
}

const NOWHERE = {
  formatted_address: [],
  addressComponent: {
    country: [],
    province: [],
    city: [],
    citycode: [],
    district: [],
    adcode: [],
    township: [],
  },
};

function nearestPlace(longitude: number, latitude: number) {
  return PLACES.map((place) => ({ place, metres: metresTo(longitude, latitude, place) })).reduce(
    (best, one) => (one.metres < best.metres ? one : best),
  );
}

/** Amap's `regeocode` for a point: by the nearest known place, all empty arrays far from every known city. */
export function reverseGeocode(longitude: number, latitude: number): object {
  const { place, metres } = nearestPlace(longitude, latitude);
  if (metres > REACH_M) return NOWHERE;
  const { city, district } = place;
  const [adcode, township] = city.districts[district] ?? [city.adcode, ""];
  const start = `${city.isMunicipality ? "" : city.province}${city.name}${district}${township}`;
  return {
    formatted_address: metres <= BESIDE_M ? `${start}${place.name}` : start,
    addressComponent: {
      country: "中国",
      province: city.province,
      city: city.isMunicipality ? [] : city.name,
      citycode: city.cityCode,
      district,
      adcode,
      township: township === "" ? [] : township,
      towncode: [],
      neighborhood: { name: [], type: [] },
      building: { name: [], type: [] },
      streetNumber: { street: [], number: [], direction: [], distance: [] },
    },
  };
}
