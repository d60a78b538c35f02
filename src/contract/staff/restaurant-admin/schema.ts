import Type, { type Static } from "typebox";
import {
  bookingLeadMinMinutes,
  bookingMax,
  deliveryPolygonMax,
  deliveryRadiusMaxM,
  slotCapacityMax,
} from "../../constants.ts";
import { deliveryTermsMax } from "../../delivery-terms.ts";
import { SpecialDays, WeekHours } from "../../restaurant/opening-hours.schema.ts";
import { pictureTextMax, restaurantPicturesMax } from "../../restaurant-pictures/restaurant-image.ts";
import { RestaurantPictures } from "../../restaurant-pictures/schema.ts";
import {
  type EndpointSchema,
  Id,
  IdempotencyKey,
  nullable,
  pageQuery,
  pageWithoutTotal,
  strictObject,
  Timestamp,
  text,
} from "../../schema-helpers.ts";

/** Degrees of a place in China (GCJ-02); latitude and longitude in the wrong order do not fit. */
const ChinaLatitude = Type.Number({ minimum: 3, maximum: 54 });
const ChinaLongitude = Type.Number({ minimum: 73, maximum: 136 });

/** Six-digit national code of a city, such as 310100. */
const CityCode = Type.String({ pattern: "^\\d{6}$" });

const TermsFen = Type.Integer({ minimum: 0, maximum: deliveryTermsMax.amountFen });

/** What the head office sets of a restaurant. */
const settings = {
  name: text(40, 1),
  phone: Type.String({ pattern: "^[0-9+() -]{5,20}$" }),
  address: text(100, 1),
  city: text(30, 1),
  city_code: CityCode,
  district: text(30, 1),
  lat: ChinaLatitude,
  lng: ChinaLongitude,
  week_hours: WeekHours,
  special_days: SpecialDays,
  /** Whether the kitchen takes orders for as soon as possible. */
  accepts_orders: Type.Boolean(),
  delivers: Type.Boolean(),
  /** Metres from the restaurant; counts without a polygon. */
  delivery_radius: Type.Integer({ minimum: 0, maximum: deliveryRadiusMaxM }),
  /** Corners of the delivery area, longitude first; null for the radius. */
  delivery_polygon: nullable(
    Type.Array(Type.Tuple([ChinaLongitude, ChinaLatitude]), { minItems: 3, maxItems: deliveryPolygonMax }),
  ),
  /** Bookings that fit into a slot. */
  slot_capacity: Type.Integer({ minimum: 0, maximum: slotCapacityMax }),
  // Null for the chain's.
  /** Goods of a takeaway at least. */
  minimum_order: nullable(TermsFen),
  /** Delivery fee up to `delivery_base_distance` metres, and for each started kilometre beyond. */
  delivery_fee: nullable(TermsFen),
  delivery_base_distance: nullable(Type.Integer({ minimum: 0, maximum: deliveryTermsMax.baseM })),
  delivery_km_fee: nullable(TermsFen),
  /** Goods from which on the delivery is free. */
  free_delivery_from: nullable(TermsFen),
  /** For each takeaway. */
  packing_fee: nullable(TermsFen),
  /** Minutes until a takeaway arrives, at best. */
  delivery_minutes: nullable(Type.Integer({ minimum: 1, maximum: deliveryTermsMax.minutes })),
  /** One of `slotMinutesOptions`. */
  slot_minutes: nullable(Type.Integer({ minimum: 1, maximum: 60 })),
  booking_lead_minutes: nullable(
    Type.Integer({ minimum: bookingLeadMinMinutes, maximum: bookingMax.leadMinutes }),
  ),
  /** Days that can be booked, with today. */
  booking_days: nullable(Type.Integer({ minimum: 1, maximum: bookingMax.days })),
};

export const RestaurantForm = strictObject(settings);
export type RestaurantForm = Static<typeof RestaurantForm>;

/** What a restaurant shows; `version` is increased by each change of it, and a change names the one it was made from. */
export const ChainRestaurantPictures = Type.Object({
  version: Type.Integer(),
  ...RestaurantPictures.properties,
});
export type ChainRestaurantPictures = Static<typeof ChainRestaurantPictures>;

const LicenceInput = nullable(
  strictObject({ image: text(200, 1), number: text(pictureTextMax.licenceNumber) }),
);

