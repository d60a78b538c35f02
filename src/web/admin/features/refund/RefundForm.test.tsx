// @vitest-environment happy-dom
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OrderDetail } from "#contract/order/schema.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
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

test.each([
  ["微信支付", { payment_method: "wechat" }],
  ["无需支付", { payment_method: "zero" }],
  ["餐券", { payment_method: "zero", by_voucher: true }],
] as const)("an order says that it was paid by %s", async (text, over) => {
  expect(await show(<OrderDetails order={{ ...order, ...over }} />)).toContain(text);
});

test("distinguishes them in the order, its refunds and the card of a message", async () => {
  const text = await show(<OrderDetails order={order} />);
  expect(text).toContain("拿铁（大杯）");
  expect(text).toContain("拿铁（小杯）×1 · 餐品有质量问题");
  expect(formatOrderSummary(order)).toBe("拿铁（大杯）等4件");
});

test("tells that the history of an order is archived by its beginning, which is missing", async () => {
  const step = (at: string) => ({ at, status: "paid", text: "已支付", reason: null });
  const late = { ...order, timeline: [step("2028-01-01T04:00:00Z")] } as unknown as OrderDetail;
  expect(await show(<OrderDetails order={late} />)).toContain("较早订单的进度已归档");
  const whole = { ...order, timeline: [step(order.created_at)] } as unknown as OrderDetail;
  document.body.innerHTML = '<div id="place"></div>';
  expect(await show(<OrderDetails order={whole} />)).not.toContain("归档");
});

test.each([
  [{ left: 11_099 }, "超过了可退的金额或数量，商品最多还可退 ¥110.99"],
  [{ id: "1", left: 1 }, "超过了可退的金额或数量"],
])("says how much money is left when a refund is above it: %j", async (data, text) => {
  const refused = new ApiError("refund_exceeds", "超过了可退的金额或数量", { status: 422, data });
  const form = new RefundFormStore({ call: () => Promise.reject(refused) });
  form.open("o1");
  form.fill({ kind: "amount", amountText: "111" });
  await expect(form.loadPreview()).rejects.toBe(refused);
  await show(<RefundForm form={form} order={order} limitFen={null} problem="" onSubmit={() => undefined} />);
  expect(document.querySelector('[role="alert"]')?.textContent).toBe(text);
});
