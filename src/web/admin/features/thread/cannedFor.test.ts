import { expect, test } from "vitest";
import type { OrderDetail } from "#contract/order/schema.ts";
import { cannedFor } from "./cannedFor.ts";

const order = {
  order_no: "2611220001",
  status_text: "制作中",
  restaurant: { storename: "食单·徐家汇店" },
  estimated_at: "2026-11-21T04:35:00Z",
} as OrderDetail;

test("replies are filled with the order's number, store, state and promised time", () => {
  const [progress] = cannedFor("订单进度", order);
  expect(progress?.text).toBe(
    "您在食单·徐家汇店的订单 2611220001 现在是“制作中”，预计 12:35 完成，请您稍等。",
  );
  const [unknown] = cannedFor("订单进度", { ...order, estimated_at: null });
  expect(unknown?.text).toBe("您在食单·徐家汇店的订单 2611220001 现在是“制作中”，请您稍等。");
});

test("without an order only those are offered that speak of none, and typing narrows them", () => {
  const titles = (typed: string) => cannedFor(typed, undefined).map(({ title }) => title);
  expect(titles("")).toEqual(["问候", "请补充图片", "核实中", "发票", "结束语"]);
  expect(titles("发票")).toEqual(["发票"]);
  expect(titles("没有这样的话")).toEqual([]);
});
