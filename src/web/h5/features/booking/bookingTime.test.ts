import { describe, expect, it } from "vitest";
import { toLocalDate } from "#web/lib/time/formatTime.ts";
import { formatBookingTime, formatDay, formatWeekday, isBookingTime } from "./bookingTime.ts";

describe("a booked time", () => {
  it("belongs to the day in Shanghai, also when UTC is still a day behind", () => {
    expect(toLocalDate(Date.parse("2026-11-21T15:59:59Z"))).toBe("2026-11-21");
    expect(toLocalDate(Date.parse("2026-11-21T16:00:00Z"))).toBe("2026-11-22");
  });

  it("is formatted in everyday terms", () => {
    const today = "2026-12-30";
    expect(formatBookingTime(null, today)).toBe("尽快");
    expect(formatBookingTime("2026-12-30 09:15", today)).toBe("今天 09:15");
    expect(formatBookingTime("2026-12-31 12:00", today)).toBe("明天 12:00");
    expect(formatBookingTime("2027-01-01 12:00", today)).toBe("后天 12:00");
    expect(formatDay("2027-01-02", today)).toBe("01-02");
    expect(formatDay("2026-12-29", today)).toBe("12-29");
    expect(formatWeekday("2026-11-21")).toBe("周六");
  });

  it("is distinguished from other texts", () => {
    expect(["2026-11-21 09:15", "2026-11-21T09:15", "", null, 7].map(isBookingTime)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
