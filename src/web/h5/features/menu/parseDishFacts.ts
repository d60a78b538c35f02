import { allergenNames, allergens, nutrientNames, nutrients } from "#contract/menu/dish-facts.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toNumber } from "../../app/parse.ts";
import type { Dish } from "./Dish.ts";

/** What a dish contains, as texts. */
export interface DishFacts {
  readonly allergens: readonly string[];
  /** Name and amount of each nutrient that is stated. */
  readonly nutrients: readonly (readonly [name: string, amount: string])[];
}

/** Parses what a dish contains; whatever is unknown or no number is left out. */
export function parseDishFacts({
  allergens: raw,
  nutrition,
}: Pick<Dish, "allergens" | "nutrition">): DishFacts {
  const stated = Array.isArray(raw) ? (raw as unknown[]) : [];
  const amounts = isRecord(nutrition) ? nutrition : {};
  return {
    allergens: allergens.filter((name) => stated.indexOf(name) >= 0).map((name) => allergenNames[name]),
    nutrients: nutrientNames.reduce<[string, string][]>((all, key) => {
      const [name, unit] = nutrients[key];
      const amount = toNumber(amounts[key]);
      return amount === null || amount < 0 ? all : all.concat([[name, `${amount} ${unit}`]]);
    }, []),
  };
}
