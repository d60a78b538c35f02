/** A dish as this host lists it; amounts in fen, absent fields have a default in the client. */
export type ForeignDish = {
  id: number;
  name: string;
  price?: number;
  category?: string;
  spec_name?: string;
  spu_id?: string;
  spu_name?: string;
  delivery_fee?: number;
};

/** A restaurant of this host with its menu; each restaurant numbers its dishes from 1. */
export type ForeignRestaurant = {
  storecode: string;
  storename: string;
  address: string;
  longitude: number;
  latitude: number;
  dishes: ForeignDish[];
};

const deliveryFee = { delivery_fee: 300 };

/**
 * The restaurants: one in Shanghai, one in Hangzhou. The first menu has a dish without a price, which is
 * unusable.
 */
export const restaurants: readonly ForeignRestaurant[] = [
  {
    storecode: "F1",
    storename: "江边小馆",
    address: "上海市徐汇区江边路8号",
    longitude: 121.4366,
    latitude: 31.1899,
    dishes: [
      { id: 1, name: "红烧肉饭", price: 2800, ...deliveryFee },
      { id: 2, name: "冬瓜汤", price: 900, category: "汤", ...deliveryFee },
      {
        id: 3,
        name: "柠檬茶",
        spec_name: "大杯",
        spu_id: "tea",
        spu_name: "柠檬茶",
        price: 1200,
        ...deliveryFee,
      },
      {
        id: 4,
        name: "柠檬茶",
        spec_name: "小杯",
        spu_id: "tea",
        spu_name: "柠檬茶",
        price: 900,
        ...deliveryFee,
      },
      { id: 5, name: "时价鱼" },
    ],
  },
  {
    storecode: "F2",
    storename: "湖边小馆",
    address: "杭州市上城区湖边路6号",
    longitude: 120.1638,
    latitude: 30.2548,
    dishes: [
      { id: 1, name: "片儿川", price: 2200 },
      { id: 2, name: "红烧肉饭", price: 2600 },
    ],
  },
];

/** Places returned by the address search. */
export const places = [
  place("F-P1", "江边大厦", "江边路1号", "121.436500,31.189800", [
    "上海市",
    "上海市",
    "徐汇区",
    "310104",
    "021",
  ]),
  place("F-P2", "湖边公寓", "湖边路2号", "120.163900,30.254700", [
    "浙江省",
    "杭州市",
    "上城区",
    "330102",
    "0571",
  ]),
];

/** Lists the restaurants by distance in metres from a point, nearest first. */
export function restaurantsNear(longitude: number, latitude: number) {
  const cosine = Math.cos((latitude * Math.PI) / 180);
  return restaurants
    .map((restaurant) => {
      const [dx, dy] = [(restaurant.longitude - longitude) * cosine, restaurant.latitude - latitude];
      return { restaurant, distance: Math.round(Math.hypot(dx, dy) * 111_320) };
    })
    .sort((a, b) => a.distance - b.distance);
}

/** Formats a restaurant with the field names of the published API, omitting fields that have a default. */
export function restaurantView({ storecode, storename, address }: ForeignRestaurant, distance?: number) {
  return { storecode, storename, address, ...(distance === undefined ? {} : { distance }) };
}

function place(id: string, name: string, address: string, location: string, region: readonly string[]) {
  const [pname, cityname, adname, adcode, citycode] = region;
  return {
    id,
    name,
    address,
    location,
    adcode,
    citycode,
    cityname,
    adname,
    pname,
    type: "商务住宅",
    typecode: "120201",
  };
}
