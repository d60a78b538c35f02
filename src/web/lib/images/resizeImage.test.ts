import { expect, test } from "vitest";
import { scaledSize } from "./resizeImage.ts";

test.each([
  [4000, 3000, 1600, 1200],
  [3000, 4000, 1200, 1600],
  [1600, 900, 1600, 900],
  [320, 200, 320, 200],
  [20_000, 3, 1600, 1],
])("sends an image of %i × %i as %i × %i", (width, height, wide, high) => {
  expect(scaledSize(width, height)).toEqual({ width: wide, height: high });
});
