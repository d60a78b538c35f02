/** Names by six-digit national codes of administrative divisions (GB/T 2260). */
export interface RegionData {
  readonly province_list: Readonly<Record<string, string>>;
  readonly city_list: Readonly<Record<string, string>>;
  readonly county_list: Readonly<Record<string, string>>;
}

/** The names of a place's divisions; empty where it has none. */
export interface Region {
  province: string;
  city: string;
  district: string;
}

/** Rows of the list that stand for "directly under the province" and name nothing. */
const unnamedDivisionPattern = /直辖县|^县$/;

/** The divisions of a code, null for a code that the lists do not know. A city's own code has no district. */
export function findRegion(lists: RegionData, adcode: string): Region | null {
  const province = lists.province_list[`${adcode.slice(0, 2)}0000`];
  if (!/^\d{6}$/.test(adcode) || province === undefined) return null;
  const city = lists.city_list[`${adcode.slice(0, 4)}00`] ?? "";
  return {
    province,
    city: unnamedDivisionPattern.test(city) ? "" : city,
    district: lists.county_list[adcode] ?? "",
  };
}

/** The parts of a place that name its divisions. */
export interface RegionFields {
  adcode: string;
  pname?: string;
  cityname: string;
  adname: string;
}

/** Whether a place lacks a name that its code may give. */
export function hasMissingRegionNames({ adcode, pname, cityname, adname }: RegionFields): boolean {
  return /^\d{6}$/.test(adcode) && (!pname || cityname === "" || adname === "");
}

/** A place with the names that it lacks, as far as its code gives them. */
export function completeRegionNames<P extends RegionFields>(
  lists: RegionData,
  place: P,
): P & { pname: string } {
  const region = findRegion(lists, place.adcode);
  return {
    ...place,
    pname: place.pname || (region?.province ?? ""),
    cityname: place.cityname || (region?.city ?? ""),
    adname: place.adname || (region?.district ?? ""),
  };
}

/** Province, city and district in one line, each once: 上海市 徐汇区. */
export function formatRegion({ pname = "", cityname, adname }: Omit<RegionFields, "adcode">): string {
  return [...new Set([pname, cityname, adname])].filter((part) => part !== "").join(" ");
}
