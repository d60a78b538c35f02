import { describe, expect, it } from "vitest";
import { formatCountdown, formatDateTime, formatFullDateTime, formatTimeOfDay } from "./formatTime.ts";

describe("date and time formatting", () => {
  it("uses Shanghai time in any time zone of the phone", () => {
    expect(formatDateTime("2026-11-20T17:05:09.000Z")).toBe("11-21 01:05");
    expect(formatFullDateTime("2026-12-31T16:00:00Z")).toBe("2027-01-01 00:00:00");
    expect(formatTimeOfDay("2026-11-21T01:08:00Z")).toBe("09:08");
  });

  it("returns an empty text without a timestamp", () => {
    expect([formatDateTime("x"), formatFullDateTime(""), formatTimeOfDay("nothing")]).toEqual(["", "", ""]);
  });
});

describe("formatCountdown", () => {
  it("counts minutes and seconds and stops at zero", () => {
    expect([900, 61, 0.2, -5].map(formatCountdown)).toEqual(["15:00", "01:01", "00:01", "00:00"]);
  });
});
