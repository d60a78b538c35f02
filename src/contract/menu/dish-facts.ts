/** Allergens that a dish may contain: the categories of GB 7718. */
export const allergenNames = {
  gluten: "含麸质谷物",
  crustaceans: "甲壳类",
  fish: "鱼类",
  eggs: "蛋类",
  peanuts: "花生",
  soybeans: "大豆",
  milk: "乳制品",
  nuts: "坚果",
} as const;
export type Allergen = keyof typeof allergenNames;
export const allergens = Object.keys(allergenNames) as [Allergen, ...Allergen[]];

/** Nutrients of a portion, in the order of GB 28050: name and unit. */
export const nutrients = {
  energy_kj: ["能量", "kJ"],
  protein_g: ["蛋白质", "g"],
  fat_g: ["脂肪", "g"],
  carbohydrate_g: ["碳水化合物", "g"],
  sodium_mg: ["钠", "mg"],
} as const;
export type Nutrient = keyof typeof nutrients;
export const nutrientNames = Object.keys(nutrients) as Nutrient[];
/** Maximum of each, with one decimal. */
export const nutrientMax = 99_999.9;

/** What a portion contains, in the units of `nutrients`; null where it is not stated. */
export type Nutrition = Record<Nutrient, number | null>;
