import Type, { type Static } from "typebox";
import { dayParts } from "../constants.ts";
import {
  type EndpointSchema,
  Fen,
  Id,
  Latitude,
  Longitude,
  nullable,
  pageQuery,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../schema-helpers.ts";

export const Restaurant = Type.Object({
  storecode: Type.String(),
  storename: Type.String(),
  address: Type.String(),
  phone: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  /** Metres from the requested point. */
  distance: Type.Integer(),
  status: stringEnum(["open", "closed", "paused"]),
  status_text: Type.String(),
  /** First opening and last closing today, or on the next day on which it opens; empty if it does not. */
  starttime: Type.String(),
  endtime: Type.String(),
  /** The hours of that day as a text, such as "10:00-14:00、17:00-21:00". */
  hours_text: Type.String(),
  paused_until: nullable(Timestamp),
  bookingExt: Type.Object({ boolOpenTime: Type.Boolean(), boolImmediate: Type.Boolean() }),
  dayParts: Type.Array(stringEnum(dayParts.map(([name]) => name))),
  cityName: Type.String(),
  districtName: Type.String(),
  gbCityCode: Type.String(),
  delivers: Type.Boolean(),
  /** Fee of a delivery over the distance, and the goods from which on it is free. */
  delivery_fee: Fen,
  free_delivery_from: Fen,
});
export type Restaurant = Static<typeof Restaurant>;

const page = { page: Type.Integer(), pageSize: Type.Integer(), has_more: Type.Boolean() };
const RestaurantPage = Type.Object({ data: Type.Object({ stores: Type.Array(Restaurant), ...page }) });

/** Restaurant with whether it shows pictures or licences. */
export const RestaurantDetail = Type.Object({ ...Restaurant.properties, has_pictures: Type.Boolean() });
export type RestaurantDetail = Static<typeof RestaurantDetail>;

export const Favourite = Type.Object({
  restaurant_id: Type.String(),
  restaurant_name: Type.String(),
  restaurant_address: Type.String(),
});
export type Favourite = Static<typeof Favourite>;

/** Bookable slot: "YYYY-MM-DD HH:mm" in Asia/Shanghai, free capacity, and its daypart. */
export const Slot = Type.Object({
  time: Type.String(),
  left: Type.Integer(),
  day_part: nullable(stringEnum(dayParts.map(([name]) => name))),
});
export type Slot = Static<typeof Slot>;

const positionQuery = {
  lat: Type.Optional(Latitude),
  lng: Type.Optional(Longitude),
  latitude: Type.Optional(Latitude),
  longitude: Type.Optional(Longitude),
};

export const MenuCategory = Type.Object({
  id: Type.String(),
  name: Type.String(),
  cat_rank: Type.Integer(),
  icon: Type.String(),
});
export type MenuCategory = Static<typeof MenuCategory>;

export const restaurantSchemas = {
  list: {
    query: strictObject({
      ...positionQuery,
      ...pageQuery,
      gbCityCode: Type.Optional(text(12)),
      /** `takeaway`: only restaurants that deliver to the point. */
      service: Type.Optional(stringEnum(["takeaway"])),
    }),
    data: RestaurantPage,
  },
  detail: {
    query: strictObject({ id: Id, gbCityCode: Type.Optional(text(12)), ...positionQuery }),
    data: Type.Object({ data: Type.Object({ stores: Type.Array(RestaurantDetail), ...page }) }),
    errors: ["restaurant_not_found"],
  },
  search: {
    query: strictObject({ gbCityCode: Type.Optional(text(12)), keyword: text(50, 1), ...positionQuery }),
    data: RestaurantPage,
  },
  categories: { data: Type.Array(MenuCategory) },
  slots: {
    query: strictObject({
      restaurant_id: Id,
      date: Type.Optional(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" })),
    }),
    /** `dates`: bookable days; `slots`: those of `date`, full ones with no capacity left. */
    data: Type.Object({
      dates: Type.Array(Type.String()),
      date: Type.String(),
      slots: Type.Array(Slot),
      /** Whether the kitchen accepts orders for as soon as possible. */
      immediate: Type.Boolean(),
    }),
    errors: ["restaurant_not_found"],
  },
  toggleFavourite: {
    query: strictObject({
      restaurant_id: Id,
      restaurant_name: Type.Optional(text(100)),
      restaurant_address: Type.Optional(text(200)),
    }),
    data: Type.Object({ is_favorite: Type.Boolean() }),
    errors: ["restaurant_not_found"],
  },
  favourites: { data: Type.Array(Favourite) },
} as const satisfies Record<string, EndpointSchema>;
