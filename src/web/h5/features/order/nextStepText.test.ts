import { describe, expect, test } from "vitest";
import { formatRefundLine, nextStepText, pickupCodeHint } from "./nextStepText.ts";

const order = {
  status: "pending_payment",
  refund_status: "none",
  order_type: "pickup",
  booking_time: null,
  table_no: null,
} as const;

describe("the next step", () => {
  test("of an unpaid order is that the restaurant begins, or for which time it cooks", () => {
    expect(nextStepText(order)).toBe("付款后门店马上开始准备");
    const booked = { ...order, booking_time: "2026-11-21 12:15" };
    const at = Date.parse("2026-11-21T12:15:00+08:00");
    expect(nextStepText(booked, at - 1)).toBe("付款后门店会按 11-21 12:15 准备");
    expect(nextStepText(booked, at + 1)).toBe("预约的时间已过，请取消后重新下单");
  });

  test("of an accepted order is its booked time, or that the kitchen begins", () => {
    const accepted = { ...order, status: "accepted" } as const;
    expect(nextStepText(accepted)).toBe("门店已接单，马上开始制作");
    const booked = { ...accepted, booking_time: "2026-11-21 12:15" };
    const at = Date.parse("2026-11-21T12:15:00+08:00");
    expect(nextStepText(booked, at - 1)).toBe("门店已接单，会按 11-21 12:15 准备");
    expect(nextStepText(booked, at + 1)).toBe("门店已接单，马上开始制作");
  });

  test("of a meal that is ready depends on whether the customer has a table, and which", () => {
    const ready = { ...order, status: "ready_for_pickup" } as const;
    expect(nextStepText(ready)).toBe("餐点做好了，请到店出示取餐码");
    expect(nextStepText({ ...ready, order_type: "dine_in" })).toBe("餐点做好了，请凭取餐码取餐");
    expect(nextStepText({ ...ready, order_type: "dine_in", table_no: "A12" })).toBe(
      "餐点做好了，马上送到您的桌上",
    );
  });

  test.each(["requested", "refunding", "partially_refunded", "rejected", "failed"] as const)(
    "of food that is ready is where it is, regardless of refunds (%s)",
    (refund_status) => {
      const ready = { ...order, status: "ready_for_pickup", refund_status } as const;
      expect(nextStepText(ready)).toBe("餐点做好了，请到店出示取餐码");
    },
  );

  test("of an order that is over is how its money is refunded", () => {
    const refunding = { ...order, status: "cancelled", refund_status: "refunding" } as const;
    expect(nextStepText({ ...refunding, booking_time: "2026-11-21 12:15" })).toBe("退款中，款项将原路退回");
  });
});

test("the code is shown at the counter, called out, or not needed at a table", () => {
  expect(pickupCodeHint(order)).toBe("到店向店员出示");
  expect(pickupCodeHint({ order_type: "dine_in", table_no: null })).toBe("叫到号后凭它取餐");
  expect(pickupCodeHint({ order_type: "dine_in", table_no: "A12" })).toBe("餐点会送到您的桌上");
});

describe("the refund line", () => {
  const line = (status: "ready_for_pickup" | "completed", refund_status: "rejected" | "failed" | "none") =>
    formatRefundLine({ status, refund_status }, "照片里看不出问题");

  test("is shown beside the order's own status, with the reason of a refusal", () => {
    expect(line("ready_for_pickup", "failed")).toBe("退款未成功，客服正在处理");
    expect(line("ready_for_pickup", "rejected")).toBe("退款申请未通过：照片里看不出问题");
    expect(line("completed", "rejected")).toBe("退款申请未通过：照片里看不出问题");
    expect(formatRefundLine({ status: "completed", refund_status: "rejected" })).toBe(
      "退款申请未通过，可联系客服",
    );
  });

  test("is absent without a refund, and where the refund is the headline", () => {
    expect(line("ready_for_pickup", "none")).toBeNull();
    expect(line("completed", "failed")).toBeNull();
  });
});
