import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCart, shrimpRice } from "./support/cart.ts";
import {
  createCustomer,
  createToken,
  readLocalStorage,
  revokeToken,
  storageState,
} from "./support/customer.ts";
import { expectExpiryNotice, expiredText, watchExpiryNotice } from "./support/expiryNotice.ts";
import { createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
/** Browsers log every response of 400 and more to the console. */
const expectedErrors =
  /Failed to load resource: the server responded with a status of 401|unauthenticated|登录已过期/;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

test("a visitor is led to the login, with the return path, from every page that needs one", async () => {
  const phone = await environment.phone();
  for (const path of ["/takeaway-menu?from=home&x=1", "/address-select", "/customer-service"]) {
    await phone.open(path);
    await phone.page.waitForURL(/\/login\?/);
    expect(phone.path).toBe(`/login?redirect=${encodeURIComponent(path)}`);
    await phone.page.getByRole("heading", { name: "登录", exact: true }).waitFor();
  }
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a visitor may see every open page", async () => {
  const phone = await environment.phone();
  const pages = [
    "/",
    "/self-service",
    "/takeaway",
    "/orders",
    "/profile",
    "/menu?restaurant_id=SH001",
    "/confirm-order",
    "/order-confirm",
    "/order/somebodys",
    "/order-detail?order_id=somebodys",
    "/login",
  ];
  for (const path of pages) {
    await phone.open(path);
    await phone.page.getByRole("heading").first().waitFor();
    expect(phone.path).toBe(path);
  }
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a logged-in customer is led away from the login to the first page", async () => {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  await phone.open("/login?redirect=%2Forders");
  await phone.page.waitForURL(`${phone.url}/`);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a staff page leads to the staff login, with its full path, also for a logged-in customer", async () => {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  await phone.open("/admin/customer-service?tab=orders&id=5");
  await phone.page.waitForURL(/\/admin\/login\?/);
  expect(phone.path).toBe(
    `/admin/login?redirect=${encodeURIComponent("/admin/customer-service?tab=orders&id=5")}`,
  );
  await phone.page.getByText("客服登录").first().waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("logged-in staff are led from both paths of their login to the console", async () => {
  const service_token = await createStaffToken(environment, "13900000001");
  const phone = await environment.phone({ storage: storageState(environment, { service_token }) });
  for (const path of ["/admin/login", "/admin-login"]) {
    await phone.open(path);
    await phone.page.waitForURL(/\/admin\/customer-service$/);
  }
  await phone.page.getByText("客服工作台").first().waitFor();
  await phone.open("/takeaway-menu");
  await phone.page.waitForURL(/\/login\?redirect=%2Ftakeaway-menu$/);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a session that expires during the checkout preserves cart, address and remark and returns to the same step", async () => {
  const { token, phone: number } = await createCustomer(environment);
  const storage = storageState(environment, {
    token,
    service_token: "s".repeat(43),
    takeawayCart: createCart([shrimpRice]),
  });
  const phone = await environment.phone({ storage, expected: expectedErrors });
  const { page } = phone;
  await watchExpiryNotice(phone);
  await phone.open("/takeaway-menu");
  await phone.button("选好了").click();
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  await page.getByLabel("备注").fill("少辣，放门口");
  const before = await readLocalStorage(page);

  await revokeToken(environment, token);
  await phone.button("提交订单").click();
  await expectExpiryNotice(phone, "/login");
  expect(phone.path).toBe("/login?redirect=%2Forder-confirm");

  const after = await readLocalStorage(page);
  expect(after.token).toBeUndefined();
  expect(after.service_token).toBe(before.service_token);
  expect(after.takeawayCart).toBe(before.takeawayCart);
  // No personal data stays: the address comes back with its customer.
  expect(after.selectedAddress).toBeUndefined();
  const { id } = JSON.parse(String(before.selectedAddress));
  expect(after.hidden_address).toBe(id);

  await phone.login(number);
  expect(phone.path).toBe("/order-confirm");
  await page.getByText("滑蛋虾仁饭").waitFor();
  await page.getByText("中金国际广场").first().waitFor();
  expect(JSON.parse(String((await readLocalStorage(page)).selectedAddress)).id).toBe(id);
  expect(await page.getByLabel("备注").inputValue()).toBe("少辣，放门口");
  await page.getByText("订单还没有提交").waitFor();
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  await page.goBack();
  await page.waitForURL(/\/takeaway-menu$/);
  await page.goForward();
  await phone.button("提交订单").click();
  await page.waitForURL(/\/pay\/cashier/);
  const placed = "select remark from orders where user_id = $1";
  expect(await environment.queryRows(placed, [`journey${number}`])).toEqual([{ remark: "少辣，放门口" }]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("ten concurrent refused requests show one notice and open one login", async () => {
  const [demo] = await environment.queryRows<{ id: string }>(
    "select id from users where phone = '13800138000'",
  );
  const token = await createToken(environment, demo?.id ?? "");
  const phone = await environment.phone({
    storage: storageState(environment, { token }),
    expected: expectedErrors,
  });
  const { page } = phone;
  const logins: string[] = [];
  page.on("framenavigated", (frame) => {
    if (frame.url().includes("/login")) logins.push(frame.url());
  });
  // The live stream would notice before them, and redirect.
  await page.route("**/api/v1/events", () => undefined);
  await phone.open("/orders");
  await phone.button("再来一单").first().waitFor();
  await expect.poll(async () => await readLocalStorage(page)).toHaveProperty("kept_orders");
  let waiting = 0;
  let release = () => {};
  const allAreHere = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/order\/detail/, async (route) => {
    waiting += 1;
    if (waiting === 10) release();
    await allAreHere;
    await route.continue();
  });
  await revokeToken(environment, token);
  for (let nth = 0; nth < 10; nth++) await phone.button("再来一单").first().click();
  await allAreHere;
  await page.getByText(expiredText).first().waitFor();
  expect(await page.getByText(expiredText).count()).toBe(1);
  await page.waitForURL(/\/login\?/);
  await page.getByLabel("手机号").waitFor();
  expect(logins.map((url) => url.replace(phone.url, ""))).toEqual(["/login?redirect=%2Forders"]);
  await expect.poll(async () => await readLocalStorage(page)).not.toHaveProperty("kept_orders");
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
