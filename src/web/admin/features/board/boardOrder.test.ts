import { expect, test } from "vitest";
import type { BoardOrder } from "#contract/order/board.schema.ts";
import { findLongestWaiting, groupByTime, minutesSince } from "./boardOrder.ts";

function order(id: string, more: Partial<BoardOrder> = {}): BoardOrder {
  return {
    order_id: id,
    order_no: id,
    order_type: "pickup",
    status: "paid",
    status_text: "",
    refund_status: "none",
    pickup_code: id,
    table_no: null,
    booking_time: null,
    paid_at: "2026-03-02T03:00:00Z",
    items: [],
    soldout_policy: "contact",
    remark: "",
    tableware_count: 0,
    contact: { name: null, phone: null, address: null },
    alarm: null,
    steps: [],
    ...more,
  };
}

test("orders for now come before booked ones, which are sorted by time", () => {
  const late = order("late", { booking_time: "2026-03-02 18:00" });
  const soon = order("soon", { booking_time: "2026-03-02 12:15" });
  const groups = groupByTime([late, order("a"), soon, order("b")]);
  expect(groups.map(({ time, orders }) => [time, orders.map((one) => one.order_id)])).toEqual([
    [null, ["a", "b"]],
    ["2026-03-02 12:15", ["soon"]],
    ["2026-03-02 18:00", ["late"]],
  ]);
});

test("the longest waiting order is one for now that is in the kitchen", () => {
  const early = { paid_at: "2026-03-02T02:00:00Z" };
  expect(
    findLongestWaiting([order("now"), order("first", { ...early, status: "preparing" })])?.order_id,
  ).toBe("first");
  expect(
    findLongestWaiting([
      order("ready", { ...early, status: "ready_for_pickup" }),
      order("booked", { ...early, booking_time: "2026-03-02 18:00" }),
      order("back", { ...early, refund_status: "requested" }),
    ]),
  ).toBeNull();
});

test("minutes are whole and never negative", () => {
  const now = Date.parse("2026-03-02T03:10:59Z");
  expect(minutesSince("2026-03-02T03:00:00Z", now)).toBe(10);
  expect(minutesSince("2026-03-02T03:20:00Z", now)).toBe(0);
  expect(minutesSince(null, now)).toBe(0);
});
