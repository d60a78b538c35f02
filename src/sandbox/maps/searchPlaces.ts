import { createHash } from "node:crypto";
import { findCity, PLACES } from "./cities.ts";
import { PLACE_KINDS, type Place } from "./place.ts";

/** Place search parameters; `page` counts from 1. */
export type PlaceQuery = {
  keywords: string;
  city: string;
  cityLimit: boolean;
  page: number;
  pageSize: number;
};

function searchText({ name, address, district, kind, city }: Place): string {
  return `${city.province}${city.name}${district}${address} ${name} ${PLACE_KINDS[kind][0]} ${name}`.toLowerCase();
}

/** Returns the rank of a place, lower is better; null when it does not match. */
function rank(place: Place, terms: readonly (readonly string[])[]): number | null {
  const text = searchText(place);
  const name = place.name.toLowerCase();
  const matching = terms.filter((words) => words.every((word) => text.includes(word)));
  if (matching.length === 0) return null;
  const first = matching.map((words) => words[0] ?? "");
  if (first.some((word) => name.startsWith(word))) return 0;
  return first.some((word) => name.includes(word)) ? 1 : 2;
}

/**
 * Returns one page of matching places (best rank first, then in list order) and the total number of matches.
 */
export function searchPlaces({ keywords, city, cityLimit, page, pageSize }: PlaceQuery) {
  const terms = keywords
    .toLowerCase()
    .split("|")
    .map((term) => term.trim().split(/\s+/).filter(Boolean))
    .filter((words) => words.length > 0);
  const wantedCity = findCity(city);
  const found = PLACES.filter((place) => !cityLimit || city === "" || place.city === wantedCity)
    .map((place) => ({
      place,
      rank: rank(place, terms),
      isOutsideCity: wantedCity && place.city !== wantedCity ? 1 : 0,
    }))
    .filter((hit) => hit.rank !== null)
    .sort((a, b) => a.isOutsideCity - b.isOutsideCity || (a.rank ?? 0) - (b.rank ?? 0));
  const start = (page - 1) * pageSize;
  return { count: found.length, places: found.slice(start, start + pageSize).map((hit) => hit.place) };
}

/** Formats a place as Amap does: empty values are empty arrays, and numbers are texts. */
export function poiView(place: Place, isFull: boolean): object {
  const { city, name, kind, district, address, longitude, latitude } = place;
  const [type, typecode] = PLACE_KINDS[kind];
  const id = createHash("sha256").update(`${city.name}${name}`).digest("hex").slice(0, 8).toUpperCase();
  return {
    id: `B0${id}`,
    name,
    type,
    typecode,
    biz_type: [],
    address,
    location: `${longitude.toFixed(6)},${latitude.toFixed(6)}`,
    tel: [],
    distance: [],
    pcode: city.provinceCode,
    pname: city.province,
    citycode: city.cityCode,
    cityname: city.name,
    adcode: city.districts[district]?.[0] ?? city.adcode,
    adname: district,
    shopid: [],
    parent: [],
    photos: [],
    ...(isFull ? { postcode: [], website: [], email: [], biz_ext: { rating: [], cost: [] } } : {}),
  };
}
