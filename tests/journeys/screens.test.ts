import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStage, type Stage } from "../../scripts/lib/stage.ts";
import { seriousFindings } from "./support/axe.ts";
import { cartOf, shrimpRice } from "./support/cart.ts";
import { type Customer, newCustomer, newToken, remembering } from "./support/customer.ts";
import { newStaffToken } from "./support/staff.ts";

let stage: Stage;
let customer: Customer;
/** An order of the demo's customer, whose list and details are shown. */
let demo: { token: string; orderId: string; publicId: string };

let staffToken: string;
let officeToken: string;

const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];
const deskSizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
];
const least = 44;

beforeAll(async () => {
  stage = await openStage();
  customer = await newCustomer(stage);
  staffToken = await newStaffToken(stage, "13900000002");
  officeToken = await newStaffToken(stage, "13900000003");
  const [row] = await stage.rows<{ user_id: string; id: string; public_id: string }>(
    `select user_id, id, public_id from orders
       where user_id = (select id from users where phone = '13800138000') order by created_at desc limit 1`,
  );
  await stage.rows(
    `insert into vouchers (id, partner, title, items, status, issued_by, created_at, expires_at)
       values ('screens-voucher', '味来生活', '虾仁饭双人餐', $1, 'issued', 'journey', now(), now() + interval '1 day')`,
    [JSON.stringify([{ id: shrimpRice.id, quantity: 2 }])],
  );
  demo = {
    token: await newToken(stage, row?.user_id ?? ""),
    orderId: row?.id ?? "",
    publicId: row?.public_id ?? "",
  };
});

afterAll(async () => {
  await stage.close();
});

/** Path, title of the screen, and whose phone shows it. */
type Screen = readonly [
  path: string,
  title: string,
  who: "visitor" | "customer" | "demo" | "staff" | "office",
];

const screens: readonly Screen[] = [
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
  ["/points", "积分", "demo"],
  ["/card", "会员卡", "demo"],
  ["/card", "会员卡", "customer"],
  ["/invite", "邀请好友", "demo"],
  ["/withdraw", "积分提现", "demo"],
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
  ["/admin/login", "客服登录", "visitor"],
  ["/admin-login", "客服登录", "visitor"],
  ["/admin/customer-service", "客服工作台", "staff"],
  ["/admin/orders", "订单看板", "staff"],
  ["/admin/dishes", "菜品管理", "staff"],
  ["/admin/orders", "订单看板", "office"],
  ["/admin/vouchers", "餐券", "office"],
  ["/admin/cards", "会员卡", "office"],
  ["/admin/withdrawals", "提现审核", "office"],
  ["/admin/audit", "操作记录", "office"],
  ["/prepaid-order", "取餐确认", "visitor"],
  ["/restaurant-select", "选择餐厅", "visitor"],
  ["/restaurant-select", "选择餐厅", "demo"],
  ["/self-service?third_party_order_id=screens-voucher", "自助点餐", "visitor"],
  ["/prepaid-order?third_party_order_id=screens-voucher&restaurant_id=SH001", "取餐确认", "visitor"],
  ["/prepaid-order-confirm?third_party_order_id=screens-voucher&restaurant_id=SH001", "确认订单", "demo"],
  ["/prepaid-order-confirm", "确认订单", "visitor"],
];

function memoryOf(who: Screen[2]) {
  if (who === "visitor") return remembering(stage, {});
  if (who === "staff") return remembering(stage, { service_token: staffToken });
  if (who === "office") return remembering(stage, { service_token: officeToken });
  if (who === "demo") return remembering(stage, { token: demo.token });
  const cart = cartOf([shrimpRice]);
  const inStoreCarts = {
    version: 1,
    current: "SH001",
    carts: [{ ...cart, restaurantName: "食单·徐家汇店" }],
  };
  return remembering(stage, { token: customer.token, takeawayCart: cart, inStoreCarts });
}

/** Controls that a finger can miss: a tap near the middle, as far out as they must reach, hits something else. */
async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate((side) => {
    const partOf = (one: Element) => one.closest("label") ?? one;
    const isHit = (one: Element, dx: number, dy: number) => {
      const box = one.getBoundingClientRect();
      const hit = document.elementFromPoint(box.left + box.width / 2 + dx, box.top + box.height / 2 + dy);
      return hit !== null && (one.contains(hit) || hit.closest("label")?.control === one);
    };
    const isSmall = (one: Element) => {
      const { width, height } = one.getBoundingClientRect();
      if (width >= side && height >= side) return false;
      one.scrollIntoView({ block: "center" });
      const half = side / 2 - 0.5;
      const across = width >= side || (isHit(one, -half, 0) && isHit(one, half, 0));
      const down = height >= side || (isHit(one, 0, -half) && isHit(one, 0, half));
      return !across || !down;
    };
    const controls = [
      ...document.querySelectorAll("button, a[href], input, textarea, [role=button], [role=tab]"),
    ];
    const shown = controls.filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0);
    return [...new Set(shown.map(partOf))].filter(isSmall).map((one) => {
      const { width, height } = one.getBoundingClientRect();
      const name = one.getAttribute("aria-label") ?? one.textContent?.trim();
      return `${one.tagName.toLowerCase()} ${name || one.id} ${Math.round(width)}x${Math.round(height)}`;
    });
  }, least);
}

/** How many controls have no name that could be read aloud, of those that are there at one moment. */
async function nameless(page: Page): Promise<number> {
  const lines = (await page.locator("body").ariaSnapshot()).split("\n");
  // A line is `- button "its name"`, in single quotes where the name has signs of YAML.
  return lines.filter((line) =>
    /^\s*- '?(button|link|textbox|searchbox|checkbox|radio|tab)\b(?! ")/.test(line),
  ).length;
}

async function tooWide(page: Page): Promise<number> {
  return await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

test.each(["visitor", "customer", "demo", "staff", "office"] as const)(
  "every screen of a %s is titled and quiet, fits both sizes, can be used by everybody, and has named controls that a finger hits",
  async (who) => {
    const wrong: string[] = [];
    const isAtDesk = who === "staff" || who === "office";
    const phone = await stage.phone({ storage: memoryOf(who) });
    const { page } = phone;
    for (const [route, title] of screens.filter((screen) => screen[2] === who)) {
      await phone.open(route.replace(":id", demo.orderId).replace(":public", demo.publicId));
      await page.waitForFunction((text) => document.title === text, `${title} - 食单`);
      if (route !== "/") await page.getByRole("heading", { name: title, exact: true }).waitFor();
      await phone.rest();
      for (const size of isAtDesk ? deskSizes : sizes) {
        await page.setViewportSize(size);
        const wide = await tooWide(page);
        if (wide > 0) wrong.push(`${route} at ${size.width}: ${wide} px too wide`);
        for (const target of await smallTargets(page))
          wrong.push(`${route} at ${size.width}: small ${target}`);
        for (const finding of await seriousFindings(page))
          wrong.push(`${route} at ${size.width}: ${finding}`);
      }
      const count = await nameless(page);
      if (count > 0) wrong.push(`${route}: ${count} controls without a name`);
    }
    expect(wrong).toEqual([]);
    expect(phone.complaints).toEqual([]);
    await phone.close();
  },
);

test.each(["/", "/takeaway-menu"])("nothing moves while %s comes up", async (path) => {
  for (const size of sizes) {
    const phone = await stage.phone({ ...size, storage: memoryOf(path === "/" ? "visitor" : "customer") });
    const { page } = phone;
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await phone.open(path);
    await phone.rest();
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts).toEqual([]);
    expect(phone.complaints).toEqual([]);
    await phone.close();
  }
});
