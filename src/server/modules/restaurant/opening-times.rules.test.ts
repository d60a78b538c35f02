import { describe, expect, test } from "vitest";
import type { OpeningSpan, OpeningSpans } from "#contract/restaurant/opening-hours.schema.ts";
import { everyDay } from "#contract/restaurant/opening-hours.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { assertSpecialDays, assertWeekHours, listCurrentDays } from "./opening-times.rules.ts";

function findProblem(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}

/** A week with other times on Monday. */
function monday(...spans: OpeningSpan[]): OpeningSpans[] {
  return [spans, ...everyDay(["10:00", "22:00"]).slice(1)];
}

describe("opening times", () => {
  test.each<[OpeningSpan[], string | null]>([
    [[["00:00", "24:00"]], null],
    [
      [
        ["07:00", "10:00"],
        ["10:00", "22:00"],
      ],
      null,
    ],
    [[["10:00", "10:00"]], "周一的开始和结束时间不能相同"],
    [[["24:00", "08:00"]], "周一的开始时间请写成 00:00"],
    [
      [
        ["07:00", "10:01"],
        ["10:00", "22:00"],
      ],
      "周一的营业时间有重叠",
    ],
    [
      [
        ["07:00", "06:00"],
        ["10:00", "22:00"],
      ],
      "周一的营业时间有重叠",
    ],
    [[["18:00", "10:00"]], null],
    [[["18:00", "10:01"]], "周一的营业时间与第二天重叠"],
  ])("%j on Mondays: %s", (spans, problem) => {
    expect(findProblem(() => assertWeekHours(monday(...spans)))).toBe(problem);
  });

  test("of Sunday must not run into Monday, and a week without any is refused", () => {
    const weekHours = [...everyDay(["10:00", "22:00"]).slice(1), [["20:00", "11:00"]] as OpeningSpans];
    expect(findProblem(() => assertWeekHours(weekHours))).toBe("周日的营业时间与第二天重叠");
    expect(findProblem(() => assertWeekHours(everyDay()))).toBe("请至少填写一天的营业时间");
  });

  test.each<[string[], OpeningSpans, string | null]>([
    [["2026-10-01", "2026-10-02"], [], null],
    [["2026-02-30"], [], "2026-02-30 不是日期"],
    [["2026-10-01", "2026-10-01"], [], "2026-10-01 重复了"],
    [["2026-10-01"], [["10:00", "10:00"]], "2026-10-01的开始和结束时间不能相同"],
  ])("special days %j: %s", (dates, spans, problem) => {
    expect(findProblem(() => assertSpecialDays(dates.map((date) => ({ date, spans }))))).toBe(problem);
  });

  test("keep the special days from yesterday on", () => {
    const days = ["2026-02-28", "2026-03-01", "2026-03-02"].map((date) => ({ date, spans: [] }));
    expect(listCurrentDays(days, new Date("2026-03-02T00:30:00+08:00"))).toEqual(days.slice(1));
  });
});
