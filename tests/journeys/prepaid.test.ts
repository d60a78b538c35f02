import { afterAll, beforeAll, expect, test } from "vitest";
import { maskPhone } from "#contract/phone.ts";
import type { Phone, PhoneOptions } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { shrimpRice } from "./support/cart.ts";
import { type Customer, createCustomer, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let serial = 0;
const expectedErrors = /Failed to load resource|redeeming the voucher failed|loading the voucher failed/;
const xujiahui = { city: "上海", position: { lat: 31.1898, lng: 121.437 } };

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Inserts a voucher for two portions of a dish that SH001 always sells; returns its id. */
async function insertVoucher(expires = "30 days"): Promise<string> {
  const id = `journey-voucher-${process.pid}-${++serial}`;
  await environment.queryRows(
    `insert into vouchers (id, partner, title, items, status, issued_by, created_at, expires_at)
       values ($1, '味来生活', '虾仁饭双人餐', $2, 'issued', 'journey', now() - interval '2 days', now() + $3::interval)`,
    [id, JSON.stringify([{ id: shrimpRice.id, quantity: 2 }]), expires],
  );
  return id;
}

async function openPhone(customer: Customer | null, options: PhoneOptions = {}): Promise<Phone> {
  const token = customer === null ? {} : { token: customer.token };
  return await environment.phone({
    storage: storageState(environment, { ...token, last_position: xujiahui }),
    ...options,
  });
}

/** Opens the voucher's link and goes on to the confirmation. */
async function goToConfirm(phone: Phone, voucherId: string): Promise<void> {
  const { page } = phone;
  await phone.open(`/self-service?third_party_order_id=${voucherId}`);
  await page.getByText("虾仁饭双人餐").waitFor();
  await page.getByText(shrimpRice.name).waitFor();
  await phone.button("选择取餐门店").click();
  await page.getByText("食单·徐家汇店").click();
  await page.waitForURL(/\/prepaid-order\?third_party_order_id=.*&restaurant_id=SH001$/);
  await page.getByLabel("联系电话").fill("138 1234 5678");
  await phone.button("下一步").click();
  await page.waitForURL(/\/prepaid-order-confirm\?/);
  await page.getByRole("button", { name: "提交订单" }).waitFor();
}

/** Returns whether a phone was led to the order or saw that the voucher is already used. */
async function readOutcome({ page }: Phone): Promise<string> {
  const outcome = await page.waitForFunction(
    () =>
      (window.location.pathname === "/order-detail" && "won") ||
      (document.body.innerText.includes("餐券已被使用，") && "lost"),
  );
  return String(await outcome.jsonValue());
}

async function listOrders(voucherId: string) {
  return await environment.queryRows<{
    id: string;
    status: string;
    total: number;
    phone: string;
    type: string;
    user: string;
    table: string | null;
  }>(
    `select o.id, o.status, o.total_fen::int as total, o.contact_phone as phone, o.type, u.phone as user,
       o.table_no as table
       from orders o join users u on u.id = o.user_id join vouchers v on v.order_id = o.id where v.id = $1`,
    [voucherId],
  );
}

test("a voucher becomes an order that costs nothing, and its link then leads to the pick-up code", async () => {
  const voucherId = await insertVoucher();
  const customer = await createCustomer(environment, null);
  const phone = await openPhone(customer);
  const { page } = phone;
  await goToConfirm(phone, voucherId);
  await page.getByText("¥0.00").waitFor();
  await page.getByText("到店自取").waitFor();
  await page.getByText("尽快").waitFor();
  await phone.button("提交订单").click();
  await page.waitForURL(`**/order-detail?third_party_order_id=${voucherId}`);
  const link = `${environment.installation.url}/api/v1/order/detail-public?third_party_order_id=${voucherId}`;
  const shown = (await (await fetch(link)).json()) as { data: { pickup_code: string | null } };
  expect(shown.data.pickup_code).toMatch(/\S/);
  const orders = await listOrders(voucherId);
  expect(orders).toMatchObject([{ total: 0, phone: "13812345678", type: "pickup", user: customer.phone }]);
  expect(orders[0]?.status).not.toBe("pending_payment");
  await phone.open(`/self-service?third_party_order_id=${voucherId}`);
  await phone.button("查看订单").click();
  await page.waitForURL(`**/order-detail?third_party_order_id=${voucherId}`);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a confirmation that is opened anew shows the account's own number", async () => {
  const customer = await createCustomer(environment, null);
  const phone = await openPhone(customer);
  await phone.open(
    `/prepaid-order-confirm?third_party_order_id=${await insertVoucher()}&restaurant_id=SH001`,
  );
  await phone.page.getByText(maskPhone(customer.phone)).waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("two browsers redeem one voucher concurrently: one order is created, the other shows that it is used", async () => {
  const voucherId = await insertVoucher();
  const customers = [await createCustomer(environment, null), await createCustomer(environment, null)];
  const phones = await Promise.all(
    customers.map((customer) => openPhone(customer, { expected: expectedErrors })),
  );
  for (const phone of phones) await goToConfirm(phone, voucherId);
  await Promise.all(phones.map((phone) => phone.button("提交订单").click()));
  const outcomes = await Promise.all(phones.map(readOutcome));
  expect([...outcomes].sort()).toEqual(["lost", "won"]);
  const loser = phones[outcomes.indexOf("lost")];
  await loser?.button("查看订单").click();
  await loser?.page.waitForURL(`**/order-detail?third_party_order_id=${voucherId}`);
  const winner = customers[outcomes.indexOf("won")];
  expect(await listOrders(voucherId)).toMatchObject([{ total: 0, user: winner?.phone }]);
  const made = await environment.queryRows(
    "select o.id from orders o join users u on u.id = o.user_id where u.phone = any($1)",
    [customers.map(({ phone }) => phone)],
  );
  expect(made).toHaveLength(1);
  for (const phone of phones) {
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  }
});

test("a guest chooses a table and a booked time, logs in in between, and finds the choice again", async () => {
  const voucherId = await insertVoucher();
  const phone = await openPhone(null);
  const { page } = phone;
  await phone.open(`/prepaid-order?third_party_order_id=${voucherId}&restaurant_id=SH001`);
  await page.getByText("取餐时间").waitFor();
  await phone.button("下一步").click();
  await page.getByText("请输入手机号", { exact: true }).waitFor();
  await page.getByLabel("联系电话").fill("12345");
  await phone.button("下一步").click();
  await page.getByText("手机号格式不正确").waitFor();
  await page.getByLabel("联系电话").fill("13812345678");
  await page.getByText("堂食", { exact: true }).click();
  await page.getByLabel("桌号").fill("<A1>");
  await phone.button("下一步").click();
  await page.getByText("桌号只能是文字、字母和数字").waitFor();
  await page.getByLabel("桌号").fill("A12");
  await phone.button(/取餐时间/).click();
  const sheet = page.getByRole("dialog", { name: "预约时间" });
  await sheet.getByRole("tab", { name: /明天/ }).click();
  await sheet.getByRole("button", { name: /^12:15/ }).click();
  await sheet.waitFor({ state: "detached" });
  await page.getByText("明天 12:15").waitFor();
  await phone.button("下一步").click();
  await phone.button("提交订单").click();
  await page.waitForURL(/\/login\?redirect=/);
  await phone.login();
  await page.waitForURL(/\/prepaid-order-confirm\?/);
  await page.getByText("明天 12:15").waitFor();
  await page.getByText("堂食").waitFor();
  await page.getByText("A12", { exact: true }).waitFor();
  await phone.button("提交订单").click();
  await page.waitForURL(/\/order-detail/);
  const orders = await listOrders(voucherId);
  expect(orders).toMatchObject([{ type: "dine_in", phone: "13812345678", total: 0, table: "A12" }]);
  await page.getByText("桌号 A12").waitFor();
  await page.getByText("餐点会送到您的桌上").waitFor();
  await page.getByRole("img", { name: "订单二维码" }).waitFor();
  await phone.button("联系客服").click();
  await page.waitForURL(/\/customer-service/);
  await phone.open(`/order/${orders[0]?.id}`);
  await page.getByText("餐券", { exact: true }).waitFor();

  // The next voucher is for another meal.
  await phone.open(`/prepaid-order?third_party_order_id=${await insertVoucher()}&restaurant_id=SH001`);
  await page.getByText("堂食", { exact: true }).click();
  expect(await page.getByLabel("桌号").inputValue()).toBe("");
  expect(await page.getByLabel("联系电话").inputValue()).toBe("");
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("after a lost response a retry creates no second order", async () => {
  const voucherId = await insertVoucher();
  const phone = await openPhone(await createCustomer(environment, null), { expected: expectedErrors });
  const { page } = phone;
  await goToConfirm(phone, voucherId);
  await page.route(/order\/create/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await phone.button("提交订单").click();
  await page.getByText("没有收到回复").waitFor();
  await page.unroute(/order\/create/);
  const [first] = await listOrders(voucherId);
  await phone.button("重试").click();
  await page.waitForURL(/\/order-detail/);
  expect((await listOrders(voucherId)).map(({ id }) => id)).toEqual([first?.id]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("an expired or unknown voucher says so and leads on", async () => {
  const phone = await openPhone(null, { expected: expectedErrors });
  const { page } = phone;
  for (const [id, text] of [
    [await insertVoucher("-1 day"), "餐券已过期"],
    ["nobody-knows-it", "没有找到这张餐券"],
    ["%3Cscript%3E", "没有找到这张餐券"],
  ] as const) {
    await phone.open(`/self-service?third_party_order_id=${id}`);
    await page.getByText(text).waitFor();
    await phone.button("回首页").click();
    await page.waitForURL((url) => url.pathname === "/");
  }
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("without a voucher a customer orders at the nearest restaurant, or at another one", async () => {
  const phone = await openPhone(null);
  const { page } = phone;
  await phone.open("/self-service");
  await page.getByText("534m").waitFor();
  await phone.button("换一家餐厅").click();
  await page.waitForURL(/\/restaurant-select$/);
  await page.goBack();
  await phone.button("堂食").click();
  await page.waitForURL(/\/menu\?restaurant_id=SH001&type=dine_in$/);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
