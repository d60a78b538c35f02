import { describe, expect, test } from "vitest";
import { formatAmount, formatAverage, formatChange, formatWait } from "./figureFormat.ts";
import { findPreset, isValidRange, presets, rangeOf } from "./figureRange.ts";

test("amounts, averages and waiting times", () => {
  expect([formatAmount(1_250), formatAmount(-1_250)]).toEqual(["¥12.50", "-¥12.50"]);
  expect([formatAverage(10_000, 3), formatAverage(0, 0)]).toEqual(["¥33.33", "—"]);
  expect([formatWait(630, 7), formatWait(0, 0)]).toEqual(["1.5 分钟", "—"]);
});

test("a change says how much more or less, and nothing of what was not there", () => {
  expect([formatChange(110, 100), formatChange(50, 200), formatChange(5, 5), formatChange(5, 0)]).toEqual([
    "↑ 10.0%",
    "↓ 75.0%",
    "持平",
    "之前没有",
  ]);
});

describe("a range", () => {
  const justAfterMidnight = Date.parse("2026-03-01T00:00:01+08:00");

  test("begins with the day in Shanghai, over the end of a month", () => {
    expect(rangeOf("today", justAfterMidnight)).toEqual({ from: "2026-03-01", to: "2026-03-01" });
    expect(rangeOf("yesterday", justAfterMidnight)).toEqual({ from: "2026-02-28", to: "2026-02-28" });
    expect(rangeOf("week", justAfterMidnight)).toEqual({ from: "2026-02-23", to: "2026-03-01" });
    expect(rangeOf("month", justAfterMidnight)).toEqual({ from: "2026-01-31", to: "2026-03-01" });
    expect(rangeOf("thisMonth", justAfterMidnight)).toEqual({ from: "2026-03-01", to: "2026-03-01" });
  });

  test("is recognised as its preset", () => {
    const now = Date.parse("2026-03-15T12:00:00+08:00");
    for (const preset of presets) expect(findPreset(rangeOf(preset, now), now)).toBe(preset);
    expect(findPreset({ from: "2026-03-02", to: "2026-03-15" }, now)).toBeNull();
  });

  test.each([
    [{ from: "2026-03-01", to: "2026-03-01" }, true],
    [{ from: "2026-03-02", to: "2026-03-01" }, false],
    [{ from: "2010-03-02", to: "2026-03-01" }, false],
    [{ from: "", to: "2026-03-01" }, false],
    [{ from: "9999-12-31", to: "9999-12-31" }, false],
    [{ from: "0020-01-01", to: "0020-01-01" }, false],
  ])("%j is valid: %s", (range, isValid) => {
    expect(isValidRange(range)).toBe(isValid);
  });
});
