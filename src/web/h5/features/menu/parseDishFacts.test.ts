import { expect, it } from "vitest";
import { parseDishFacts } from "./parseDishFacts.ts";

it("names allergens and nutrients in their order, with units", () => {
  const nutrition = { sodium_mg: 800, energy_kj: 2105.5, fat_g: 0 };
  expect(parseDishFacts({ allergens: ["milk", "gluten"], nutrition })).toEqual({
    allergens: ["含麸质谷物", "乳制品"],
    nutrients: [
      ["能量", "2105.5 kJ"],
      ["脂肪", "0 g"],
      ["钠", "800 mg"],
    ],
  });
});

it.each([
  {},
  { allergens: "milk", nutrition: 5 },
  { allergens: [7, "unknown"], nutrition: { energy_kj: null, protein_g: "x", fat_g: -1 } },
])("leaves out what is missing or unknown: %j", (raw) => {
  expect(parseDishFacts(raw)).toEqual({ allergens: [], nutrients: [] });
});
