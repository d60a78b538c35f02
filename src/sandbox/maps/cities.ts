import { type City, listPlaces, type Place } from "./place.ts";
import { beijing } from "./places/beijing.ts";
import { chengdu } from "./places/chengdu.ts";
import { guangzhou } from "./places/guangzhou.ts";
import { hangzhou } from "./places/hangzhou.ts";
import { nanjing } from "./places/nanjing.ts";
import { shanghai } from "./places/shanghai.ts";
import { shenzhen } from "./places/shenzhen.ts";
import { wuhan } from "./places/wuhan.ts";

/** All cities of the simulated map. */
export const CITIES: readonly City[] = [
  shanghai,
  beijing,
  guangzhou,
  shenzhen,
  hangzhou,
  chengdu,
  nanjing,
  wuhan,
];

/** All places of the simulated map. */
export const PLACES: readonly Place[] = CITIES.flatMap(listPlaces);

/** Finds a city by name (with or without 市), adcode (of the city or a district) or dialling code. */
export function findCity(text: string): City | undefined {
  const wanted = text.trim();
  return CITIES.find(
    (city) =>
      [city.name, city.name.replace(/市$/, ""), city.adcode, city.cityCode].includes(wanted) ||
      Object.values(city.districts).some(([adcode]) => adcode === wanted),
  );
}
