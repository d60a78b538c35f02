import { describe, expect, test } from "vitest";
import { findDayPart, getOpeningStatus, listDayParts, type OpeningHours } from "./opening-hours.rules.ts";

const always: OpeningHours = {
  startTime: "00:00",
  endTime: "24:00",
  pausedUntil: null,
  acceptsOrders: true,
  closedAt: null,
};

function at(time: string): Date {
  return new Date(`2026-03-02T${time}:00+08:00`);
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
  ])("from %s to %s at %s: open is %s", (startTime, endTime, time, isOpen) => {
    expect(getOpeningStatus({ ...always, startTime, endTime }, at(time)).isOpen).toBe(isOpen);
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
  ["00:00", "24:00", ["breakfast", "lunch", "tea", "dinner", "night"]],
  ["10:00", "22:00", ["lunch", "tea", "dinner", "night"]],
  ["16:00", "04:00", ["tea", "dinner", "night"]],
  ["00:00", "06:00", []],
])("hours from %s to %s touch the parts %j", (startTime, endTime, options) => {
  expect(listDayParts({ startTime, endTime })).toEqual(options);
});
