import { matchPath } from "react-router-dom";
import { expect, test } from "vitest";
import { adminRoutes } from "./admin/app/routes.tsx";
import { h5Routes } from "./h5/app/routes.tsx";
import { redirectFor } from "./lib/routing/redirectFor.ts";

const h5Files = import.meta.glob<Record<string, unknown>>("./h5/**/*Page.tsx");
const adminFiles = import.meta.glob<Record<string, unknown>>("./admin/**/*Page.tsx");

test.each([
  ["/", "首页", "open"],
  ["/self-service", "自助点餐", "open"],
  ["/takeaway", "外卖", "open"],
  ["/takeaway-menu", "外卖点餐", "customer"],
  ["/address-select", "选择收货地址", "customer"],
  ["/orders", "我的订单", "open"],
  ["/profile", "我的", "open"],
  ["/menu", "点餐", "open"],
  ["/order-confirm", "确认订单", "open"],
  ["/confirm-order", "确认订单", "open"],
  ["/login", "登录", "guest"],
  ["/wechat-callback", "登录", "open"],
  ["/order/42", "订单详情", "open"],
  ["/order-detail", "订单详情", "open"],
  ["/customer-service", "在线客服", "customer"],
  ["/admin/login", "客服登录", "staffGuest"],
  ["/admin-login", "客服登录", "staffGuest"],
  ["/admin/customer-service", "客服工作台", "staff"],
  ["/admin/orders", "订单看板", "staff"],
  ["/prepaid-order", "取餐确认", "open"],
  ["/restaurant-select", "选择餐厅", "open"],
  ["/prepaid-order-confirm", "确认订单", "open"],
  ["/points", "积分", "customer"],
  ["/card", "会员卡", "customer"],
  ["/invite", "邀请好友", "customer"],
  ["/withdraw", "积分提现", "customer"],
  ["/account", "账号与安全", "customer"],
  ["/invoices", "发票", "customer"],
  ["/account/data", "下载个人信息", "customer"],
  ["/account/deletion", "注销账号", "customer"],
  ["/account/consent", "协议与授权", "customer"],
  ["/legal", "协议与规则", "open"],
  ["/legal/privacy", "协议与规则", "open"],
  ["/no/such/page", "页面不存在", "open"],
])("%s has the title %s and the access %s", (path, title, access) => {
  const routes = path.startsWith("/admin") ? adminRoutes : h5Routes;
  const route = routes.find((one) => matchPath(one.path, path) !== null);
  expect([route?.title, route?.access]).toEqual([title, access]);
});

test("has no redirect loops: the target of a guard is accessible", () => {
  const people = [
    { token: null, serviceToken: null },
    { token: "c", serviceToken: null },
    { token: null, serviceToken: "s" },
    { token: "c", serviceToken: "s" },
  ];
  const routes = [...h5Routes, ...adminRoutes];
  for (const who of people)
    for (const { path, access } of routes) {
      const target = redirectFor(access, who, path);
      if (target === null) continue;
      const next = routes.find((one) => matchPath(one.path, target.replace(/\?.*/, "")) !== null);
      expect(next && redirectFor(next.access, who, target)).toBeNull();
    }
});

test("every page can be fetched and is in the file that its route names", async () => {
  for (const { file, lazy } of h5Routes)
    expect(Object.values((await h5Files[`./h5/${file}`]?.()) ?? {}), file).toContain(await lazy());
  for (const { file, lazy } of adminRoutes)
    expect(Object.values((await adminFiles[`./admin/${file}`]?.()) ?? {}), file).toContain(await lazy());
});
