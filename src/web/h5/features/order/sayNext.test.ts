import { describe, expect, test } from "vitest";
import { sayCodeHint, sayNext } from "./sayNext.ts";

const order = {
  status: "pending_payment",
  refund_status: "none",
  order_type: "pickup",
  booking_time: null,
  table_no: null,
} as const;

describe("what comes next", () => {
  test("of an unpaid order is that the store begins, or for which time it cooks", () => {
    expect(sayNext(order)).toBe("付款后门店马上开始准备");
    expect(sayNext({ ...order, booking_time: "2026-11-21 12:15" })).toBe("付款后门店会按 11-21 12:15 准备");
  });

  test("of a meal that is ready depends on whether somebody sits, and where", () => {
    const ready = { ...order, status: "ready_for_pickup" } as const;
    expect(sayNext(ready)).toBe("餐点做好了，请到店出示取餐码");
    expect(sayNext({ ...ready, order_type: "dine_in" })).toBe("餐点做好了，请凭取餐码取餐");
    expect(sayNext({ ...ready, order_type: "dine_in", table_no: "A12" })).toBe(
      "餐点做好了，马上送到您的桌上",
    );
  });

  test("of money that goes back is said before everything else", () => {
    const refunding = { ...order, status: "cancelled", refund_status: "refunding" } as const;
    expect(sayNext({ ...refunding, booking_time: "2026-11-21 12:15" })).toBe("退款中，款项将原路退回");
  });
});

test("the code is shown at the counter, called out, or not needed at a table", () => {
  expect(sayCodeHint(order)).toBe("到店向店员出示");
  expect(sayCodeHint({ order_type: "dine_in", table_no: null })).toBe("叫到号后凭它取餐");
  expect(sayCodeHint({ order_type: "dine_in", table_no: "A12" })).toBe("餐点会送到您的桌上");
});
