import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { issueCard, movePointsOf, requestAs } from "../../scripts/lib/wallet.ts";
import { shrimpRice } from "./support/cart.ts";
import { createPhoto, customerId } from "./support/chat.ts";
import {
  closeWithoutErrors,
  consolePath,
  createNamedCustomer,
  openCustomerPhone,
} from "./support/console.ts";
import { type Customer, createCustomer, storageState } from "./support/customer.ts";
import { createCompletedOrder, requestInvoice } from "./support/invoices.ts";
import { at, button, expectClosable, type Popup } from "./support/popups.ts";
import { setSandboxBehaviour } from "./support/sandbox.ts";
import { advanceOrder, createPaidOrder, createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let customer: Customer;

beforeAll(async () => {
  environment = await startEnvironment();
  customer = await createNamedCustomer(environment, "苏小雨");
});

afterAll(async () => {
  await environment.close();
});

const restaurantStaff = "13900000002";
const admin = "13900000003";

let boardCode = "";

/** Puts an order on the board that stays where it is: accepted, so that it is not accepted while it is looked at. */
async function openBoardWithOrder(): Promise<string> {
  const { id, pickupCode } = await createPaidOrder(environment, customer);
  await advanceOrder(environment, id, "accepted");
  boardCode = pickupCode;
  return "/admin/orders";
}

/** Asks for a withdrawal of points from invites; returns the page that lists it. */
async function openWithdrawals(): Promise<string> {
  const asking = await createCustomer(environment);
  await movePointsOf(environment, customerId(asking), { type: "invite", delta: 3_000 });
  const withdrawal = { points: 1_500, client_key: randomUUID() };
  await requestAs(environment, asking.token, "POST", "user/withdraw", withdrawal);
  return "/admin/withdrawals";
}

/** Asks for a refund that the provider refuses; returns the page that lists it. */
async function openFailedRefunds(): Promise<string> {
  const { id } = await createPaidOrder(environment, customer);
  await setSandboxBehaviour(environment, "pay", { refund: "refused", refund_error: "NOT_ENOUGH" });
  const token = await createStaffToken(environment, admin);
  const refund = {
    order_id: id,
    refund_no: `popup-${id}`,
    type: "amount",
    amount: 500,
    reason_code: "少送一份",
  };
  await requestAs(environment, token, "POST", "order/refund", refund);
  return "/admin/failed-refunds";
}

/** Waits until the provider has refused the refund; lets it accept the next ones. */
async function waitForRefusal({ page }: Phone): Promise<void> {
  await page
    .getByRole("button", { name: /^重试退款/ })
    .first()
    .waitFor();
  await setSandboxBehaviour(environment, "pay", { refund: "success" });
}

/** Asks for an invoice; returns the page that lists it. */
async function openInvoices(): Promise<string> {
  await requestInvoice(environment, customer, await createCompletedOrder(environment, customer));
  return "/admin/invoices";
}

async function openVouchers(): Promise<string> {
  const issue = {
    items: [{ id: shrimpRice.id, quantity: 1 }],
    partner: "楼下书店",
    days: 30,
    count: 1,
    client_key: randomUUID(),
  };
  const token = await createStaffToken(environment, admin);
  await requestAs(environment, token, "POST", "chat/admin/vouchers", issue);
  return "/admin/vouchers";
}

async function openCards(): Promise<string> {
  await issueCard(environment, await createStaffToken(environment, admin), 5_000);
  return "/admin/cards";
}

/** Sends an image as the customer; returns the page that lists the conversation. */
async function openConsole(): Promise<string> {
  const phone = await openCustomerPhone(environment, customer, "/customer-service");
  await phone.page.getByLabel("图片", { exact: true }).setInputFiles(await createPhoto(300, 200));
  const listImages = () =>
    environment.queryRows("select id from chat_messages where user_id = $1 and type = 'image'", [
      customerId(customer),
    ]);
  await expect.poll(async () => (await listImages()).length).toBeGreaterThan(0);
  await closeWithoutErrors(phone);
  return consolePath;
}

const chooseConversation = ({ page }: Phone) =>
  page
    .getByRole("button", { name: /苏小雨/ })
    .first()
    .click();

const cardButton = (action: string) => (page: Page) =>
  page.getByRole("button", { name: `${boardCode} ${action}`, exact: true });

const staffPopups: [name: string, staffPhone: string, popup: Popup][] = [
  ["pause", restaurantStaff, { path: at("/admin/orders"), opener: button("暂停接单"), name: "暂停接单多久" }],
  [
    "hours of today",
    restaurantStaff,
    { path: at("/admin/orders"), opener: button("今日营业时间"), name: "今天的营业时间" },
  ],
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
  ["end of a voucher", admin, { path: openVouchers, opener: button(/^作废 /), name: "作废这张餐券？" }],
  ["new PINs", admin, { path: openCards, opener: button(/^重新告知尾号/), name: "重新告知密码？" }],
  ["new dish", admin, { path: at("/admin/menu"), opener: button("新增菜品"), name: "新增菜品" }],
  ["dish", admin, { path: at("/admin/menu"), opener: button(/^编辑 /), name: /^编辑 / }],
  ["categories", admin, { path: at("/admin/menu"), opener: button("分类"), name: "菜单分类" }],
  [
    "dish in restaurants",
    admin,
    { path: at("/admin/menu"), opener: button(/ 在各门店$/), name: / 在各门店$/ },
  ],
  [
    "prices of a dish",
    admin,
    { path: at("/admin/menu"), opener: button(/的价格记录$/), name: /的价格记录$/ },
  ],
  ["new restaurant", admin, { path: at("/admin/restaurants"), opener: button("新开门店"), name: "新开门店" }],
  ["restaurant", admin, { path: at("/admin/restaurants"), opener: button(/^编辑 /), name: /^编辑 / }],
  [
    "pictures of a restaurant",
    admin,
    { path: at("/admin/restaurants"), opener: button(/^照片和证照 /), name: / 的照片和证照$/ },
  ],
  [
    "copied restaurant",
    admin,
    { path: at("/admin/restaurants"), opener: button(/^复制 /), name: /新开门店$/ },
  ],
  ["closure", admin, { path: at("/admin/restaurants"), opener: button(/^关店 /), name: /^永久关闭 / }],
  ["new member of staff", admin, { path: at("/admin/staff"), opener: button("添加员工"), name: "添加员工" }],
  ["member of staff", admin, { path: at("/admin/staff"), opener: button(/^编辑 /), name: /^编辑 / }],
  ["dismissal", admin, { path: at("/admin/staff"), opener: button(/^移除 /), name: /^移除 / }],
  ["devices", admin, { path: at("/admin/staff"), opener: button(/的登录设备，/), name: /的登录设备$/ }],
  ["invoice", admin, { path: openInvoices, opener: button(/的发票$/), name: "发票详情" }],
  [
    "refused invoice",
    admin,
    {
      path: openInvoices,
      prepare: ({ page }) => button(/的发票$/)(page).click(),
      opener: button("驳回"),
      name: "驳回发票申请",
    },
  ],
  ["payout", admin, { path: openWithdrawals, opener: button(/^已打款 /), name: /^确认已打款/ }],
  ["refused withdrawal", admin, { path: openWithdrawals, opener: button(/^驳回 /), name: /的提现$/ }],
  [
    "repeated refund",
    admin,
    { path: openFailedRefunds, prepare: waitForRefusal, opener: button(/^重试退款/), name: /^重新退款/ },
  ],
  [
    "refund by other means",
    admin,
    { path: openFailedRefunds, prepare: waitForRefusal, opener: button(/^已用其他方式退回/), name: /退/ },
  ],
  [
    "customer's phone number",
    admin,
    { path: openConsole, prepare: chooseConversation, opener: button("更换手机号"), name: /的手机号$/ },
  ],
  [
    "customer's image",
    admin,
    {
      path: openConsole,
      prepare: chooseConversation,
      opener: button("查看顾客发送的图片"),
      name: "查看图片",
    },
  ],
];

test.each(staffPopups)(
  "a member of staff opens and leaves the dialog by keyboard and by Back: %s",
  async (_, staffPhone, popup) => {
    const token = await createStaffToken(environment, staffPhone);
    const storage = storageState(environment, { service_token: token });
    const screen = await environment.phone({ width: 1440, height: 900, storage });
    await screen.open(await popup.path());
    await popup.prepare?.(screen);
    await expectClosable(screen, popup);
    await closeWithoutErrors(screen);
  },
);
