import fc from "fast-check";
import { expect, test } from "vitest";
import { initialBrand } from "./brand.ts";
import { createBrandColors, findContrastProblem } from "./brand-colors.ts";

test("the initial colour is fit and has the shades of the style sheets", () => {
  expect(findContrastProblem(initialBrand.color)).toBeNull();
  expect(createBrandColors(initialBrand.color)).toMatchObject({ accent: "#c9361f", soft: "#fdece8" });
});

test.each([
  ["#ffcc00", 1.42],
  ["#ff0000", 3.49],
  ["#ffffff", 1],
])("%s has too little contrast: %d", (color, contrast) => {
  const problem = findContrastProblem(color);
  expect(problem?.contrast).toBeCloseTo(contrast, 1);
  expect(findContrastProblem(problem?.fitting ?? "")).toBeNull();
});

test.each(["#1b5e20", "#0d47a1", "#000000"])("%s is fit", (color) => {
  expect(findContrastProblem(color)).toBeNull();
});

test("whatever is unfit, the darker colour that is named is fit; shades are colours", () => {
  const channel = fc.integer({ min: 0, max: 255 }).map((part) => part.toString(16).padStart(2, "0"));
  const color = fc.tuple(channel, channel, channel).map((parts) => `#${parts.join("")}`);
  fc.assert(
    fc.property(color, (typed) => {
      const problem = findContrastProblem(typed);
      if (problem !== null) {
        expect(problem.contrast).toBeLessThan(4.5);
        expect(findContrastProblem(problem.fitting)).toBeNull();
      }
      for (const shade of Object.values(createBrandColors(typed))) expect(shade).toMatch(/^#[0-9a-f]{6}$/);
    }),
  );
});
