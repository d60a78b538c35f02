import Type, { type Static } from "typebox";
import {
  Empty,
  type EndpointSchema,
  Fen,
  Id,
  IdempotencyKey,
  nullable,
  pageQuery,
  pageWithoutTotal,
  pageWithTotal,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../../schema-helpers.ts";
import { ChainDish, DishInput, ImageUrl, Price } from "./dish.schema.ts";

/** Dishes that one request changes or publishes. */
export const dishSelectionMax = 500;
/** "YYYY-MM-DD HH:mm" in Asia/Shanghai. */
const LocalTime = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$" });

export const ChainCategory = Type.Object({
  category_id: Type.String(),
  name: Type.String(),
  icon: Type.String(),
  /** Number of dishes that are on sale. */
  dishes: Type.Integer(),
});
export type ChainCategory = Static<typeof ChainCategory>;

export const PriceChange = Type.Object({
  dish_id: Type.String(),
  dish_name: Type.String(),
  /** Null for the price of the chain. */
  restaurant_name: nullable(Type.String()),
  /** Null for a new dish, and for a restaurant that had or gets the chain's price. */
  from: nullable(Fen),
  to: nullable(Fen),
  actor_name: Type.String(),
  at: Timestamp,
});
export type PriceChange = Static<typeof PriceChange>;

/** How a restaurant sells the variants of a dish. */
export const DishOffer = Type.Object({
  restaurant_id: Type.String(),
  name: Type.String(),
  city: Type.String(),
  city_code: Type.String(),
  variants: Type.Array(
    Type.Object({
      dish_id: Type.String(),
      spec_name: nullable(Type.String()),
      is_offered: Type.Boolean(),
      /** Null for the chain's price. */
      price: nullable(Fen),
      chain_price: Fen,
    }),
  ),
});
export type DishOffer = Static<typeof DishOffer>;

const DishIds = Type.Array(Id, { minItems: 1, maxItems: dishSelectionMax });

/** Menu of the chain; for admins only. */
export const menuAdminSchemas = {
  categories: { data: Type.Array(ChainCategory), errors: ["forbidden"] },
  /** Adds a category at the end, or renames `category_id`; effective at once. */
  saveCategory: {
    body: strictObject({
      category_id: nullable(Id),
      name: text(12, 1),
      icon: ImageUrl,
      client_key: IdempotencyKey,
    }),
    data: ChainCategory,
    errors: ["forbidden", "not_found", "rule_broken", "key_reused"],
  },
  /** "rule_broken" while it has dishes, also those not on sale. */
  deleteCategory: {
    body: strictObject({ category_id: Id }),
    data: Empty,
    errors: ["forbidden", "not_found", "rule_broken"],
  },
  /** Sorts all categories; "conflict" if one is missing or unknown. */
  sortCategories: {
    body: strictObject({ category_ids: Type.Array(Id, { maxItems: 200 }) }),
    data: Type.Array(ChainCategory),
    errors: ["forbidden", "conflict"],
  },
  /** By category and position. `state`: on sale, not on sale, or with unpublished changes. */
  dishes: {
    query: strictObject({
      ...pageQuery,
      keyword: Type.Optional(text(50)),
      category_id: Type.Optional(Id),
      state: Type.Optional(stringEnum(["on_sale", "off_sale", "draft"])),
    }),
    data: Type.Object({
      ...pageWithTotal(ChainDish).properties,
      counts: Type.Object({ drafts: Type.Integer(), scheduled: Type.Integer() }),
    }),
    errors: ["forbidden"],
  },
  /**
   * Adds a dish (`spu_id` null) or changes one, as a draft. "conflict" if it was changed since `version`;
   * `data.current` is the dish as it is now.
   */
  saveDish: {
    body: strictObject({
      spu_id: nullable(Id),
      version: nullable(Type.String({ maxLength: 64 })),
      client_key: IdempotencyKey,
      ...DishInput.properties,
    }),
    /** `has_same_name`: another dish of the chain has this name too. */
    data: Type.Object({ ...ChainDish.properties, has_same_name: Type.Boolean() }),
    errors: ["forbidden", "not_found", "conflict", "rule_broken", "key_reused"],
  },
  /** Changes many dishes, as drafts: all or none. A price is changed by per cent or by an amount in fen. */
  changeDishes: {
    body: strictObject({
      spu_ids: DishIds,
      price_percent: Type.Optional(Type.Integer({ minimum: -90, maximum: 300 })),
      price_amount: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
      on_sale: Type.Optional(Type.Boolean()),
      category_id: Type.Optional(Id),
      client_key: IdempotencyKey,
    }),
    data: Type.Object({ changed: Type.Integer() }),
    errors: ["forbidden", "not_found", "rule_broken", "key_reused"],
  },
  /** Drops unpublished changes. */
  discardDrafts: {
    body: strictObject({ spu_ids: DishIds }),
    data: Type.Object({ discarded: Type.Integer() }),
    errors: ["forbidden"],
  },
  /**
   * Publishes unpublished changes, all or those of `spu_ids`: now, or at `publish_at` ("YYYY-MM-DD HH:mm" in
   * Asia/Shanghai), or with null not until someone publishes them. All or none.
   */
  publish: {
    body: strictObject({
      spu_ids: Type.Optional(DishIds),
      publish_at: Type.Optional(nullable(LocalTime)),
    }),
    data: Type.Object({ published: Type.Integer(), scheduled: Type.Integer() }),
    errors: ["forbidden", "rule_broken"],
  },
  /** Price changes of a dish and its variants, newest first. */
  prices: {
    query: strictObject({ ...pageQuery, spu_id: Id }),
    data: pageWithoutTotal(PriceChange),
    errors: ["forbidden", "not_found"],
  },
  /** How restaurants sell a published dish, by code. */
  offers: {
    query: strictObject({ ...pageQuery, spu_id: Id, keyword: Type.Optional(text(50)) }),
    data: pageWithoutTotal(DishOffer),
    errors: ["forbidden", "not_found"],
  },
  /**
   * Sets whether and at which price restaurants sell a dish: those named, those of a city, or all. Effective at
   * once; a `price` of null is the chain's price.
   */
  setOffer: {
    body: strictObject({
      dish_id: Id,
      restaurant_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: dishSelectionMax })),
      city_code: Type.Optional(Type.String({ pattern: "^\\d{6}$" })),
      is_offered: Type.Optional(Type.Boolean()),
      price: Type.Optional(nullable(Price)),
    }),
    data: Type.Object({ changed: Type.Integer() }),
    errors: ["forbidden", "not_found", "restaurant_not_found"],
  },
  /** Stores an image as squares in several sizes. */
  uploadImage: {
    data: Type.Object({ url: Type.String() }),
    errors: ["forbidden", "payload_too_large", "unsupported_media_type", "rate_limited", "unavailable"],
  },
} as const satisfies Record<string, EndpointSchema>;
