/** Names by six-digit national codes of administrative divisions (GB/T 2260). */
export interface RegionData {
  readonly province_list: Readonly<Record<string, string>>;
  readonly city_list: Readonly<Record<string, string>>;
  readonly county_list: Readonly<Record<string, string>>;
}

/** Names of a place's divisions; empty if it has none. */
export interface Region {
  province: string;
  city: string;
  district: string;
}

/** Rows of the list that mean "directly under the province" and name no city. */
const unnamedDivisionPattern = /直辖县|^县$/;

/**
 * Returns the divisions of a code, null if the lists do not contain it. A city's own code has no district.
 */
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

/** Fields of a place that name its divisions. */
export interface RegionFields {
  adcode: string;
  pname?: string;
  cityname: string;
  adname: string;
}

/** Returns whether a place lacks a name that its code may provide. */
export function hasMissingRegionNames({ adcode, pname, cityname, adname }: RegionFields): boolean {
  return /^\d{6}$/.test(adcode) && (!pname || cityname === "" || adname === "");
}

/** Returns the place with missing names completed from its code, as far as possible. */
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

/** Formats province, city and district in one line, each once: 上海市 徐汇区. */
export function formatRegion({ pname = "", cityname, adname }: Omit<RegionFields, "adcode">): string {
  return [...new Set([pname, cityname, adname])].filter((part) => part !== "").join(" ");
}
