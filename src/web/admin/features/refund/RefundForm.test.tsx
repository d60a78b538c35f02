// @vitest-environment happy-dom
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OrderDetail } from "#contract/order/schema.ts";
import { OrderDetails } from "../customer/OrderDetails.tsx";
import { formatOrderSummary } from "../customer/orderQuote.ts";
import { RefundForm } from "./RefundForm.tsx";
import { RefundFormStore } from "./RefundFormStore.ts";

const line = (id: string, spec_name: string) => ({
  id,
  name: "拿铁",
  spec_name,
  image: "",
  price: 1_800,
  original_price: 1_800,
  quantity: 2,
  amount: 3_600,
  refunded_quantity: 0,
  unavailable_quantity: 0,
});

const order = {
  order_id: "o1",
  order_no: "1",
  restaurant: { storename: "店" },
  soldout_policy: "contact",
  created_at: "2026-11-21T04:00:00Z",
  estimated_at: null,
  payment_method: "wechat",
  address: null,
  timeline: [],
  lines: [line("1", "大杯"), line("2", "小杯")],
  items: [line("1", "大杯")],
  item_count: 4,
  refunds: [
    {
      refund_no: "R1",
      status: "success",
      money: 1_800,
      points: 0,
      reason: "餐品有质量问题",
      items: [{ name: "拿铁", spec_name: "小杯", quantity: 1 }],
      at: "2026-11-21T04:00:00Z",
    },
  ],
} as unknown as OrderDetail;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.body.innerHTML = '<div id="place"></div>';
});

afterEach(() => vi.unstubAllGlobals());

async function show(content: ReactNode): Promise<string> {
  const root = createRoot(document.querySelector("#place") as HTMLElement);
  await act(async () => root.render(content));
  return document.body.textContent ?? "";
}

test("distinguishes two variants of a dish in the refund form", async () => {
  const form = new RefundFormStore({ call: () => new Promise(() => undefined) });
  form.open("o1");
  form.fill({ kind: "items" });
  const text = await show(
    <RefundForm form={form} order={order} limitFen={null} problem="" onSubmit={() => undefined} />,
  );
  expect(text).toMatch(/拿铁（大杯）.*拿铁（小杯）/);
  const names = Array.from(document.querySelectorAll("button"), (one) => one.getAttribute("aria-label"));
  expect(names).toEqual(expect.arrayContaining(["增加拿铁（大杯）", "增加拿铁（小杯）"]));
});

test("distinguishes them in the order, its refunds and the card of a message", async () => {
  const text = await show(<OrderDetails order={order} />);
  expect(text).toContain("拿铁（大杯）");
  expect(text).toContain("拿铁（小杯）×1 · 餐品有质量问题");
  expect(formatOrderSummary(order)).toBe("拿铁（大杯）等4件");
});
