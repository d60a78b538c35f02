import type { DayPart } from "#contract/constants.ts";
import { type Allergen, allergenNames, allergens, nutrientNames } from "#contract/menu/dish-facts.ts";
import { weekdayNames } from "#contract/restaurant/opening-hours.ts";
import type { DishForm } from "#contract/staff/menu-admin/dish.schema.ts";
import { yieldToEventLoop } from "../../platform/yield-to-event-loop.ts";
import {
  booleanCell,
  type CatalogueProblem,
  type Columns,
  listCell,
  numberCell,
  optionalNumberCell,
  optionalPriceCell,
  optionalTextCell,
  type ParsedRow,
  priceCell,
  textCell,
} from "./catalogue-sheet.rules.ts";

/** Row of the sheet: one variant of a dish, with what all variants of the dish have in common. */
export interface MenuSheetRow extends Omit<DishForm, "category_id" | "variants"> {
  spu_id: string;
  dish_id: string;
  category: string;
  spec_name: string | null;
  price: number;
  original_price: number | null;
}

/** A dish of the file, and the row in which it begins. */
export interface SheetDish {
  row: number;
  spuId: string;
  category: string;
  form: Omit<DishForm, "category_id">;
}

const dayPartNames = new Map<DayPart, string>([
  ["breakfast", "早餐"],
  ["lunch", "午餐"],
  ["tea", "下午茶"],
  ["dinner", "晚餐"],
  ["night", "夜宵"],
]);
const weekdays = new Map(weekdayNames.map((name, index) => [index + 1, name]));

const allergensByName = new Map<Allergen, string>(
  allergens.map((allergen) => [allergen, allergenNames[allergen]]),
);

export const menuColumns: Columns<MenuSheetRow> = {
  spu_id: ["菜品编号", textCell],
  dish_id: ["规格编号", textCell],
  name: ["菜品名称", textCell],
  category: ["分类", textCell],
  description: ["描述", textCell],
  image: ["图片", textCell],
  spec_name: ["规格", optionalTextCell],
  price: ["价格", priceCell],
  original_price: ["原价", optionalPriceCell],
  day_parts: ["供应时段", listCell(dayPartNames)],
  weekdays: ["供应星期", listCell(weekdays)],
  sold_from: ["开始日期", optionalTextCell],
  sold_until: ["结束日期", optionalTextCell],
  takeaway: ["外卖", booleanCell],
  in_store: ["到店", booleanCell],
  rank: ["排序", numberCell],
  min_quantity: ["最少份数", optionalNumberCell],
  max_quantity: ["最多份数", optionalNumberCell],
  allergens: ["过敏原", listCell(allergensByName)],
  energy_kj: ["能量（千焦）", optionalNumberCell],
  protein_g: ["蛋白质（克）", optionalNumberCell],
  fat_g: ["脂肪（克）", optionalNumberCell],
  carbohydrate_g: ["碳水化合物（克）", optionalNumberCell],
  sodium_mg: ["钠（毫克）", optionalNumberCell],
  on_sale: ["上架", booleanCell],
};

/** Headers by which a sheet of dishes is recognised. */
export const menuHeaders = ["菜品编号", "规格编号"];

const sharedFields = [
  "name",
  "category",
  "description",
  "image",
  "day_parts",
  "weekdays",
  "sold_from",
  "sold_until",
  "takeaway",
  "in_store",
  "rank",
  "min_quantity",
  "max_quantity",
  "allergens",
  ...nutrientNames,
  "on_sale",
] as const;

/** Rows after which other requests have their turn. */
const partRows = 500;

/** Joins the rows of each dish; reports rows that contradict the first of their dish, and repeated codes. */
export async function groupDishes(
  sheet: string,
  rows: readonly ParsedRow<MenuSheetRow>[],
): Promise<{ dishes: SheetDish[]; problems: CatalogueProblem[] }> {
  const problems: CatalogueProblem[] = [];
  const report = (row: number, field: keyof MenuSheetRow, problem: string) =>
    problems.push({ sheet, row, column: menuColumns[field][0], problem });
  const firstRows = new Map<string, ParsedRow<MenuSheetRow>>();
  const dishes = new Map<string, SheetDish>();
  const codes = new Set<string>();
  for (const [index, parsed] of rows.entries()) {
    if (index % partRows === 0) await yieldToEventLoop();
    const { row, values } = parsed;
    const { spu_id, dish_id, category, spec_name, price, original_price, ...shared } = values;
    for (const field of ["spu_id", "dish_id"] as const)
      if (!/^[\w-]{1,64}$/.test(values[field])) report(row, field, "请填字母、数字、- 或 _，最多 64 位");
    if (codes.has(dish_id)) report(row, "dish_id", `规格编号 ${dish_id} 重复`);
    codes.add(dish_id);
    const first = firstRows.get(spu_id) ?? parsed;
    firstRows.set(spu_id, first);
    for (const field of sharedFields)
      if (!isSame(first.values[field], values[field]))
        report(row, field, `和第 ${first.row} 行不一致，同一菜品的各规格要相同`);
    const dish = dishes.get(spu_id) ?? { row, spuId: spu_id, category, form: { ...shared, variants: [] } };
    dish.form.variants.push({ dish_id, spec_name, price, original_price });
    dishes.set(spu_id, dish);
  }
  return { dishes: [...dishes.values()], problems };
}

/** Whether two cells have the same content; a list is compared by its items. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b));
}

/** Converts a dish to the rows of its variants. */
export function toRows(spuId: string, category: string, form: DishForm): MenuSheetRow[] {
  const { category_id: _id, variants, ...shared } = form;
  return variants.map((variant) => ({ spu_id: spuId, category, ...shared, ...variant }));
}
