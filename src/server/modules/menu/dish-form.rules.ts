import { dishPrice, quantityMax } from "#contract/constants.ts";
import {
  allergens,
  type Nutrient,
  type Nutrition,
  nutrientNames,
  nutrients,
} from "#contract/menu/dish-facts.ts";
import { dishImagePath } from "#contract/menu/dish-image.ts";
import { formatYuan } from "#contract/money.ts";
import type { DishForm, DishInput } from "#contract/staff/menu-admin/dish.schema.ts";
import { AppError, invalid, ruleBroken } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import { isDate } from "../../platform/time/local-time.ts";

/**
 * Returns the form of an input: texts trimmed, lists sorted, new variants with their ids. Throws "validation"
 * for an empty name, "not_found" for a variant that the dish does not have, and "rule_broken" for what
 * contradicts itself.
 */
export function toDishForm(
  input: DishInput & { rank: number },
  known: readonly string[],
  spuId: string,
): DishForm {
  const name = input.name.trim();
  if (name === "") throw invalid("请输入菜品名称", "name");
  const variants = input.variants.map(({ dish_id, spec_name, price, original_price }, index) => {
    if (dish_id !== null && !known.includes(dish_id))
      throw new AppError("not_found", { field: "variants" }, "规格不存在，请刷新后重试");
    const spec = spec_name?.trim() || null;
    // The first variant of a new dish is the dish itself.
    const id = dish_id ?? (known.length === 0 && index === 0 ? spuId : newId());
    return { dish_id: id, spec_name: spec, price, original_price };
  });
  const form = {
    ...input,
    name,
    description: input.description.trim(),
    day_parts: input.day_parts && [...new Set(input.day_parts)],
    weekdays: input.weekdays && [...new Set(input.weekdays)].sort((a, b) => a - b),
    // From one portion on it is sold anyway.
    min_quantity: input.min_quantity === 1 ? null : input.min_quantity,
    allergens: input.allergens && allergens.filter((allergen) => input.allergens?.includes(allergen)),
    ...roundNutrients(input),
    variants,
  };
  assertConsistent(form);
  return form;
}

/** Rounds what a spreadsheet program computed to one decimal. Throws "rule_broken" for a second one. */
function roundNutrients(input: DishInput): Nutrition {
  const round = (name: Nutrient) => {
    const value = input[name];
    if (value === null) return null;
    const tenths = Math.round(value * 10);
    if (Math.abs(value * 10 - tenths) > 1e-6) throw ruleBroken(`${nutrients[name][0]}最多一位小数`, name);
    return tenths / 10;
  };
  return Object.fromEntries(nutrientNames.map((name) => [name, round(name)])) as Nutrition;
}

function assertConsistent(form: DishForm): void {
  const { variants, sold_from, sold_until } = form;
  const names = variants.map(({ spec_name }) => spec_name);
  if (variants.length > 1 && names.includes(null)) throw ruleBroken("请填写每个规格的名称", "variants");
  if (new Set(names).size < names.length) throw ruleBroken("规格名称不能重复", "variants");
  if (new Set(variants.map(({ dish_id }) => dish_id)).size < variants.length)
    throw ruleBroken("规格不能重复", "variants");
  for (const { price, original_price } of variants)
    if (original_price !== null && original_price <= price)
      throw ruleBroken(`原价要高于现价 ${formatYuan(price)}，没有优惠请留空`, "variants");
  if ((form.min_quantity ?? 1) > (form.max_quantity ?? quantityMax))
    throw ruleBroken("最多份数不能小于最少份数", "max_quantity");
  if (!form.takeaway && !form.in_store) throw ruleBroken("请至少选择一种用餐方式", "takeaway");
  for (const [name, date] of Object.entries({ sold_from, sold_until }))
    if (date !== null && !isDate(date)) throw ruleBroken("日期不存在，请重新选择", name);
  if (sold_from !== null && sold_until !== null && sold_from > sold_until)
    throw ruleBroken("结束日期不能早于开始日期", "sold_until");
}

/**
 * Throws "rule_broken" for an image that is neither uploaded here nor comes with the app. `isUploaded` tells
 * whether an upload has this id.
 */
export async function assertOwnImage(
  url: string,
  isUploaded: (id: string) => Promise<boolean>,
): Promise<void> {
  if (url === "" || /^\/media\/[\w-]+\/[\w-]+\.webp$/.test(url)) return;
  const [, id] = /^(?:\/[\w-]+)+?\/([\w-]+)\/\d+\.webp$/.exec(url) ?? [];
  const isOwn = id !== undefined && url.startsWith(`${dishImagePath}/${id}/`) && (await isUploaded(id));
  if (!isOwn) throw ruleBroken("图片不存在，请重新上传", "image");
}

/** Change of many dishes; a price changes by per cent or by an amount in fen. */
export interface DishChange {
  pricePercent: number | undefined;
  priceAmountFen: number | undefined;
  isOnSale: boolean | undefined;
  categoryId: string | undefined;
}

/**
 * Returns a dish after a change. An original price that is no longer higher is dropped. Throws "rule_broken"
 * for a price outside the limits.
 */
export function applyChange(form: DishForm, change: DishChange): DishForm {
  const changePrice = (fen: number) =>
    Math.round((fen * (100 + (change.pricePercent ?? 0))) / 100) + (change.priceAmountFen ?? 0);
  const variants = form.variants.map((variant) => {
    const price = changePrice(variant.price);
    if (price < dishPrice.minFen || price > dishPrice.maxFen)
      throw ruleBroken(`${form.name} 的价格会变成 ${formatYuan(price)}，请调整`, "price_amount");
    const { original_price: original } = variant;
    return { ...variant, price, original_price: original !== null && original > price ? original : null };
  });
  return {
    ...form,
    variants,
    category_id: change.categoryId ?? form.category_id,
    on_sale: change.isOnSale ?? form.on_sale,
  };
}
