import {
  type Allergen,
  allergenNames,
  type Nutrition,
  nutrientNames,
  nutrients,
} from "#contract/menu/dish-facts.ts";
import { formatYuan } from "#contract/money.ts";
import type { ChainDish, DishForm } from "#contract/staff/menu-admin/dish.schema.ts";
import { sha256 } from "../../platform/security/ids.ts";
import type { dishDrafts, dishes } from "../../schema/restaurants.ts";

export type DishRow = typeof dishes.$inferSelect;
export type DraftRow = typeof dishDrafts.$inferSelect;

/** A dish as it is sold and as it is to be sold. */
export interface DishVersions {
  spuId: string;
  /** Null for a dish that was never published. */
  published: DishForm | null;
  draft: DraftRow | null;
}

/** Converts the variants of a dish, in their order, to the form that sets them. */
export function toForm([first, ...rest]: readonly [DishRow, ...DishRow[]]): DishForm {
  return {
    name: first.spuName ?? first.name,
    category_id: first.categoryId,
    description: first.description,
    image: first.image,
    day_parts: first.dayParts as DishForm["day_parts"],
    weekdays: first.weekdays,
    sold_from: first.soldFrom,
    sold_until: first.soldUntil,
    takeaway: first.takeaway,
    in_store: first.inStore,
    rank: first.rank,
    min_quantity: first.minQuantity,
    max_quantity: first.maxQuantity,
    allergens: first.allergens,
    ...toNutrition(first.nutrition ?? {}),
    on_sale: first.onSale,
    variants: [first, ...rest].map((row) => ({
      dish_id: row.id,
      spec_name: row.specName,
      price: row.priceFen,
      original_price: row.originalPriceFen,
    })),
  };
}

/** Returns the nutrients in one order, null for those that are missing. */
export function toNutrition(values: Partial<Nutrition>): Nutrition {
  return Object.fromEntries(nutrientNames.map((name) => [name, values[name] ?? null])) as Nutrition;
}

/** Returns a form with its fields in one order, as JSON columns have another. */
export function inFieldOrder(form: DishForm): DishForm {
  return {
    name: form.name,
    category_id: form.category_id,
    description: form.description,
    image: form.image,
    day_parts: form.day_parts,
    weekdays: form.weekdays,
    sold_from: form.sold_from,
    sold_until: form.sold_until,
    takeaway: form.takeaway,
    in_store: form.in_store,
    rank: form.rank,
    // Drafts of earlier versions are without.
    min_quantity: form.min_quantity ?? null,
    max_quantity: form.max_quantity ?? null,
    allergens: form.allergens ?? null,
    ...toNutrition(form),
    on_sale: form.on_sale,
    variants: form.variants.map(({ dish_id, spec_name, price, original_price }) => ({
      dish_id,
      spec_name,
      price,
      original_price,
    })),
  };
}

/** Returns the form of a dish with its unpublished changes. */
export function currentForm({ published, draft }: DishVersions): DishForm {
  const form = draft?.form ?? published;
  if (form === null) throw new Error("a dish has neither a draft nor a published version");
  return inFieldOrder(form);
}

/** Returns a text that changes with the content of a dish. */
export function versionOf(form: DishForm): string {
  return sha256(JSON.stringify(inFieldOrder(form))).slice(0, 32);
}

/** Converts a dish to what the head office sees. */
export function presentChainDish(dish: DishVersions): ChainDish {
  const { spuId, published, draft } = dish;
  const form = currentForm(dish);
  return {
    spu_id: spuId,
    version: versionOf(form),
    ...form,
    state: published === null ? "new" : draft === null ? "live" : "changed",
    changes: published === null || draft === null ? [] : Object.keys(listChangedFields(published, form)),
    publish_at: draft?.publishAt?.toISOString() ?? null,
  };
}

/** Returns the fields that differ, as the audit log tells them: "米饭 → 面食"; of long ones only that they changed. */
export function listChangedFields(before: DishForm, after: DishForm): Record<string, string> {
  const changes: Record<string, string> = {};
  for (const name of Object.keys(inFieldOrder(after)) as (keyof DishForm)[]) {
    const [from, to] = [before, after].map((form) => inFieldOrder(form)[name]);
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    const isLong = name === "description" || name === "image";
    changes[name] = isLong ? "已更改" : `${formatField(before, name)} → ${formatField(after, name)}`;
  }
  return changes;
}

function formatField(form: DishForm, name: keyof DishForm): string {
  if (name === "variants") return form.variants.map(formatVariant).join("、");
  const value = form[name];
  if (name === "allergens") return value === null ? "未填" : formatAllergens(form.allergens ?? []);
  if (name in nutrients) return value === null ? "未填" : String(value);
  if (value === null) return "不限";
  if (Array.isArray(value)) return value.join("、");
  return typeof value === "boolean" ? (value ? "是" : "否") : String(value);
}

function formatAllergens(list: readonly Allergen[]): string {
  return list.map((allergen) => allergenNames[allergen]).join("、");
}

function formatVariant({ spec_name, price, original_price }: DishForm["variants"][number]): string {
  const offer = original_price === null ? "" : `（原价 ${formatYuan(original_price)}）`;
  return `${spec_name ?? ""}${formatYuan(price)}${offer}`;
}
