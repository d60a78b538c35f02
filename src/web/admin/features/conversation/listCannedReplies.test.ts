import { describe, expect, test } from "vitest";
import { initialSettings } from "#contract/chain-settings/chain-settings.ts";
import type { OrderDetail, OrderSummary } from "#contract/order/schema.ts";
import { orderStatuses, orderTypes, refundStatuses } from "#contract/order/status.ts";
import { listCannedReplies } from "./listCannedReplies.ts";

const replies = { replies: initialSettings.service.replies, brand: "巷口小馆" };
const now = Date.parse("2026-11-21T04:00:00Z");
const order = {
  order_no: "2611220001",
  order_type: "takeaway",
  status: "preparing",
  refund_status: "none",
  restaurant: { storename: "食单·徐家汇店" },
  estimated_at: "2026-11-21T04:35:00Z",
  pickup_code: "A012",
  payment_method: "wechat",
  refunds: [],
} as unknown as OrderDetail;

const textOf = (title: string, more: Partial<OrderDetail> = {}) =>
  listCannedReplies(replies, "", { ...order, ...more }, now).find((reply) => reply.title === title)?.text;
const titlesOf = (more: Partial<OrderDetail>) =>
  listCannedReplies(replies, "", { ...order, ...more }, now).map((one) => one.title);

test("fills replies with the order's number, restaurant, status and promised time", () => {
  expect(textOf("订单进度")).toBe(
    "您在食单·徐家汇店的订单 2611220001 正在制作中，预计 12:35 送达，请您稍等。",
  );
  expect(textOf("订单进度", { estimated_at: null })).toBe(
    "您在食单·徐家汇店的订单 2611220001 正在制作中，请您稍等。",
  );
});

test("fills in the chain's name", () => {
  expect(textOf("问候")).toBe("您好，我是巷口小馆客服，请问有什么可以帮您？");
});

test("without an order offers only replies that need none, and typing filters them", () => {
  const titles = (typed: string) =>
    listCannedReplies(replies, typed, undefined, now).map(({ title }) => title);
  expect(titles("")).toEqual(["问候", "请补充图片", "核实中", "发票", "结束语"]);
  expect(titles("发票")).toEqual(["发票"]);
  expect(titles("没有这样的话")).toEqual([]);
});

describe("offers no reply that is untrue of the order:", () => {
  test("does not promise a time that is past", () => {
    expect(textOf("订单进度", { estimated_at: "2026-11-21T03:59:00Z" })).not.toContain("预计");
    expect(textOf("订单进度", { estimated_at: "2026-11-22T04:30:00Z" })).toContain("预计 11-22 12:30 送达");
  });

  test("mentions delivery only for takeaway, and a pickup code only for food at the counter", () => {
    expect(textOf("订单进度", { order_type: "pickup" })).toContain("预计 12:35 可以取餐");
    expect(textOf("订单进度", { order_type: "dine_in" })).toContain("预计 12:35 上餐");
    expect(textOf("订单进度", { order_type: "pickup", status: "ready_for_pickup" })).toContain(
      "请凭取餐码 A012 取餐",
    );
    for (const status of orderStatuses)
      for (const order_type of ["pickup", "dine_in"] as const)
        if (status !== "delivering")
          for (const { text } of listCannedReplies(replies, "", { ...order, status, order_type }, now))
            expect(text).not.toMatch(/配送|送达/);
  });

  test("offers to hurry only orders in the kitchen or on their way", () => {
    const urged = orderStatuses.filter((status) => titlesOf({ status }).includes("催单"));
    expect(urged).toEqual(["paid", "accepted", "preparing", "delivering"]);
    expect(titlesOf({ refund_status: "requested" })).not.toContain("催单");
  });

  test("offers missing-item replies only after the handover", () => {
    const handed = orderStatuses.filter((status) => titlesOf({ status }).includes("漏送道歉"));
    expect(handed).toEqual(["ready_for_pickup", "delivering", "completed"]);
  });

  test("offers invoices only for orders that are paid and not refunded", () => {
    expect(titlesOf({ status: "pending_payment" })).not.toContain("发票");
    expect(titlesOf({ status: "cancelled" })).not.toContain("发票");
    expect(titlesOf({ status: "completed", refund_status: "refunded" })).not.toContain("发票");
    expect(titlesOf({ status: "completed" })).toContain("发票");
  });

  test("describes a refund by its status", () => {
    const refund = {
      refund_no: "R",
      status: "processing",
      money: 1_200,
      points: 300,
      reason: "",
      at: "",
    } as const;
    const refunds = [refund] as OrderDetail["refunds"];
    const shown = (more: Partial<OrderDetail>) => textOf("退款说明", more);
    expect(shown({})).toBeUndefined();
    expect(shown({ refund_status: "requested" })).toContain("申请已经收到");
    expect(shown({ refund_status: "refunding", refunds })).toContain("退款 ¥12.00 + 300积分 已提交");
    const back = [{ ...refund, status: "success", points: 0 }] as OrderDetail["refunds"];
    expect(shown({ refund_status: "partially_refunded", refunds: back })).toContain("退款 ¥12.00 已原路退回");
    expect(shown({ refund_status: "refunded", refunds: back, payment_method: "card" })).toContain(
      "已退回会员卡",
    );
    const settled = [{ ...refund, status: "settled", points: 0 }] as OrderDetail["refunds"];
    expect(shown({ refund_status: "refunded", refunds: settled })).toMatch(/退款 ¥12.00 已退回。$/);
    expect(shown({ refund_status: "rejected" })).toContain("没有通过");
    expect(shown({ refund_status: "failed" })).toContain("没有成功");
    expect(shown({ refund_status: "refunded", refunds: back })).not.toContain("积分");
  });

  test("does not say how a refund is paid while only the order list is loaded", () => {
    const { refunds: _refunds, estimated_at: _estimate, ...summary } = order as OrderDetail;
    const filled = listCannedReplies(
      replies,
      "退款说明",
      { ...summary, refund_status: "refunded" } as OrderSummary,
      now,
    );
    expect(filled.map(({ text }) => text)).toEqual([expect.stringMatching(/的退款已退回。$/)]);
  });

  test("each is a whole sentence in every status", () => {
    for (const status of orderStatuses)
      for (const refund_status of refundStatuses)
        for (const order_type of orderTypes)
          for (const { text } of listCannedReplies(
            replies,
            "",
            { ...order, status, refund_status, order_type },
            now,
          ))
            expect(text).toMatch(/^[^\s].*[。？！]$/);
  });
});
