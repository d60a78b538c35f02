import { describe, expect, test } from "vitest";
import type { OpeningSpans } from "#contract/restaurant/opening-hours.schema.ts";
import { everyDay } from "#contract/restaurant/opening-hours.ts";
import {
  findBusinessDay,
  findDayPart,
  findShownDate,
  getOpeningStatus,
  listDayParts,
  nextBusinessDayAt,
  type OpeningHours,
} from "./opening-hours.rules.ts";

const always: OpeningHours = {
  weekHours: everyDay(["00:00", "24:00"]),
  specialDays: [],
  pausedUntil: null,
  acceptsOrders: true,
  closedAt: null,
};
const day = everyDay(["07:00", "22:00"]);
const night = everyDay(["18:00", "02:00"]);
const split = everyDay(["10:00", "14:00"], ["17:00", "01:00"]);
/** Open from Tuesday to Friday at lunch, and on Saturday evening until after midnight. */
const partOfWeek = [
  [],
  ...Array.from({ length: 4 }, (): OpeningSpans => [["10:00", "14:00"]]),
  [["18:00", "02:00"]],
  [],
] as OpeningSpans[];

/** A time of Monday, 2 March 2026, or of another day of that month. */
function at(time: string): Date {
  return new Date(`2026-03-${time.includes("T") ? time : `02T${time}`}:00+08:00`);
}

function isOpen(hours: Partial<OpeningHours>, time: string): boolean {
  return getOpeningStatus({ ...always, ...hours }, at(time)).isOpen;
}

describe("hours", () => {
  test.each([
    ["07:00", "22:00", "06:59", false],
    ["07:00", "22:00", "07:00", true],
    ["07:00", "22:00", "22:00", false],
    ["16:00", "04:00", "15:59", false],
    ["16:00", "04:00", "03:59", true],
    ["16:00", "04:00", "04:00", false],
    ["18:00", "24:00", "23:59", true],
    ["18:00", "24:00", "00:00", false],
    ["18:00", "00:00", "23:59", true],
    ["18:00", "00:00", "00:00", false],
    ["00:00", "24:00", "00:00", true],
    ["08:00", "08:00", "03:00", true],
  ])("from %s to %s at %s: open is %s", (from, until, time, expected) => {
    expect(isOpen({ weekHours: everyDay([from, until]) }, time)).toBe(expected);
  });

  test.each([
    ["09:59", false],
    ["10:00", true],
    ["14:00", false],
    ["17:00", true],
    ["00:59", true],
    ["01:00", false],
  ])("with a break at %s: open is %s", (time, expected) => {
    expect(isOpen({ weekHours: split }, time)).toBe(expected);
  });

  test.each([
    ["02T12:00", false],
    ["03T12:00", true],
    ["07T12:00", false],
    ["07T18:00", true],
    ["08T01:59", true],
    ["08T12:00", false],
  ])("by weekday at %s: open is %s", (time, expected) => {
    expect(isOpen({ weekHours: partOfWeek }, time)).toBe(expected);
  });

  test("of a special day replace those of its weekday, and run over midnight", () => {
    const specialDays = [
      { date: "2026-03-03", spans: [] },
      { date: "2026-03-04", spans: [["20:00", "03:00"] as [string, string]] },
    ];
    const times = ["02T12:00", "03T12:00", "04T12:00", "04T20:00", "05T02:59", "05T03:00", "05T07:00"];
    expect(times.map((time) => isOpen({ weekHours: day, specialDays }, time))).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
      true,
    ]);
  });
});

describe("a restaurant inside its hours", () => {
  test("takes no orders while paused, and takes them again when the pause ends", () => {
    const hours = { ...always, pausedUntil: at("12:00") };
    expect(getOpeningStatus(hours, at("11:59"))).toEqual({
      isOpen: true,
      isPaused: true,
      isImmediate: false,
    });
    expect(getOpeningStatus(hours, at("12:00"))).toEqual({
      isOpen: true,
      isPaused: false,
      isImmediate: true,
    });
  });

  test("takes no orders when its kitchen does not", () => {
    expect(getOpeningStatus({ ...always, acceptsOrders: false }, at("12:00")).isImmediate).toBe(false);
  });

  test("is closed once it is permanently closed", () => {
    expect(getOpeningStatus({ ...always, closedAt: at("01:00") }, at("12:00")).isOpen).toBe(false);
  });
});

describe("the business day", () => {
  test.each([
    ["02T12:00", day, "02T22:00"],
    ["02T22:30", day, "02T22:00"],
    ["03T06:59", day, "02T22:00"],
    ["02T19:00", night, "03T02:00"],
    ["03T01:30", night, "03T02:00"],
    ["02T12:00", everyDay(["00:00", "24:00"]), "03T00:00"],
    ["02T12:00", everyDay(["09:00", "09:00"]), "03T09:00"],
    ["02T15:00", split, "03T01:00"],
    ["09T12:00", partOfWeek, "08T02:00"],
    ["02T12:00", everyDay(), "03T00:00"],
  ])("of what came at %s ends with its last closing", (time, weekHours, expected) => {
    expect(findBusinessDay(at(time), { weekHours, specialDays: [] }).until).toEqual(at(expected));
  });

  test.each([
    ["02T06:00", day, "02T07:00"],
    ["02T07:00", day, "03T07:00"],
    ["02T15:00", split, "03T10:00"],
    ["06T14:00", partOfWeek, "07T18:00"],
    ["07T19:00", partOfWeek, "10T10:00"],
  ])("after %s begins with the first opening of a date", (time, weekHours, expected) => {
    expect(nextBusinessDayAt(at(time), { weekHours, specialDays: [] })).toEqual(at(expected));
  });

  test("begins after the holidays, or never", () => {
    const specialDays = [
      { date: "2026-03-03", spans: [] },
      { date: "2026-03-04", spans: [] },
    ];
    expect(nextBusinessDayAt(at("02T12:00"), { weekHours: day, specialDays })).toEqual(at("05T07:00"));
    expect(nextBusinessDayAt(at("02T12:00"), { weekHours: everyDay(), specialDays })).toBeNull();
  });

  test("that is shown is today, or the next one with an opening", () => {
    expect(findShownDate({ weekHours: partOfWeek, specialDays: [] }, at("03T23:00"))).toBe("2026-03-03");
    expect(findShownDate({ weekHours: partOfWeek, specialDays: [] }, at("08T12:00"))).toBe("2026-03-10");
    expect(findShownDate({ weekHours: everyDay(), specialDays: [] }, at("08T12:00"))).toBe("2026-03-08");
  });
});

test.each([
  ["05:59", null],
  ["06:00", "breakfast"],
  ["09:59", "breakfast"],
  ["10:00", "lunch"],
  ["14:00", "tea"],
  ["17:00", "dinner"],
  ["21:00", "night"],
  ["23:59", "night"],
  ["00:00", null],
])("the part of the day at %s is %s", (time, part) => {
  expect(findDayPart(at(time))).toBe(part);
});

test.each([
  [[["00:00", "24:00"]], ["breakfast", "lunch", "tea", "dinner", "night"]],
  [[["10:00", "22:00"]], ["lunch", "tea", "dinner", "night"]],
  [[["16:00", "04:00"]], ["tea", "dinner", "night"]],
  [[["00:00", "06:00"]], []],
  [
    [
      ["10:00", "14:00"],
      ["17:00", "21:00"],
    ],
    ["lunch", "dinner"],
  ],
  [[], []],
] as [OpeningSpans, string[]][])("hours %j touch the parts %j", (spans, parts) => {
  expect(listDayParts(spans)).toEqual(parts);
});
