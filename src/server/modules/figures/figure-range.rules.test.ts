import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  assertRange,
  countDays,
  listPoints,
  rangeBefore,
  splitRange,
} from "./figure-range.rules.ts";

const firstDay = "2019-12-28";
const range = fc
  .tuple(fc.nat({ max: 2_000 }), fc.nat({ max: 3_600 }))
  .map(([start, length]) => ({ from: addDays(firstDay, start), to: addDays(firstDay, start + length) }));

/** Counts the days that spans stand for, by the calendar of the runtime. */
function countDaysOf({ span, from, to }: { span: string; from: string; to: string }): number {
  const [year = 0, month = 0, day = 0] = to.split("-").map(Number);
  const end =
    span === "year"
      ? Date.UTC(year + 1, 0, 1)
      : span === "month"
        ? Date.UTC(year, month, 1)
        : Date.UTC(year, month - 1, day + 1);
  return (end - Date.parse(from)) / 86_400_000;
}

describe("a range of days", () => {
  test("is split into spans that cover it once, whole years and months where they fit", () => {
    fc.assert(
      fc.property(range, (days) => {
        const spans = splitRange(days);
        expect(spans[0]?.from).toBe(days.from);
        expect(spans.reduce((sum, span) => sum + countDaysOf(span), 0)).toBe(countDays(days));
        expect(spans.length).toBeLessThanOrEqual(5);
      }),
    );
  });

  test("of whole years is years, and of three days over a new year is days", () => {
    expect(splitRange({ from: "2020-01-01", to: "2021-12-31" })).toEqual([
      { span: "year", from: "2020-01-01", to: "2021-01-01" },
    ]);
    expect(splitRange({ from: "2020-12-31", to: "2021-01-02" })).toEqual([
      { span: "day", from: "2020-12-31", to: "2021-01-02" },
    ]);
    expect(splitRange({ from: "2024-02-01", to: "2024-02-29" })).toEqual([
      { span: "month", from: "2024-02-01", to: "2024-02-01" },
    ]);
  });

  test("is compared with as many days before it", () => {
    expect(rangeBefore({ from: "2026-03-01", to: "2026-03-01" })).toEqual({
      from: "2026-02-28",
      to: "2026-02-28",
    });
    expect(rangeBefore({ from: "2026-03-01", to: "2026-03-31" })).toEqual({
      from: "2026-01-29",
      to: "2026-02-28",
    });
  });

  test("has a point for each day, or for each month if it is longer than a year", () => {
    expect(listPoints({ from: "2026-02-27", to: "2026-03-01" })).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
    ]);
    expect(listPoints({ from: "2015-12-31", to: "2025-12-30" })).toHaveLength(121);
  });

  test.each([
    [{ from: "2026-02-30", to: "2026-03-01" }, "没有这一天"],
    [{ from: "2026-02-28", to: "2026-02-29" }, "没有这一天"],
    [{ from: "2026-03-02", to: "2026-03-01" }, "不能早于"],
    [{ from: "2010-01-01", to: "2026-03-01" }, "最多查看十年"],
    [{ from: "9999-12-31", to: "9999-12-31" }, "只能查看2000年到2100年的数据"],
    [{ from: "2100-12-31", to: "2101-01-01" }, "只能查看2000年到2100年的数据"],
    [{ from: "0001-01-01", to: "0001-01-01" }, "只能查看2000年到2100年的数据"],
    [{ from: "1999-12-31", to: "2000-01-01" }, "只能查看2000年到2100年的数据"],
  ])("%j is refused with a sentence", (days, sentence) => {
    expect(() => assertRange(days)).toThrow(sentence);
  });

  test("may be the first or the last day of all", () => {
    for (const day of ["2000-01-01", "2100-12-31"]) {
      expect(() => assertRange({ from: day, to: day })).not.toThrow();
      expect(splitRange({ from: day, to: day })).toEqual([{ span: "day", from: day, to: day }]);
    }
  });
});
