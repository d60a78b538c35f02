// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OrderDetail } from "#contract/order/schema.ts";
import type { RootStore } from "../../../app/RootStore.ts";
import { StoresContext } from "../../../app/useStores.ts";
import { OrderStatusHeader } from "./OrderStatusHeader.tsx";

const order = {
  status: "cancelled",
  status_text: "已取消",
  refund_status: "none",
  refund_request: null,
  order_type: "pickup",
  cancel_reason: "不想要了",
  booking_time: null,
  estimated_at: null,
  queue_before: null,
  table_no: null,
  pay_remain_seconds: 0,
} as unknown as OrderDetail;

beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true));
afterEach(() => vi.unstubAllGlobals());

async function show(over: Partial<OrderDetail>): Promise<string> {
  const place = document.createElement("div");
  const root = { now: new Date() } as RootStore;
  await act(async () =>
    createRoot(place).render(
      <StoresContext.Provider value={root}>
        <OrderStatusHeader order={{ ...order, ...over }} receivedAt={0} onExpired={() => undefined} />
      </StoresContext.Provider>,
    ),
  );
  return place.textContent ?? "";
}

test("tells of a cancelled order by voucher that the voucher can be used again", async () => {
  expect(await show({ by_voucher: true })).toContain("餐券已退回，有效期内可以再用");
  expect(await show({ by_voucher: false })).not.toContain("餐券");
  expect(await show({ by_voucher: true, status: "paid" })).not.toContain("餐券");
});
