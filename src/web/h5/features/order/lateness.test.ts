import { describe, expect, test } from "vitest";
import { formatLateness, promisedAtMs } from "./lateness.ts";

const order = { status: "preparing", booking_time: null, is_late: false, estimated_at: null } as const;

describe("an order past its promised time", () => {
  test("is shown as late, with the current status", () => {
    expect(formatLateness(order, false)).toBe("");
    expect(formatLateness(order, true)).toBe("比预计晚了，正在加紧制作");
    expect(formatLateness({ ...order, is_late: true }, false)).toBe("比预计晚了，正在加紧制作");
    expect(formatLateness({ ...order, status: "paid" }, true)).toBe("比预计晚了，还在等门店接单");
    expect(formatLateness({ ...order, status: "delivering" }, true)).toBe("比预计晚了，骑手正在赶来");
  });

  test("is not late before it is paid, and when it is delivered or over", () => {
    for (const status of ["pending_payment", "ready_for_pickup", "completed", "cancelled"] as const)
      expect(formatLateness({ ...order, status, is_late: true }, true)).toBe("");
  });
});

test("a booked time takes precedence over an estimate, in Shanghai time", () => {
  const estimated_at = "2026-11-21T05:00:00.000Z";
  expect(promisedAtMs({ ...order, estimated_at })).toBe(Date.parse(estimated_at));
  const booking_time = "2026-11-21 12:15";
  expect(promisedAtMs({ ...order, booking_time, estimated_at })).toBe(Date.parse("2026-11-21T04:15:00Z"));
  expect(promisedAtMs({ ...order, booking_time: "soon" })).toBeNull();
  expect(promisedAtMs(order)).toBeNull();
});