/** Restaurant as the head office sees it. */
export const ChainRestaurant = Type.Object({
  restaurant_id: Type.String(),
  /** Increased by each change of the settings; a change names the one it was made from. */
  version: Type.Integer(),
  ...settings,
  /** Number of dishes it offers. */
  dishes: Type.Integer(),
  pictures: ChainRestaurantPictures,
  /** Null unless closed for good. */
  closed_at: nullable(Timestamp),
});
export type ChainRestaurant = Static<typeof ChainRestaurant>;

/** Place of the map service, as a restaurant there is given; `city_code` is empty when unknown. */
export const RestaurantPlace = Type.Object({
  name: Type.String(),
  address: Type.String(),
  city: Type.String(),
  city_code: Type.String(),
  district: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
});
export type RestaurantPlace = Static<typeof RestaurantPlace>;

/** Script that draws the map service's map, without the parameter `callback`; the security code is empty without one. */
export const MapScript = Type.Object({ url: Type.String(), security_code: Type.String() });
export type MapScript = Static<typeof MapScript>;

/** Restaurants of the chain; for admins only. */
export const restaurantAdminSchemas = {
  /** By code; `keyword` is a part of name, address or city, or the code. Those closed for good are listed apart. */
  list: {
    query: strictObject({
      ...pageQuery,
      keyword: Type.Optional(text(50)),
      city_code: Type.Optional(CityCode),
      closed: Type.Optional(Type.Boolean()),
    }),
    data: pageWithoutTotal(ChainRestaurant),
    errors: ["forbidden"],
  },
  /** Finds places of a city, 20 at most. */
  places: {
    query: strictObject({ city: text(50), keyword: text(50) }),
    data: Type.Object({ places: Type.Array(RestaurantPlace) }),
    errors: ["forbidden", "search_failed", "rate_limited"],
  },
  /** Null without a key: then places and areas are typed as numbers. */
  map: {
    data: Type.Object({ script: nullable(MapScript) }),
    errors: ["forbidden"],
  },
  /** Opens a restaurant with the dishes and prices of `copy_from`, or with all dishes of the chain. */
  create: {
    body: strictObject({
      restaurant_id: Type.String({ pattern: "^[A-Z0-9]{2,16}$" }),
      ...settings,
      copy_from: Type.Optional(Id),
      client_key: IdempotencyKey,
    }),
    data: ChainRestaurant,
    errors: ["forbidden", "conflict", "restaurant_not_found", "rule_broken", "key_reused"],
  },
  /**
   * "conflict" if it was changed since `version`; `data.current` is the restaurant as it is now. `outside` are the pickup
   * codes of paid bookings that new hours leave out.
   */
  update: {
    body: strictObject({ restaurant_id: Id, version: Type.Integer({ minimum: 1 }), ...settings }),
    data: Type.Object({ ...ChainRestaurant.properties, outside: Type.Array(Type.String()) }),
    errors: ["forbidden", "conflict", "restaurant_not_found", "rule_broken"],
  },
  /** Closes a restaurant for good; "rule_broken" while it has open orders, whose numbers the message names. */
  close: {
    body: strictObject({ restaurant_id: Id }),
    data: ChainRestaurant,
    errors: ["forbidden", "restaurant_not_found", "rule_broken"],
  },
  /**
   * Sets all pictures of a restaurant and of its licences by the URLs of uploads. "conflict" if they were changed since
   * `version`; `data.current` are those of now. "rule_broken" for an image that was not uploaded, or is there twice.
   */
  savePictures: {
    body: strictObject({
      restaurant_id: Id,
      version: Type.Integer({ minimum: 1 }),
      pictures: Type.Array(strictObject({ image: text(200, 1), caption: text(pictureTextMax.caption) }), {
        maxItems: restaurantPicturesMax,
      }),
      business_licence: LicenceInput,
      food_licence: LicenceInput,
    }),
    data: ChainRestaurantPictures,
    errors: ["forbidden", "conflict", "restaurant_not_found", "rule_broken"],
  },
  /** Stores a picture, which no restaurant shows yet; width and height in px of its largest size. */
  uploadPicture: {
    data: Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() }),
    errors: ["forbidden", "payload_too_large", "unsupported_media_type", "rate_limited", "unavailable"],
  },
} as const satisfies Record<string, EndpointSchema>;
