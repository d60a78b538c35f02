import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCart, shrimpRice } from "./support/cart.ts";
import { createPhoto } from "./support/chat.ts";
import { closeWithoutErrors } from "./support/console.ts";
import { type Customer, createCustomer, createToken, storageState } from "./support/customer.ts";
import { advanceOrder, createPaidOrder, createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let customer: Customer;

beforeAll(async () => {
  environment = await startEnvironment();
  customer = await createCustomer(environment);
});

afterAll(async () => {
  await environment.close();
});

const restaurantStaff = "13900000002";
const admin = "13900000003";

interface Popup {
  path: () => string | Promise<string>;
  /** Does what must be done on the page before the opener is there. */
  prepare?: (phone: Phone) => Promise<unknown>;
  /** True if the phone must not be located, which would close the popup. */
  isLocationDenied?: boolean;
  opener: (page: Page) => Locator;
  role?: "dialog" | "alertdialog";
  /** Accessible name of the popup. */
  name: string | RegExp;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first();
const at = (path: string) => () => path;

/** The focus is in the popup, or has left the page for the browser's own controls; never on the page beneath. */
async function expectFocusInside(popup: Locator, message: string): Promise<void> {
  const describeFocus = () =>
    popup.evaluate((element) => {
      const { activeElement } = document;
      const isOutside = activeElement !== document.body && !element.contains(activeElement);
      return isOutside ? activeElement?.outerHTML.slice(0, 200) : "inside";
    });
  await expect.poll(describeFocus, { message }).toBe("inside");
}

/** Opens the popup by keyboard, walks through it, closes it with Esc, opens it again and goes back. */
async function expectClosable(phone: Phone, { opener, role = "dialog", name }: Popup): Promise<void> {
  const { page } = phone;
  const title = String(name);
  const popup = page.getByRole(role, { name, exact: typeof name === "string" }).last();
  // A confirmation dialog is an element without a size around a fixed one.
  const content = popup.getByRole("button").first();
  const control = opener(page);
  await expect.poll(() => control.isEnabled(), { timeout: 30_000 }).toBe(true);
  const before = page.url();
  await control.focus();
  await page.keyboard.press("Enter");
  await content.waitFor();
  const hasFocus = () => popup.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(hasFocus, { message: `${title}: takes the focus` }).toBe(true);
  for (const key of ["Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"]) {
    await page.keyboard.press(key);
    await expectFocusInside(popup, `${title}: keeps the focus after ${key}`);
  }
  await page.keyboard.press("Escape");
  await content.waitFor({ state: "hidden" });
  const isFocused = () => control.evaluate((element) => element === document.activeElement);
  await expect.poll(isFocused, { message: `${title}: gives the focus back after Esc` }).toBe(true);
  await control.click();
  await content.waitFor();
  await page.goBack();
  await content.waitFor({ state: "hidden" });
  expect(page.url(), `${title}: Back stays on the page`).toBe(before);
}

async function createCompletedOrder(): Promise<string> {
  const { id } = await createPaidOrder(environment, customer);
  for (const step of ["accepted", "preparing", "delivering", "completed"])
    await advanceOrder(environment, id, step);
  return `/order/${id}`;
}

const customerPopups: [string, Popup][] = [
  [
    "city",
    {
      path: at("/restaurant-select"),
      opener: button(/^(点击定位|北京)$/),
      name: "选择城市",
      isLocationDenied: true,
    },
  ],
  ["booking time", { path: at("/menu?restaurant_id=SH001"), opener: button(/预约时间/), name: "预约时间" }],
  ["dish", { path: at("/takeaway-menu"), opener: button(/^查看滑蛋虾仁饭/), name: shrimpRice.name }],
  ["cart", { path: at("/takeaway-menu"), opener: button(/^购物车/), name: "购物车" }],
  ["new address", { path: at("/address-select"), opener: button("新增地址"), name: "添加地址" }],
  [
    "search of a place",
    {
      path: at("/address-select"),
      prepare: (phone) => phone.button("新增地址").click(),
      opener: (page) => page.getByRole("textbox", { name: "详细地址" }),
      name: "搜索地址",
    },
  ],
  [
    "removal of an address",
    {
      path: at("/address-select"),
      prepare: (phone) => phone.button(/^编辑/).first().click(),
      opener: button("删除"),
      role: "alertdialog",
      name: "确定删除这个地址吗？",
    },
  ],
  ["profile", { path: at("/profile"), opener: button("编辑资料"), name: "编辑资料" }],
  [
    "logout",
    { path: at("/profile"), opener: button("退出登录"), role: "alertdialog", name: "确定退出登录吗？" },
  ],
  ["phone number", { path: at("/account"), opener: button("更换手机号"), name: "更换手机号" }],
  [
    "end of all other sessions",
    {
      path: at("/account"),
      opener: button("退出其他所有设备"),
      role: "alertdialog",
      name: "除本机外，其他设备都要重新登录",
    },
  ],
  ["poster", { path: at("/invite"), opener: button("查看海报"), name: "邀请海报" }],
  [
    "cancellation",
    {
      path: async () => `/order/${(await createPaidOrder(environment, customer)).id}`,
      opener: button("取消订单"),
      name: "取消订单",
    },
  ],
  ["refund", { path: createCompletedOrder, opener: button("申请退款"), name: "申请退款" }],
  [
    "image",
    {
      path: at("/customer-service"),
      prepare: async ({ page }) =>
        page.getByLabel("图片", { exact: true }).setInputFiles(await createPhoto(300, 200)),
      opener: button("查看我发送的图片"),
      name: "查看图片",
    },
  ],
];

test.each(customerPopups)(
  "a customer opens and leaves the popup by keyboard and by Back: %s",
  async (_, popup) => {
    // Another session, which can be ended.
    await createToken(environment, `journey${customer.phone}`);
    const storage = storageState(environment, {
      token: customer.token,
      takeawayCart: createCart([shrimpRice]),
    });
    const phone = await environment.phone({
      storage,
      ...(popup.isLocationDenied && { position: null }),
    });
    await phone.open(await popup.path());
    await popup.prepare?.(phone);
    await expectClosable(phone, popup);
    await closeWithoutErrors(phone);
  },
);

test("the popup that binds a phone number, and the one that takes an invite code, are left likewise", async () => {
  const id = `popups${randomUUID().slice(0, 8)}`;
  await environment.queryRows(
    "insert into users (id, nickname, invite_code, created_at) values ($1, '小明', $1, now())",
    [id],
  );
  const storage = storageState(environment, { token: await createToken(environment, id) });
  const phone = await environment.phone({ storage });
  await phone.open("/profile");
  await expectClosable(phone, { path: at(""), opener: button("绑定手机号"), name: "绑定手机号" });
  await phone.open("/invite");
  await expectClosable(phone, { path: at(""), opener: button("填写好友的邀请码"), name: "填写邀请码" });
  await closeWithoutErrors(phone);
});

let boardCode = "";

/** Puts an order on the board that stays where it is: accepted, so that it is not accepted while it is looked at. */
async function openBoardWithOrder(): Promise<string> {
  const { id, pickupCode } = await createPaidOrder(environment, customer);
  await advanceOrder(environment, id, "accepted");
  boardCode = pickupCode;
  return "/admin/orders";
}

const cardButton = (action: string) => (page: Page) =>
  page.getByRole("button", { name: `${boardCode} ${action}`, exact: true });

const staffPopups: [name: string, staffPhone: string, popup: Popup][] = [
  ["pause", restaurantStaff, { path: at("/admin/orders"), opener: button("暂停接单"), name: "暂停接单多久" }],
  ["rejection", restaurantStaff, { path: openBoardWithOrder, opener: cardButton("取消"), name: /^取消订单/ }],
  ["missing dish", restaurantStaff, { path: openBoardWithOrder, opener: cardButton("缺货"), name: /缺货/ }],
  ["stock", restaurantStaff, { path: at("/admin/dishes"), opener: button(/的库存$/), name: /的库存$/ }],
  ["vouchers", admin, { path: at("/admin/vouchers"), opener: button("发放餐券"), name: "发放餐券" }],
  ["cards", admin, { path: at("/admin/cards"), opener: button("发放会员卡"), name: "发放会员卡" }],
  ["link for debugging", admin, { path: at("/admin/audit"), opener: button("调试链接"), name: /调试链接/ }],
  [
    "second factor",
    admin,
    { path: at("/admin/second-factor"), opener: button("开启动态验证"), name: "绑定验证器" },
  ],
];

test.each(staffPopups)(
  "a member of staff opens and leaves the dialog by keyboard and by Back: %s",
  async (_, staffPhone, popup) => {
    const token = await createStaffToken(environment, staffPhone);
    const storage = storageState(environment, { service_token: token });
    const screen = await environment.phone({ width: 1440, height: 900, storage });
    await screen.open(await popup.path());
    await expectClosable(screen, popup);
    await closeWithoutErrors(screen);
  },
);
