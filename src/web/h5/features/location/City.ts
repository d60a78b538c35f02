/** City of the list `cities.json` (mainland prefectures, Hong Kong, Macau and whole provinces). */
export interface CityEntry {
  abbr: string;
  asCity: boolean;
  cityCode: string;
  cityNameEn: string;
  cityNameZh: string;
  districtCode?: string;
  districtName?: string;
  gbCityCode: string;
  latitude: string;
  longitude: string;
  marketCode: string;
}

/** City of the list, with whether the chain has restaurants there. */
export interface City extends CityEntry {
  enableOnline: boolean;
}

/**
 * Returns the cities matching a typed text: the exact Chinese name first, then every name that contains it or
 * is contained.
 */
export function matchCities<T extends CityEntry>(cities: readonly T[], typed: string): T[] {
  const text = typed.trim();
  if (text === "") return [];
  const isExact = ({ cityNameZh }: CityEntry) => cityNameZh === text || shortCityName(cityNameZh) === text;
  const exact = cities.filter(isExact);
  const partial = cities.filter((city) => !isExact(city) && matchesPartly(city.cityNameZh, text));
  return [...exact, ...partial];
}

/** Removes the city suffix of a name: 上海市 gives 上海. */
export function shortCityName(name: string): string {
  return name.length > 2 ? name.replace(/市$/, "") : name;
}

const files = import.meta.glob<CityEntry[]>("#web/lib/cities.json", { import: "default" });

/** Loads the list of all cities when a city picker first needs it. */
export async function loadCities(): Promise<readonly CityEntry[]> {
  const load = Object.values(files)[0];
  if (load === undefined) throw new Error("cities.json is missing");
  return load();
}

function matchesPartly(name: string, text: string): boolean {
  return name.includes(text) || text.includes(shortCityName(name));
}
