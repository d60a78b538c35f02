import Type, { type Static } from "typebox";
import { dayParts, dishPrice, quantityMax } from "../../constants.ts";
import { allergens, nutrientMax } from "../../menu/dish-facts.ts";
import { Id, nullable, strictObject, stringEnum, Timestamp, text } from "../../schema-helpers.ts";

export const dishVariantsMax = 20;
export const dishRankMax = 99_999;

export const Price = Type.Integer({ minimum: dishPrice.minFen, maximum: dishPrice.maxFen });
/** "YYYY-MM-DD" in Asia/Shanghai. */
const CalendarDate = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
/** URL of an uploaded image; empty for none. */
export const ImageUrl = Type.String({ maxLength: 200, pattern: "^(/[\\w/.-]+)?$" });

const Amount = nullable(Type.Number({ minimum: 0, maximum: nutrientMax }));
const Quantity = nullable(Type.Integer({ minimum: 1, maximum: quantityMax }));

const variantFields = {
  /** Null for the only variant of a dish without variants. */
  spec_name: nullable(text(20)),
  price: Price,
  /** Price without the offer; null without an offer. */
  original_price: nullable(Price),
};

const Rank = Type.Integer({ minimum: 0, maximum: dishRankMax });

/** What is set of a dish, but for its variants. */
const dishFields = {
  name: text(40, 1),
  category_id: Id,
  description: text(200),
  image: ImageUrl,
  /** Parts of the day, and days of the week from 1 for Monday, on which it is sold; null for all. */
  day_parts: nullable(Type.Array(stringEnum(dayParts.map(([name]) => name)), { minItems: 1, maxItems: 5 })),
  weekdays: nullable(Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 })),
  /** First and last day on which it is sold; null for no limit. */
  sold_from: nullable(CalendarDate),
  sold_until: nullable(CalendarDate),
  takeaway: Type.Boolean(),
  in_store: Type.Boolean(),
  /** Position within its category, lowest first. */
  rank: Rank,
  /** Fewest and most portions in an order, all variants added up; null for none. */
  min_quantity: Quantity,
  max_quantity: Quantity,
  /** Allergens that it contains; null for none stated. */
  allergens: nullable(Type.Array(stringEnum(allergens), { minItems: 1, maxItems: allergens.length })),
  /** What a portion contains, with at most one decimal; null where it is not stated. */
  energy_kj: Amount,
  protein_g: Amount,
  fat_g: Amount,
  carbohydrate_g: Amount,
  sodium_mg: Amount,
  on_sale: Type.Boolean(),
};

export const DishForm = strictObject({
  ...dishFields,
  variants: Type.Array(strictObject({ dish_id: Id, ...variantFields }), {
    minItems: 1,
    maxItems: dishVariantsMax,
  }),
});
/** A dish as it is set; each variant is a dish of its own for carts and orders. */
export type DishForm = Static<typeof DishForm>;

export const DishInput = strictObject({
  ...dishFields,
  /** Null for the place after the last dish of the category. */
  rank: nullable(Rank),
  /** `dish_id` is null for a new variant. */
  variants: Type.Array(strictObject({ dish_id: nullable(Id), ...variantFields }), {
    minItems: 1,
    maxItems: dishVariantsMax,
  }),
});
export type DishInput = Static<typeof DishInput>;

/** A dish as the head office sees it: with what is not published yet. */
export const ChainDish = Type.Object({
  spu_id: Type.String(),
  /** Changes with the content; a change names the one it was made from. */
  version: Type.String(),
  ...DishForm.properties,
  /** "live" without unpublished changes, "changed" with some, "new" if it was never published. */
  state: stringEnum(["live", "changed", "new"]),
  /** Names of the fields that are not published yet. */
  changes: Type.Array(Type.String()),
  /** When the changes are to be published. */
  publish_at: nullable(Timestamp),
});
export type ChainDish = Static<typeof ChainDish>;
