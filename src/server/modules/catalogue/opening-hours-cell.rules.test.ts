import { describe, expect, test } from "vitest";
import type { OpeningSpan, WeekHours } from "#contract/restaurant/opening-hours.schema.ts";
import { everyDay } from "#contract/restaurant/opening-hours.ts";
import { CellError } from "./catalogue-sheet.rules.ts";
import { specialDaysCell, weekCell } from "./opening-hours-cell.rules.ts";

const lunch: OpeningSpan = ["10:00", "14:00"];
const dinner: OpeningSpan = ["17:00", "21:00"];
const partOfWeek: WeekHours = [[], [lunch], [lunch], [lunch], [lunch, dinner], [["00:00", "24:00"]], []];

describe("opening hours in a cell", () => {
  test.each<[WeekHours, string]>([
    [everyDay(["07:00", "22:00"]), "每天 07:00-22:00"],
    [everyDay(["00:00", "24:00"]), "每天 24小时营业"],
    [everyDay(lunch, dinner), "每天 10:00-14:00、17:00-21:00"],
    [
      partOfWeek,
      "周一 休息；周二至周四 10:00-14:00；周五 10:00-14:00、17:00-21:00；周六 24小时营业；周日 休息",
    ],
  ])("%j is written as %s, and read again", (week, text) => {
    expect(weekCell.format(week)).toBe(text);
    expect(weekCell.parse(text)).toEqual(week);
  });

  test.each<[string, WeekHours]>([
    ["7:00-22:00", everyDay(["07:00", "22:00"])],
    ["17:00-21:00 10:00~14:00", everyDay(lunch, dinner)],
    ["周六到周日 10:00-14:00", [[], [], [], [], [], [lunch], [lunch]]],
    ["", everyDay()],
  ])("%s is understood", (text, week) => {
    expect(weekCell.parse(text)).toEqual(week);
  });

  test.each([
    "周八 10:00-14:00",
    "周五至周一 10:00-14:00",
    "每天 十点",
    "每天 10:00",
    "周一 10:00-14:00；周一 休息",
  ])("%s is refused", (text) => {
    expect(() => weekCell.parse(text)).toThrow(CellError);
  });
});

describe("special days in a cell", () => {
  const text = "2026-10-01 休息；2026-10-02 10:00-14:00、17:00-21:00";
  const days = [
    { date: "2026-10-01", spans: [] },
    { date: "2026-10-02", spans: [lunch, dinner] },
  ];

  test("are written by date, and read again", () => {
    expect(specialDaysCell.format(days)).toBe(text);
    expect(specialDaysCell.parse(text)).toEqual(days);
    expect(specialDaysCell.parse("")).toEqual([]);
  });

  test.each(["10月1日 休息", "2026-10-01", "2026-10-01 关门"])("%s is refused", (wrong) => {
    expect(() => specialDaysCell.parse(wrong)).toThrow(CellError);
  });
});
