import { expect, test } from "vitest";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { daysAhead } from "./daysAhead.ts";
import { parsePauseEnd, pauseEndAfter } from "./pauseEnd.ts";

const now = Date.parse("2026-03-02T23:50:30+08:00");

test("a pause in minutes ends on a whole minute in Shanghai, also past midnight", () => {
  expect(pauseEndAfter(15, now)).toBe("2026-03-03 00:06");
});

test("a pause ends after now and within seven days, or not at all", () => {
  expect(parsePauseEnd("2026-03-03T08:00", now)).toBe("2026-03-03 08:00");
  for (const wrong of ["", "2026-03-02T23:50", "2026-03-10T08:00", "soon"])
    expect(parsePauseEnd(wrong, now)).toBeNull();
});

test("formats timestamps and counts days in Shanghai time", () => {
  expect(formatTimestamp("2026-03-02T16:05:00Z")).toBe("2026-03-03 00:05");
  expect([daysAhead("2026-03-02 10:00", now), daysAhead("2026-03-03 00:10", now)]).toEqual([0, 1]);
});
