import { describe, expect, test } from "vitest";
import { addServiceTime } from "./service-time.ts";

const halfHour = 30 * 60_000;
const day = { from: "09:00", to: "22:00" };
const night = { from: "18:00", to: "02:00" };
const always = { from: "00:00", to: "24:00" };

function due(at: string, hours: { from: string; to: string }, ms = halfHour): string {
  const shifted = addServiceTime(new Date(`${at}+08:00`), hours, ms).getTime() + 8 * 3_600_000;
  return new Date(shifted).toISOString().slice(0, 16);
}

describe("half an hour of service", () => {
  test.each([
    ["within the hours", "2026-03-02T12:00:00", day, "2026-03-02T12:30"],
    ["before they begin", "2026-03-02T07:15:00", day, "2026-03-02T09:30"],
    ["after they end", "2026-03-02T22:00:01", day, "2026-03-03T09:30"],
    ["over their end", "2026-03-02T21:50:00", day, "2026-03-03T09:20"],
    ["up to their last minute", "2026-03-02T21:30:00", day, "2026-03-02T22:00"],
    ["over the turn of a year", "2026-12-31T21:45:00", day, "2027-01-01T09:15"],
    ["before midnight in hours over it", "2026-03-02T23:50:00", night, "2026-03-03T00:20"],
    ["after midnight in hours over it", "2026-03-03T01:45:00", night, "2026-03-03T18:15"],
    ["by day in hours of the night", "2026-03-03T12:00:00", night, "2026-03-03T18:30"],
    ["around the clock", "2026-03-02T23:45:00", always, "2026-03-03T00:15"],
    [
      "around the clock, from one hour to the same",
      "2026-03-02T08:45:00",
      { from: "09:00", to: "09:00" },
      "2026-03-02T09:15",
    ],
  ])("%s", (_name, at, hours, expected) => {
    expect(due(at, hours)).toBe(expected);
  });

  test("of more than a day's hours runs over several days", () => {
    expect(due("2026-03-02T12:00:00", day, 30 * 3_600_000)).toBe("2026-03-04T16:00");
  });
});
