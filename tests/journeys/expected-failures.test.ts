import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { shrimpRice } from "./support/cart.ts";
import { openCheckout } from "./support/checkout.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
/** Browsers themselves log every refused or failed request. */
const expectedErrors = /Failed to load resource|net::ERR_/;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

async function openCustomer(): Promise<Phone> {
  const { token } = await createCustomer(environment);
  return await environment.phone({ storage: storageState(environment, { token }), expected: expectedErrors });
}

async function closeWithoutErrors(phone: Phone): Promise<void> {
  await phone.waitUntilIdle();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

test("a wrong code, an unknown order, a wrong card and a wrong invite log no error to the console", async () => {
  const visitor = await environment.phone({ expected: expectedErrors });
  await visitor.open("/login");
  await visitor.page.getByLabel("手机号").fill("13612345678");
  await visitor.page.getByLabel("验证码", { exact: true }).fill("000000");
  await visitor.agreeToTexts();
  await visitor.button("登录").click();
  await visitor.page.getByText("验证码错误或已过期").waitFor();
  await closeWithoutErrors(visitor);

  const phone = await openCustomer();
  await phone.open("/order/nosuchorder");
  await phone.page.getByText("订单不存在").waitFor();
  await phone.open("/card");
  await phone.page.getByLabel("卡号").fill("6000000000000000");
  await phone.page.getByLabel("密码").fill("123456");
  await phone.button("绑定").click();
  await phone.page.getByRole("alert").first().waitFor();
  await phone.open("/order-detail?third_party_order_id=nosuchvoucher");
  await phone.page.getByText("订单不存在").waitFor();
  await closeWithoutErrors(phone);
});

test("a refused order and a cancelled payment log no error to the console", async () => {
  const { phone } = await openCheckout(environment, [shrimpRice], { expected: expectedErrors });
  const { page } = phone;
  const mark = "update store_dishes set sold_out = $1 where restaurant_id = 'SH001' and dish_id = $2";
  await environment.queryRows(mark, [true, shrimpRice.id]);
  const refused = page.waitForResponse((response) => response.url().endsWith("/order/create"));
  await phone.button("提交订单").click();
  expect((await refused).status()).toBe(409);
  await environment.queryRows(mark, [false, shrimpRice.id]);
  await page.reload();
  await phone.button("提交订单").click();
  await page.waitForURL(/\/pay\/cashier/);
  await phone.button("取消支付").click();
  await page.getByText("可能您取消了支付").waitFor();
  await closeWithoutErrors(phone);
});

test("a missing network logs no error to the console, an unreadable response logs one", async () => {
  const phone = await openCustomer();
  await phone.open("/profile");
  await phone.button("退出登录").waitFor();
  await phone.page.getByRole("link", { name: "订单" }).click();
  await phone.waitUntilIdle();
  await phone.context.setOffline(true);
  await phone.page.getByRole("link", { name: "我的" }).click();
  await phone.page.getByText("网络不可用").or(phone.page.getByText("网络已断开")).first().waitFor();
  await phone.context.setOffline(false);
  await phone.waitUntilIdle();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.page.route("**/api/v1/order/list**", (route) => route.fulfill({ status: 500, body: "{}" }));
  await phone.open("/orders");
  await expect.poll(() => phone.unexpectedErrors.join()).toContain("loading a list failed");
  await phone.close();
});
