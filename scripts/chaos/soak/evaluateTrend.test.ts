import { expect, test } from "vitest";
import { evaluateTrend } from "./evaluateTrend.ts";

const createSamples = (valueAt: (nth: number) => number) =>
  Array.from({ length: 90 }, (_, nth) => ({ hours: nth / 90, value: valueAt(nth) }));
const allowance = { share: 0.05, amount: 4 };

test("a figure that rises during warm-up and then fluctuates is flat", () => {
  const sawTooth = evaluateTrend(
    "heap",
    createSamples((nth) => (nth < 30 ? 50 + nth : 80 + (nth % 10))),
    allowance,
  );
  expect(sawTooth).toMatchObject({ second: 85, last: 85, isFlat: true });
  expect(Math.abs(sawTooth.perHour)).toBeLessThan(3);
});

test("a figure that grows to the end is a problem, and its growth per hour is reported", () => {
  const leak = evaluateTrend(
    "heap",
    createSamples((nth) => 80 + nth / 3),
    allowance,
  );
  expect(leak.isFlat).toBe(false);
  expect(leak.perHour).toBeCloseTo(30);
  expect(
    evaluateTrend(
      "heap",
      createSamples((nth) => 80 - nth / 3),
      allowance,
    ).isFlat,
  ).toBe(true);
});
