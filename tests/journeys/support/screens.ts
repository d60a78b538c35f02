import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";
import { createCart, shrimpRice } from "./cart.ts";
import { createCustomer, createToken, storageState } from "./customer.ts";
import { prepareInvoices } from "./invoices.ts";
import { createStaffToken } from "./staff.ts";

/**
 * Whose phone shows a screen: the demo's customer has something on each; "customer" is a new one.
 */
export type Viewer = "visitor" | "customer" | "demo" | "staff" | "office";

/** Path, title of the screen, whose phone shows it, and its heading where that is not the title. */
type Screen = readonly [path: string, title: string, who: Viewer, heading?: string];

/** Every screen of both apps; `:id` and `:public` stand for the demo customer's newest order. */
export const screens: readonly Screen[] = [
  ["/", "首页", "visitor"],
  ["/", "首页", "demo"],
  ["/self-service", "自助点餐", "visitor"],
  ["/takeaway", "外卖", "visitor"],
  ["/takeaway-menu", "外卖点餐", "customer"],
  ["/address-select", "选择收货地址", "customer"],
  ["/orders", "我的订单", "visitor"],
  ["/orders", "我的订单", "demo"],
  ["/profile", "我的", "visitor"],
  ["/profile", "我的", "demo"],
  ["/account", "账号与安全", "demo"],
  ["/account/data", "下载个人信息", "demo"],
  ["/account/deletion", "注销账号", "demo"],
  ["/account/deletion", "注销账号", "customer"],
  ["/account/consent", "协议与授权", "demo"],
  ["/legal", "协议与规则", "visitor"],
  ["/legal/privacy", "协议与规则", "visitor", "隐私政策"],
  ["/points", "积分", "demo"],
  ["/card", "会员卡", "demo"],
  ["/card", "会员卡", "customer"],
  ["/invite", "邀请好友", "demo"],
  ["/withdraw", "积分提现", "demo"],
  ["/invoices", "发票", "customer"],
  ["/invoices", "发票", "demo"],
  ["/invoices?order_id=:invoiced", "发票", "demo"],
  ["/invoices?order_id=:invoiceable", "发票", "demo"],
  ["/menu?restaurant_id=SH001&table=A12", "点餐", "visitor"],
  ["/order-confirm", "确认订单", "customer"],
  ["/confirm-order", "确认订单", "visitor"],
  ["/confirm-order", "确认订单", "customer"],
  ["/menu?restaurant_id=SH010&table=%3C", "点餐", "customer"],
  ["/login", "登录", "visitor"],
  ["/wechat-callback", "登录", "visitor"],
  ["/order/:id", "订单详情", "demo"],
  ["/order-detail?order_id=:id", "订单详情", "demo"],
  ["/order-detail?third_party_order_id=:public", "订单详情", "visitor"],
  ["/customer-service", "在线客服", "customer"],
  ["/customer-service", "在线客服", "demo"],
  ["/admin/login", "客服登录", "visitor"],
  ["/admin-login", "客服登录", "visitor"],
  ["/admin/customer-service", "客服工作台", "staff"],
  ["/admin/orders", "订单看板", "staff"],
  ["/admin/dishes", "菜品管理", "staff"],
  ["/admin/refund-requests", "退款申请", "staff"],
  ["/admin/figures", "经营数据", "staff"],
  ["/admin/orders", "订单看板", "office"],
  ["/admin/order-list", "订单查询", "office"],
  ["/admin/refund-requests", "退款申请", "office"],
  ["/admin/failed-refunds", "退款异常", "office"],
  ["/admin/catalogue", "导入导出", "office"],
  ["/admin/checklist", "开业准备", "office"],
  ["/admin/settings", "设置", "office"],
  ["/admin/settings?section=legal", "设置", "office"],
  ["/admin/settings?section=texts", "设置", "office"],
  ["/admin/menu", "菜单", "office"],
  ["/admin/restaurants", "门店", "office"],
  ["/admin/staff", "员工", "office"],
  ["/admin/security", "安全", "office"],
  ["/admin/second-factor", "动态验证", "office"],
  ["/admin/vouchers", "餐券", "office"],
  ["/admin/cards", "会员卡", "office"],
  ["/admin/withdrawals", "提现审核", "office"],
  ["/admin/invoices", "发票", "office"],
  ["/admin/figures", "经营数据", "office"],
  ["/admin/audit", "操作记录", "office"],
  ["/prepaid-order", "取餐确认", "visitor"],
  ["/restaurant-select", "选择餐厅", "visitor"],
  ["/restaurant-select", "选择餐厅", "demo"],
  ["/self-service?third_party_order_id=screens-voucher", "自助点餐", "visitor"],
  ["/prepaid-order?third_party_order_id=screens-voucher&restaurant_id=SH001", "取餐确认", "visitor"],
  ["/prepaid-order-confirm?third_party_order_id=screens-voucher&restaurant_id=SH001", "确认订单", "demo"],
  ["/prepaid-order-confirm", "确认订单", "visitor"],
];

/** Data that the screens need: tokens, an order and a voucher. */
export interface ScreenContext {
  /** Returns the path of a screen with its order filled in. */
  getPath(route: string): string;
  /** Returns the local storage of a viewer's phone. */
  getStorage(who: Viewer): ReturnType<typeof storageState>;
}

/** Creates the customers, staff and data that the screens show. */
export async function prepareScreens(environment: TestEnvironment): Promise<ScreenContext> {
  const customer = await createCustomer(environment);
  const staffToken = await createStaffToken(environment, "13900000002");
  const adminToken = await createStaffToken(environment, "13900000003");
  const [row] = await environment.queryRows<{ user_id: string; id: string; public_id: string }>(
    `select user_id, id, public_id from orders
       where user_id = (select id from users where phone = '13800138003') order by created_at desc limit 1`,
  );
  await environment.queryRows(
    `insert into vouchers (id, partner, title, items, status, issued_by, created_at, expires_at)
       values ('screens-voucher', '味来生活', '虾仁饭双人餐', $1, 'issued', 'journey', now(), now() + interval '1 day')`,
    [JSON.stringify([{ id: shrimpRice.id, quantity: 2 }])],
  );
  const demoToken = await createToken(environment, row?.user_id ?? "");
  const { invoicedId, invoiceableId } = await prepareInvoices(environment, row?.user_id ?? "");
  const cart = createCart([shrimpRice]);
  const inStoreCarts = {
    version: 1,
    current: "SH001",
    carts: [{ ...cart, restaurantName: "食单·徐家汇店" }],
  };
  const storages: Record<Viewer, Record<string, unknown>> = {
    visitor: {},
    staff: { service_token: staffToken },
    office: { service_token: adminToken },
    demo: { token: demoToken },
    customer: { token: customer.token, takeawayCart: cart, inStoreCarts },
  };
  return {
    getPath: (route) =>
      route
        .replace(":invoiceable", invoiceableId)
        .replace(":invoiced", invoicedId)
        .replace(":id", row?.id ?? "")
        .replace(":public", row?.public_id ?? ""),
    getStorage: (who) => storageState(environment, storages[who]),
  };
}
