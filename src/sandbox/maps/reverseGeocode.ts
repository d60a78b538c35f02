import { PLACES } from "./cities.ts";
import type { Place } from "./place.ts";

const MAX_DISTANCE_M = 80_000;
const NEARBY_M = 300;
const METRES_PER_DEGREE = 111_195;

/**
 * Returns the distance in metres between a point and a place, by a flat approximation valid within one city.
 */
function distanceMetres(longitude: number, latitude: number, place: Place): number {
  const east = (place.longitude - longitude) * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(east, place.latitude - latitude) * METRES_PER_DEGREE;
}

const EMPTY_RESULT = {
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

function findNearestPlace(longitude: number, latitude: number) {
  return PLACES.map((place) => ({ place, metres: distanceMetres(longitude, latitude, place) })).reduce(
    (best, candidate) => (candidate.metres < best.metres ? candidate : best),
  );
}

/**
 * Builds Amap's `regeocode` for a point from the nearest known place; empty arrays far from every known city.
 */
export function reverseGeocode(longitude: number, latitude: number): object {
  const { place, metres } = findNearestPlace(longitude, latitude);
  if (metres > MAX_DISTANCE_M) return EMPTY_RESULT;
  const { city, district } = place;
  const [adcode, township] = city.districts[district] ?? [city.adcode, ""];
  const area = `${city.isMunicipality ? "" : city.province}${city.name}${district}${township}`;
  return {
    formatted_address: metres <= NEARBY_M ? `${area}${place.name}` : area,
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
