import Type, { type Static } from "typebox";
import {
  Fen,
  Id,
  Moment,
  nullable,
  oneOf,
  pageOfMany,
  pageQuery,
  type Shape,
  strict,
  text,
} from "../shape.ts";

/** What a store can switch, and how it is now. */
export const StoreDesk = Type.Object({
  restaurant_id: Type.String(),
  name: Type.String(),
  status: oneOf(["open", "closed", "paused"]),
  status_text: Type.String(),
  paused_until: nullable(Moment),
  /** Whether paid orders are accepted by themselves after a minute. */
  auto_accept: Type.Boolean(),
});
export type StoreDesk = Static<typeof StoreDesk>;

/** A dish that a store sells. */
export const StoreDish = Type.Object({
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
export type StoreDish = Static<typeof StoreDish>;

const errors = ["forbidden", "restaurant_not_found"] as const;

/** `restaurant_id` is for admins; a store's member means that store and may leave it out. Agents are forbidden. */
const which = { restaurant_id: Type.Optional(Id) };

export const restaurantAdminSchemas = {
  store: { query: strict(which), data: StoreDesk, errors },
  /** Takes no orders for now until a time of Asia/Shanghai in the next seven days; null ends the pause. */
  pause: {
    body: strict({
      ...which,
      until: nullable(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$" })),
    }),
    data: StoreDesk,
    errors: [...errors, "rule_broken"],
  },
  autoAccept: { body: strict({ ...which, auto_accept: Type.Boolean() }), data: StoreDesk, errors },
  /** In the order of the menu; `keyword` is a part of a name. */
  dishes: {
    query: strict({
      ...which,
      ...pageQuery,
      keyword: Type.Optional(text(50)),
      sold_out: Type.Optional(Type.Boolean()),
    }),
    data: Type.Object({
      ...pageOfMany(StoreDish).properties,
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
    body: strict({
      ...which,
      dish_id: Id,
      sold_out: Type.Optional(Type.Boolean()),
      stock: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 99_999 }))),
    }),
    data: StoreDish,
    errors: [...errors, "not_found"],
  },
} as const satisfies Record<string, Shape>;
