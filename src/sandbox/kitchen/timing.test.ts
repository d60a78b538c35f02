import { describe, expect, test } from "vitest";
import { DEFAULT_DELAYS, findNextStep } from "./timing.ts";

const now = Date.parse("2026-03-02T11:00:00+08:00");
const order = {
  order_id: "1",
  order_no: "1",
  pickup_code: null,
  status: "paid",
  refund_status: "none",
  booking_time: null as string | null,
  steps: ["accepted", "cancelled"],
};

function formatNextStep(change: Partial<typeof order>): string | undefined {
  const step = findNextStep({ ...order, ...change }, now, DEFAULT_DELAYS);
  return step?.to && `${step.to} ${new Date(step.at + 8 * 3_600_000).toISOString().slice(11, 19)}`;
}

describe("the kitchen's pace", () => {
  test("leaves time to see each status and takes about two minutes in total", () => {
    expect(formatNextStep({})).toBe("accepted 11:00:08");
    expect(formatNextStep({ status: "accepted", steps: ["preparing"] })).toBe("preparing 11:00:20");
    expect(formatNextStep({ status: "preparing", steps: ["delivering"] })).toBe("delivering 11:00:40");
    expect(formatNextStep({ status: "delivering", steps: ["completed"] })).toBe("completed 11:01:00");
  });

  test("accepts a booked order at once and prepares it near its time", () => {
    const booking_time = "2026-03-02 12:30";
    expect(formatNextStep({ booking_time })).toBe("accepted 11:00:08");
    expect(formatNextStep({ booking_time, status: "accepted", steps: ["preparing"] })).toBe(
      "preparing 12:15:00",
    );
    expect(formatNextStep({ booking_time, status: "preparing", steps: ["ready_for_pickup"] })).toBe(
      "ready_for_pickup 12:25:00",
    );
    expect(formatNextStep({ booking_time, status: "ready_for_pickup", steps: ["completed"] })).toBe(
      "completed 12:30:00",
    );
    expect(
      formatNextStep({ booking_time: "2026-03-02 11:00", status: "accepted", steps: ["preparing"] }),
    ).toBe("preparing 11:00:20");
  });

  test.each(["requested", "refunding", "refunded", "failed"])(
    "leaves one that is %s alone",
    (refund_status) => {
      expect(formatNextStep({ refund_status })).toBeUndefined();
    },
  );

  test("continues with an order that was refunded in part or not at all", () => {
    expect(formatNextStep({ refund_status: "partially_refunded" })).toBe("accepted 11:00:08");
    expect(formatNextStep({ refund_status: "rejected" })).toBe("accepted 11:00:08");
  });

  test("skips an order that can only be cancelled or is completed", () => {
    expect(formatNextStep({ steps: ["cancelled"] })).toBeUndefined();
    expect(formatNextStep({ status: "completed", steps: [] })).toBeUndefined();
  });
});
