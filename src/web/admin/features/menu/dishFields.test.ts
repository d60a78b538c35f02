import { expect, test } from "vitest";
import type { ChainDish } from "#contract/staff/menu-admin/dish.schema.ts";
import { mergeDishFields, newFields, newVariant, parseFields, toFields } from "./dishFields.ts";
import { menuMessages } from "./menuMessages.ts";

const dish: ChainDish = {
  spu_id: "10205",
  version: "v1",
  name: "滑蛋虾仁饭",
  category_id: "rice",
  description: "虾仁现剥",
  image: "/media/dishes/shrimp.webp",
  day_parts: ["lunch", "dinner"],
  weekdays: null,
  sold_from: "2026-12-01",
  sold_until: null,
  takeaway: true,
  in_store: false,
  rank: 12,
  min_quantity: 2,
  max_quantity: 5,
  allergens: ["crustaceans", "eggs"],
  energy_kj: 2_105.5,
  protein_g: 24,
  fat_g: null,
  carbohydrate_g: 0.1,
  sodium_mg: 0,
  on_sale: true,
  variants: [
    { dish_id: "102051", spec_name: "标准", price: 3_300, original_price: 3_800 },
    { dish_id: "102052", spec_name: "加大", price: 3_950, original_price: null },
  ],
  state: "live",
  changes: [],
  publish_at: null,
};

test("a dish is parsed from its fields as it was", () => {
  const { spu_id: _id, version: _version, state: _state, changes: _changes, publish_at: _at, ...form } = dish;
  expect(parseFields(toFields(dish))).toEqual({ form });
});

test("a new dish has no position yet: it comes after the last one", () => {
  const variants = [{ ...newVariant("1"), price: "1" }];
  expect(parseFields({ ...newFields("rice"), name: "白饭", variants })).toMatchObject({
    form: { rank: null },
  });
});

test("what is missing or no amount is reported by field", () => {
  const { noName, noCategory, badPrice, badRank } = menuMessages.form;
  expect(parseFields({ ...newFields(""), rank: "-1" })).toEqual({
    problems: { name: noName, category_id: noCategory, variants: badPrice, rank: badRank },
  });
  const { badQuantity, badMaximum, badNutrient } = menuMessages.form;
  const typed = { min_quantity: "0", max_quantity: "100", energy_kj: "1.23", sodium_mg: "-1" };
  expect(parseFields({ ...toFields(dish), ...typed })).toEqual({
    problems: {
      min_quantity: badQuantity,
      max_quantity: badQuantity,
      energy_kj: badNutrient,
      sodium_mg: badNutrient,
    },
  });
  expect(parseFields({ ...toFields(dish), min_quantity: "6" })).toEqual({
    problems: { max_quantity: badMaximum },
  });
  const [first] = toFields(dish).variants;
  for (const bad of [{ price: "1.234" }, { price: "0" }, { price: "-1" }, { original_price: "x" }])
    expect(parseFields({ ...toFields(dish), variants: [{ ...first!, ...bad }] })).toEqual({
      problems: { variants: badPrice },
    });
});

test("after a change by another, each variant keeps what was typed here and takes over the rest", () => {
  const base = toFields(dish);
  const [standard, large] = base.variants;
  const typed = {
    ...base,
    name: "甲",
    variants: [standard!, { ...large!, price: "40.00" }, { ...newVariant("n"), spec_name: "特大" }],
  };
  const other = { ...newVariant("o"), dish_id: "102053", spec_name: "小份" };
  const current = { ...base, rank: "5", variants: [{ ...standard!, price: "34.00" }, large!, other] };
  expect(mergeDishFields(typed, base, current)).toEqual({
    ...base,
    name: "甲",
    rank: "5",
    variants: [
      { ...standard!, price: "34.00" },
      { ...large!, price: "40.00" },
      other,
      { ...newVariant("n"), spec_name: "特大" },
    ],
  });
  const withoutLarge = { ...base, variants: [standard!] };
  expect(mergeDishFields(typed, base, withoutLarge).variants.map(({ key }) => key)).toEqual([
    standard!.key,
    "n",
  ]);
  expect(mergeDishFields(withoutLarge, base, current).variants.map(({ key }) => key)).toEqual([
    standard!.key,
    "o",
  ]);
});
