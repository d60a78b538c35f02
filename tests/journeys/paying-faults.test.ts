import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { shrimpRice } from "./support/cart.ts";
import { listOrders, openCheckout } from "./support/checkout.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { setSandboxBehaviour } from "./support/sandbox.ts";
import { startOwnEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
const expectedErrors = /Failed to load resource|placing the order failed|payment failed|loading|ERR_/;

beforeAll(async () => {
  environment = await startOwnEnvironment();
});

beforeEach(async () => {
  await setSandboxBehaviour(environment, "pay", { provider: "normal", notify: "normal" });
});

afterAll(async () => {
  await environment.close();
});

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

async function submit(phone: Phone): Promise<void> {
  await phone.button("提交订单").click();
}

async function payAtCashier(phone: Phone): Promise<void> {
  await phone.page.waitForURL(/\/pay\/cashier/);
  await phone.button("确认支付").click();
  await phone.page.waitForURL(/\/order\/[\w-]+/);
}

test("a payment service that fails preserves the order, and paying again works", async () => {
  const { phone, customer } = await openCheckout(environment, [shrimpRice], { expected: expectedErrors });
  const { page } = phone;
  await setSandboxBehaviour(environment, "pay", { provider: "error" });
  await submit(phone);
  await page.waitForURL(/\/order\/[\w-]+/);
  await page.getByText("支付服务繁忙，请稍后再试").first().waitFor();
  await page.getByText("待付款").first().waitFor();
  await setSandboxBehaviour(environment, "pay", { provider: "normal" });
  await phone.button("去支付").click();
  await payAtCashier(phone);
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  expect(await listOrders(environment, customer)).toMatchObject([{ paid_fen: "3800" }]);
  await closeWithoutErrors(phone);
});

test("a payment whose notification is lost is found by polling", async () => {
  const { phone, customer } = await openCheckout(environment);
  await setSandboxBehaviour(environment, "pay", { notify: "lost" });
  await submit(phone);
  await payAtCashier(phone);
  await phone.page.getByRole("heading", { name: "已付款" }).waitFor();
  expect(await listOrders(environment, customer)).toMatchObject([{ status: "paid", paid_fen: "3800" }]);
  await closeWithoutErrors(phone);
});

test("the back button after paying neither pays nor orders again", async () => {
  const { phone, customer } = await openCheckout(environment, [shrimpRice], {
    expected: /Failed to load resource/,
  });
  const { page } = phone;
  let creates = 0;
  page.on("request", (request) => {
    if (/\/order\/(create|pay)$/.test(new URL(request.url()).pathname)) creates += 1;
  });
  await submit(phone);
  await payAtCashier(phone);
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  const before = creates;
  for (let nth = 0; nth < 4; nth++) {
    await page.goBack();
    await phone.waitUntilIdle();
    expect(await phone.button("提交订单").count()).toBe(0);
  }
  expect(creates).toBe(before);
  const [order, ...others] = await listOrders(environment, customer);
  expect(others).toEqual([]);
  await phone.open(`/order/${order?.id}`);
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  expect(await phone.button("去支付").count()).toBe(0);
  const money = await environment.queryRows("select state from payment_attempts where order_id = $1", [
    order?.id,
  ]);
  expect(money).toEqual([{ state: "success" }]);
  await closeWithoutErrors(phone);
});

test("a reload of the checkout preserves cart, remark and tableware", async () => {
  const { phone } = await openCheckout(environment);
  const { page } = phone;
  await page.getByRole("button", { name: /^增加餐具/ }).click();
  await page.reload();
  await page.getByText("配送费").waitFor();
  expect(await page.getByLabel("备注").inputValue()).toBe("放门口");
  await page.getByText("滑蛋虾仁饭").waitFor();
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  await closeWithoutErrors(phone);
});

test("the server is killed while the order is sent and restarted, and there is one order, which can be paid", async () => {
  const { phone, customer } = await openCheckout(environment, [shrimpRice], { expected: expectedErrors });
  const { page } = phone;
  await environment.installation.killServer();
  await submit(phone);
  await page.getByText("网络不可用，请检查网络后重试").first().waitFor();
  await environment.installation.startServer();
  await phone.button("重试").click();
  await payAtCashier(phone);
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  expect(await listOrders(environment, customer)).toMatchObject([{ paid_fen: "3800", remark: "放门口" }]);
  await closeWithoutErrors(phone);
});

test("code that a new release has removed is replaced by one reload, then by the customer's tap", async () => {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({
    storage: storageState(environment, { token }),
    expected: /Failed to load resource|dynamically imported module/,
  });
  const { page } = phone;
  await phone.open("/profile");
  const addresses = page.getByText("收货地址");
  await addresses.waitFor();
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  const chunk = /\/assets\/AddressSelectPage-[^/]+\.js/;
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: "" }));
  await addresses.click();
  await page.getByText("页面出了点问题，请重试").waitFor();
  expect(documents).toBe(1);
  await page.unroute(chunk);
  await phone.button("重试").click();
  await page.getByText("中金国际广场").waitFor();
  expect(phone.path).toBe("/address-select");
  await closeWithoutErrors(phone);
});
