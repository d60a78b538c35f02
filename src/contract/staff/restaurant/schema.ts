import Type, { type Static } from "typebox";
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

/** What a store can switch, and how it is now. */
export const RestaurantSettings = Type.Object({
  restaurant_id: Type.String(),
  name: Type.String(),
  status: stringEnum(["open", "closed", "paused"]),
  status_text: Type.String(),
  paused_until: nullable(Timestamp),
  /** Whether paid orders are accepted by themselves after a minute. */
  auto_accept: Type.Boolean(),
});
export type RestaurantSettings = Static<typeof RestaurantSettings>;

/** A dish that a store sells. */
export const RestaurantDish = Type.Object({
  dish_id: Type.String(),
  name: Type.String(),
  spec_name: nullable(Type.String()),
  category: Type.String(),
  image: Type.String(),
  price: Fen,
  /** Portions left; null means without limit. */
  stock: nullable(Type.Integer()),
  /** Switched off, or nothing is left. */
  sold_out: Type.Boolean(),
});
export type RestaurantDish = Static<typeof RestaurantDish>;

const errors = ["forbidden", "restaurant_not_found"] as const;

/** `restaurant_id` is for admins; a store's member means that store and may leave it out. Agents are forbidden. */
const restaurantSelector = { restaurant_id: Type.Optional(Id) };

export const staffRestaurantSchemas = {
  store: { query: strictObject(restaurantSelector), data: RestaurantSettings, errors },
  /** Takes no orders for now until a time of Asia/Shanghai in the next seven days; null ends the pause. */
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
  /** In the order of the menu; `keyword` is a part of a name. */
  dishes: {
    query: strictObject({
      ...restaurantSelector,
      ...pageQuery,
      keyword: Type.Optional(text(50)),
      sold_out: Type.Optional(Type.Boolean()),
    }),
    data: Type.Object({
      ...pageWithoutTotal(RestaurantDish).properties,
      /** All dishes that the store sells, and those of them that are sold out, whatever is looked for. */
      counts: Type.Object({ all: Type.Integer(), sold_out: Type.Integer() }),
    }),
    errors,
  },
  /**
   * Switches a dish, sets its portions (null: without limit), or both. One that is sold again while nothing is left has
   * no limit unless `stock` says otherwise.
   */
  dish: {
    body: strictObject({
      ...restaurantSelector,
      dish_id: Id,
      sold_out: Type.Optional(Type.Boolean()),
      stock: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 99_999 }))),
    }),
    data: RestaurantDish,
    errors: [...errors, "not_found"],
  },
} as const satisfies Record<string, EndpointSchema>;
