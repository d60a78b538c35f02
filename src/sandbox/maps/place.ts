/** Amap's type names and code by kind of place. */
export const PLACE_KINDS = {
  office: ["商务住宅;楼宇;商务写字楼", "120201"],
  home: ["商务住宅;住宅区;住宅小区", "120302"],
  university: ["科教文化服务;学校;高等院校", "141201"],
  hospital: ["医疗保健服务;综合医院;三级甲等医院", "090101"],
  mall: ["购物服务;商场;购物中心", "060101"],
  metro: ["交通设施服务;地铁站;地铁站", "150500"],
  train: ["交通设施服务;火车站;火车站", "150200"],
  park: ["风景名胜;公园广场;公园", "110101"],
  sight: ["风景名胜;风景名胜;国家级景点", "110202"],
  hotel: ["住宿服务;宾馆酒店;五星级宾馆", "100102"],
  library: ["科教文化服务;图书馆;图书馆", "140500"],
} as const;

export type PlaceKind = keyof typeof PLACE_KINDS;

/** Name, kind, district, address, longitude, latitude (GCJ-02). */
export type PlaceRow = readonly [string, PlaceKind, string, string, number, number];

/** A city with its districts (adcode and the township of its centre) and its places. */
export type City = {
  name: string;
  province: string;
  provinceCode: string;
  cityCode: string;
  adcode: string;
  isMunicipality: boolean;
  districts: Readonly<Record<string, readonly [adcode: string, township: string]>>;
  places: readonly PlaceRow[];
};

/** A place together with its city. */
export type Place = {
  name: string;
  kind: PlaceKind;
  district: string;
  address: string;
  longitude: number;
  latitude: number;
  city: City;
};

/** Converts a city's rows into places. */
export function listPlaces(city: City): Place[] {
  return city.places.map(([name, kind, district, address, longitude, latitude]) => ({
    name,
    kind,
    district,
    address,
    longitude,
    latitude,
    city,
  }));
}
