import { type DayPart, dishPrice, quantityMax } from "#contract/constants.ts";
import { type Allergen, type Nutrient, nutrientNames } from "#contract/menu/dish-facts.ts";
import { formatYuanDecimal } from "#contract/money.ts";
import type { ChainDish, DishInput } from "#contract/staff/menu-admin/dish.schema.ts";
import { mergeFields } from "../../ui/mergeFields.ts";
import { parseFen } from "../../ui/parseNumbers.ts";
import type { Problems } from "../../ui/useVersionedForm.ts";
import { menuMessages } from "./menuMessages.ts";

const messages = menuMessages.form;

/** Fields of a variant as they are typed; `key` tells variants apart that have no id yet. */
export interface VariantFields {
  key: string;
  dish_id: string | null;
  spec_name: string;
  price: string;
  original_price: string;
}

/** Fields of a dish as they are typed; no part of the day and no weekday means all. */
export interface DishFields extends Record<Nutrient, string> {
  name: string;
  category_id: string;
  description: string;
  image: string;
  day_parts: readonly DayPart[];
  weekdays: readonly number[];
  sold_from: string;
  sold_until: string;
  takeaway: boolean;
  in_store: boolean;
  rank: string;
  min_quantity: string;
  max_quantity: string;
  allergens: readonly Allergen[];
  on_sale: boolean;
  variants: readonly VariantFields[];
}

/** Returns the fields of a new variant. */
export function newVariant(key: string): VariantFields {
  return { key, dish_id: null, spec_name: "", price: "", original_price: "" };
}

/** Returns the fields of a new dish. */
export function newFields(categoryId: string): DishFields {
  return {
    name: "",
    category_id: categoryId,
    description: "",
    image: "",
    day_parts: [],
    weekdays: [],
    sold_from: "",
    sold_until: "",
    takeaway: true,
    in_store: true,
    rank: "",
    min_quantity: "",
    max_quantity: "",
    allergens: [],
    ...mapNutrients(() => ""),
    on_sale: true,
    variants: [newVariant("1")],
  };
}

/** Returns the fields of a dish. */
export function toFields(dish: ChainDish): DishFields {
  const { name, category_id, description, image, takeaway, in_store, on_sale } = dish;
  return {
    name,
    category_id,
    description,
    image,
    day_parts: dish.day_parts ?? [],
    weekdays: dish.weekdays ?? [],
    sold_from: dish.sold_from ?? "",
    sold_until: dish.sold_until ?? "",
    takeaway,
    in_store,
    rank: String(dish.rank),
    min_quantity: dish.min_quantity === null ? "" : String(dish.min_quantity),
    max_quantity: dish.max_quantity === null ? "" : String(dish.max_quantity),
    allergens: dish.allergens ?? [],
    ...mapNutrients((name) => (dish[name] === null ? "" : String(dish[name]))),
    on_sale,
    variants: dish.variants.map(({ dish_id, spec_name, price, original_price }) => ({
      key: dish_id,
      dish_id,
      spec_name: spec_name ?? "",
      price: formatYuanDecimal(price),
      original_price: original_price === null ? "" : formatYuanDecimal(original_price),
    })),
  };
}

/**
 * Takes over from `current` what was not changed in the form since `base`, of each variant too. A variant that
 * another person removed is gone; one that another person added is there.
 */
export function mergeDishFields(typed: DishFields, base: DishFields, current: DishFields): DishFields {
  const byId = (fields: DishFields) => new Map(fields.variants.map((variant) => [variant.dish_id, variant]));
  const [own, before] = [byId(typed), byId(base)];
  const kept = current.variants.flatMap((variant) => {
    const [mine, old] = [own.get(variant.dish_id), before.get(variant.dish_id)];
    if (old === undefined) return [variant];
    return mine === undefined ? [] : [mergeFields(mine, old, variant)];
  });
  const added = typed.variants.filter(({ dish_id }) => dish_id === null);
  return { ...mergeFields(typed, base, current), variants: [...kept, ...added] };
}

/** Parses a position; null for the last one, undefined for another text. */
function parseRank(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Parses portions; null for none, undefined for another text. */
function parseQuantity(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const portions = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
  return portions >= 1 && portions <= quantityMax ? portions : undefined;
}

/** Parses an amount with at most one decimal; null for none, undefined for another text. */
function parseAmount(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  return /^\d{1,5}(\.\d)?$/.test(text.trim()) ? Number(text) : undefined;
}

function mapNutrients<Value>(getValue: (name: Nutrient) => Value): Record<Nutrient, Value> {
  return Object.fromEntries(nutrientNames.map((name) => [name, getValue(name)])) as Record<Nutrient, Value>;
}

/** Parses what was typed; the server checks the rest. */
export function parseFields(fields: DishFields): { form: DishInput } | { problems: Problems<DishFields> } {
  const variants = fields.variants.map((variant) => ({
    dish_id: variant.dish_id,
    spec_name: variant.spec_name.trim() || null,
    price: parseFen(variant.price, dishPrice.maxFen),
    original_price:
      variant.original_price.trim() === "" ? null : parseFen(variant.original_price, dishPrice.maxFen),
    isOriginalBad:
      variant.original_price.trim() !== "" && parseFen(variant.original_price, dishPrice.maxFen) === null,
  }));
  const isPriceBad = variants.some(({ price, isOriginalBad }) => price === null || isOriginalBad);
  const rank = parseRank(fields.rank);
  const [min_quantity, max_quantity] = [fields.min_quantity, fields.max_quantity].map(parseQuantity);
  const amounts = mapNutrients((name) => parseAmount(fields[name]));
  const badNutrients = nutrientNames.filter((name) => amounts[name] === undefined);
  const problems: Problems<DishFields> = {
    ...(fields.name.trim() === "" && { name: messages.noName }),
    ...(fields.category_id === "" && { category_id: messages.noCategory }),
    ...(isPriceBad && { variants: messages.badPrice }),
    ...(rank === undefined && { rank: messages.badRank }),
    ...(min_quantity === undefined && { min_quantity: messages.badQuantity }),
    ...(max_quantity === undefined && { max_quantity: messages.badQuantity }),
    ...Object.fromEntries(badNutrients.map((name) => [name, messages.badNutrient])),
    ...((min_quantity ?? 0) > (max_quantity ?? quantityMax) && { max_quantity: messages.badMaximum }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  const form = {
    ...fields,
    rank: rank ?? null,
    min_quantity: min_quantity ?? null,
    max_quantity: max_quantity ?? null,
    allergens: fields.allergens.length === 0 ? null : [...fields.allergens],
    ...mapNutrients((name) => amounts[name] ?? null),
    day_parts: fields.day_parts.length === 0 ? null : [...fields.day_parts],
    weekdays: fields.weekdays.length === 0 ? null : [...fields.weekdays],
    sold_from: fields.sold_from || null,
    sold_until: fields.sold_until || null,
    variants: variants.map(({ isOriginalBad: _isBad, price, ...variant }) => ({
      ...variant,
      price: price ?? 0,
    })),
  };
  return { form };
}
