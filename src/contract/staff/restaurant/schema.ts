import Type, { type Static } from "typebox";
import { OpeningSpans, SpecialDay } from "../../restaurant/opening-hours.schema.ts";
import {
  type EndpointSchema,
  Fen,
  Id,
  nullable,
  pageQuery,
  pageWithoutTotal,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../../schema-helpers.ts";

/** Settings of a restaurant. */
export const RestaurantSettings = Type.Object({
  restaurant_id: Type.String(),
  name: Type.String(),
  status: stringEnum(["open", "closed", "paused"]),
  status_text: Type.String(),
  paused_until: nullable(Timestamp),
  /** Whether paid orders are accepted automatically after a minute. */
  auto_accept: Type.Boolean(),
  /** Whether this member of staff may switch that. */
  may_set_auto_accept: Type.Boolean(),
  today: Type.Object({
    /** "YYYY-MM-DD" of the business day in Asia/Shanghai: yesterday while its hours run over midnight. */
    date: Type.String(),
    spans: OpeningSpans,
    /** Times of opening that the weekday has otherwise. */
    usual_spans: OpeningSpans,
    /** Whether the date has times of opening of its own. */
    is_special: Type.Boolean(),
  }),
});
export type RestaurantSettings = Static<typeof RestaurantSettings>;

/** Dish that a restaurant sells. */
export const RestaurantDish = Type.Object({
  dish_id: Type.String(),
  name: Type.String(),
  spec_name: nullable(Type.String()),
  category: Type.String(),
  image: Type.String(),
  price: Fen,
  /** Portions left; null means unlimited. */
  stock: nullable(Type.Integer()),
  /** Portions that are sold each day from the first opening on; null means that `stock` is set by hand. */
  daily_stock: nullable(Type.Integer()),
  /** Switched off, or out of stock. */
  sold_out: Type.Boolean(),
  /** When it is no longer switched off; null for not by itself. */
  sold_out_until: nullable(Timestamp),
});
export type RestaurantDish = Static<typeof RestaurantDish>;

const Portions = Type.Integer({ minimum: 0, maximum: 99_999 });
/** What is set of a dish; at least one of them. */
const dishChange = {
  sold_out: Type.Optional(Type.Boolean()),
  /** Sold out until "YYYY-MM-DD HH:mm" in Asia/Shanghai, or until the next business day. */
  sold_out_until: Type.Optional(
    Type.String({ pattern: "^(\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}|next_opening)$" }),
  ),
  /** Null means unlimited. */
  stock: Type.Optional(nullable(Portions)),
  /** Portions that are sold each day; the stock becomes as many now, and at the first opening of each date. */
  daily_stock: Type.Optional(nullable(Portions)),
};
const DishChange = strictObject(dishChange);
export type DishChange = Static<typeof DishChange>;

const errors = ["forbidden", "restaurant_not_found"] as const;

/** `restaurant_id` is needed of admins and of restaurant staff with several restaurants. Agents are refused. */
const restaurantSelector = { restaurant_id: Type.Optional(Id) };

export const staffRestaurantSchemas = {
  store: { query: strictObject(restaurantSelector), data: RestaurantSettings, errors },
  /** Stops accepting orders until a time in Asia/Shanghai within the next seven days; null ends the pause. */
  pause: {
    body: strictObject({
      ...restaurantSelector,
      until: nullable(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$" })),
    }),
    data: RestaurantSettings,
    errors: [...errors, "rule_broken"],
  },
  autoAccept: {
    body: strictObject({ ...restaurantSelector, auto_accept: Type.Boolean() }),
    data: RestaurantSettings,
    errors,
  },
  /**
   * Sets the times of opening of one date, which must be that of the business day; null returns to those of the weekday.
   * `outside` are the pickup codes of bookings that no longer lie in the hours.
   */
  todayHours: {
    body: strictObject({
      ...restaurantSelector,
      date: SpecialDay.properties.date,
      spans: nullable(OpeningSpans),
    }),
    data: Type.Object({ settings: RestaurantSettings, outside: Type.Array(Type.String()) }),
    errors: [...errors, "rule_broken"],
  },
  /** In menu order; `keyword` matches part of a name. */
  dishes: {
    query: strictObject({
      ...restaurantSelector,
      ...pageQuery,
      keyword: Type.Optional(text(50)),
      sold_out: Type.Optional(Type.Boolean()),
      category_id: Type.Optional(Id),
    }),
    data: Type.Object({
      ...pageWithoutTotal(RestaurantDish).properties,
      /** Numbers of all dishes and of sold-out dishes of the restaurant, independent of the filters. */
      counts: Type.Object({ all: Type.Integer(), sold_out: Type.Integer() }),
    }),
    errors,
  },
  /**
   * Switches a dish, sets its portions, or both. Switching on a dish with no stock restores that of the day, or
   * removes its limit, unless `stock` says otherwise.
   */
  dish: {
    body: strictObject({ ...restaurantSelector, dish_id: Id, ...dishChange }),
    data: RestaurantDish,
    errors: [...errors, "not_found", "rule_broken"],
  },
  /** Changes several dishes as `dish` does: all or none. */
  changeDishes: {
    body: strictObject({
      ...restaurantSelector,
      dish_ids: Type.Array(Id, { minItems: 1, maxItems: 500 }),
      ...dishChange,
    }),
    data: Type.Object({ changed: Type.Integer() }),
    errors: [...errors, "not_found", "rule_broken"],
  },
} as const satisfies Record<string, EndpointSchema>;
