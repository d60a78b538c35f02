// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OrderDetail } from "#contract/order/schema.ts";
import { OrderInfo } from "./OrderInfo.tsx";

const order = {
  order_no: "1",
  order_type: "pickup",
  created_at: "2026-11-21T04:00:00Z",
  soldout_policy: "contact",
  address: null,
  booking_time: null,
  paid_at: null,
  table_no: null,
  contact_phone: null,
} as unknown as OrderDetail;

beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true));
afterEach(() => vi.unstubAllGlobals());

async function show(over: Partial<OrderDetail>): Promise<string> {
  const place = document.createElement("div");
  const shown = { ...order, ...over };
  await act(async () => createRoot(place).render(<OrderInfo order={shown} onCopy={() => undefined} />));
  return place.textContent ?? "";
}

test("says how an order was paid, and for which one nothing had to be paid", async () => {
  expect(await show({ payment_method: "card", by_voucher: false })).toContain("支付方式会员卡支付");
  expect(await show({ payment_method: "zero", by_voucher: false })).toContain("支付方式无需支付");
  expect(await show({ payment_method: "zero", by_voucher: true })).toContain("支付方式餐券");
  expect(await show({ payment_method: null, by_voucher: false })).not.toContain("支付方式");
});
