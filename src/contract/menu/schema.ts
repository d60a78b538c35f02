import Type, { type Static } from "typebox";
import { Address } from "../address/schema.ts";
import { Restaurant } from "../restaurant/schema.ts";
import { type EndpointSchema, Fen, Id, nullable, strictObject, stringEnum } from "../schema-helpers.ts";
import { allergens } from "./dish-facts.ts";

/** Dish in one variant as a restaurant sells it now. A null `stock` means unlimited. */
export const MenuItem = Type.Object({
  id: Type.String(),
  name: Type.String(),
  price: Fen,
  /** Equal to `price` without an offer. */
  original_price: Fen,
  image: Type.String(),
  description: Type.String(),
  sales: Type.Integer(),
  stock: nullable(Type.Integer()),
  category: Type.String(),
  cat_rank: Type.Integer(),
  category_icon: Type.String(),
  spu_id: nullable(Type.String()),
  spu_name: nullable(Type.String()),
  spec_name: nullable(Type.String()),
  /** Fewest and most portions of the dish in an order, its variants added up; absent without. */
  min_quantity: Type.Optional(Type.Integer()),
  max_quantity: Type.Optional(Type.Integer()),
  /** Allergens that it contains, and what a portion contains; what is not stated is absent. */
  allergens: Type.Optional(Type.Array(stringEnum(allergens))),
  nutrition: Type.Optional(
    Type.Object({
      energy_kj: Type.Optional(Type.Number()),
      protein_g: Type.Optional(Type.Number()),
      fat_g: Type.Optional(Type.Number()),
      carbohydrate_g: Type.Optional(Type.Number()),
      sodium_mg: Type.Optional(Type.Number()),
    }),
  ),
});
export type MenuItem = Static<typeof MenuItem>;

export const TakeawayItem = Type.Object({
  ...MenuItem.properties,
  delivery_fee: Fen,
  min_order_amount: Fen,
  delivery_time: Type.String(),
  is_available_for_delivery: Type.Boolean(),
});
export type TakeawayItem = Static<typeof TakeawayItem>;

const CategoryId = Type.Optional(stringEnum(["1", "2"]));

export const menuSchemas = {
  items: {
    query: strictObject({
      restaurant_id: Id,
      category_id: CategoryId,
      booking_time: Type.Optional(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$" })),
    }),
    data: Type.Array(MenuItem),
    errors: ["restaurant_not_found"],
  },
  takeawayItems: {
    query: strictObject({ restaurant_id: Id, category_id: CategoryId }),
    data: Type.Array(TakeawayItem),
    errors: ["restaurant_not_found"],
  },
  popular: {
    query: strictObject({ restaurant_id: Id }),
    data: Type.Array(TakeawayItem),
    errors: ["restaurant_not_found"],
  },
  /**
   * First load of the takeaway menu: the address (the named one, else the default), the nearest restaurant
   * that delivers there, and its menu. `items` is null if the client already holds `menu_version`.
   */
  takeawayStart: {
    query: strictObject({
      address_id: Type.Optional(Id),
      menu_version: Type.Optional(Type.String({ pattern: "^[\\w-]{1,64}$" })),
    }),
    data: Type.Object({
      address: nullable(Address),
      store: nullable(Restaurant),
      menu: nullable(Type.Object({ version: Type.String(), items: nullable(Type.Array(TakeawayItem)) })),
    }),
    errors: ["not_found", "restaurant_not_found"],
  },
} as const satisfies Record<string, EndpointSchema>;
