import { expect, test } from "vitest";
import { formatAction, formatActor, formatDetail } from "./auditText.ts";

const entry = {
  id: 1,
  actor: "s1",
  actor_name: null,
  action: "",
  target: "",
  target_of: null,
  detail: "{}",
  at: "",
};
const detail = (value: unknown) => formatDetail({ ...entry, detail: JSON.stringify(value) });

test("names the actor as staff, operator or system", () => {
  expect(formatActor({ ...entry, actor_name: "许店长" })).toBe("许店长");
  expect(formatActor({ ...entry, actor: "operator:anna" })).toBe("命令行 anna");
  expect(formatActor({ ...entry, actor: "system" })).toBe("系统");
  expect(formatActor(entry)).toBe("s1");
});

test("formats known actions and shows unknown ones unchanged", () => {
  expect([formatAction("order.refund"), formatAction("moon.landing")]).toEqual(["退款", "moon.landing"]);
});

test("formats details: statuses, money, booleans, reasons", () => {
  expect(detail({ from: "paid", to: "cancelled", reason: "食材用完了" })).toBe(
    "已付款 → 已取消，原因 食材用完了",
  );
  expect(detail({ type: "full", money: 3800 })).toBe("方式 全额，金额 ¥38.00");
  expect(detail({ sold_out: true })).toBe("售罄 是");
  expect(detail({ approve: false, paid: 5000 })).toBe("通过 否，实付 ¥50.00");
  expect(detail({ type: "items", points: 25 })).toBe("方式 按菜品，积分 25");
  expect(detail({ outcome: "remove", decision: "cancel_order" })).toBe("处理 去掉并退款，商定 取消整单");
  expect(detail({ until: null })).toBe("暂停到 已恢复");
  expect(detail({})).toBe("");
  expect(detail({ expires_at: "2026-11-22T12:51:10.000Z" })).toBe("有效至 2026-11-22 20:51");
  expect(detail({ name: "王燕", role: "store", restaurant: "SH001" })).toBe(
    "姓名 王燕，角色 门店，门店 SH001",
  );
  const created = JSON.stringify({ name: "食单·新店", copy_from: "SH001" });
  expect(formatDetail({ ...entry, action: "restaurant.create", detail: created })).toBe(
    "门店名称 食单·新店，复制自 SH001",
  );
  const filters = JSON.stringify({ format: "csv", from: "2026-03-01", until: "2026-03-02", closed: true });
  expect(formatDetail({ ...entry, action: "list.export", detail: filters })).toBe(
    "格式 csv，开始日期 2026-03-01，结束日期 2026-03-02，已关店 是",
  );
  expect(formatDetail({ ...entry, detail: "not JSON" })).toBe("not JSON");
});
