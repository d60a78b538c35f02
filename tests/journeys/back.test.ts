import type { Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCart, shrimpRice } from "./support/cart.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

test("Back closes the topmost sheet before it leaves the page, and a half-filled form is preserved", async () => {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  const { page } = phone;
  await phone.open("/profile");
  await page.getByRole("link", { name: "收货地址" }).click();
  await phone.button("新增地址").first().click();
  const form = page.getByRole("dialog", { name: "添加地址" });
  await form.getByLabel("收货人").fill("李雷");
  await form.getByLabel("详细地址").click();
  const search = page.getByRole("dialog", { name: "搜索地址" });
  await search.waitFor();
  await page.goBack();
  await search.waitFor({ state: "detached" });
  expect(await form.getByLabel("收货人").inputValue()).toBe("李雷");
  await page.goBack();
  await form.waitFor({ state: "detached" });
  expect(phone.path).toBe("/address-select");
  await page.goForward();
  await phone.button("新增地址").first().click();
  expect(await form.getByLabel("收货人").inputValue()).toBe("李雷");
  await form.getByRole("button", { name: "关闭" }).click();
  await form.waitFor({ state: "detached" });
  await page.goBack();
  await page.waitForURL(/\/profile$/);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("after a reload with an open sheet, one Back leaves the page", async () => {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  const { page } = phone;
  await phone.open("/profile");
  await page.getByRole("link", { name: "收货地址" }).click();
  await phone.button("新增地址").first().click();
  await page.getByRole("dialog", { name: "添加地址" }).waitFor();
  await page.reload();
  await phone.waitUntilIdle();
  expect(phone.path).toBe("/address-select");
  await page.evaluate(() => window.history.back());
  await page.waitForURL(/\/profile$/);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a double tap on a link whose page still loads opens it once: one Back returns", async () => {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  const { page } = phone;
  await phone.open("/profile");
  const link = page.getByRole("link", { name: "发票" });
  await link.waitFor();
  const held: Route[] = [];
  await page.route(/\/assets\/InvoicesPage-.*\.js$/, (route) => void held.push(route));
  // The second tap comes before the page of the first one is rendered.
  await link.evaluate((element) => {
    for (let tap = 0; tap < 2; tap += 1)
      element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  });
  await page.waitForURL(/\/invoices$/);
  await expect.poll(() => held).toHaveLength(1);
  await held[0]?.continue();
  await page.getByRole("heading", { name: "发票" }).waitFor();
  await page.goBack();
  await page.waitForURL(/\/profile$/);
  await link.waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a sheet that is closed by an action in it leaves no history entry behind", async () => {
  const { token } = await createCustomer(environment);
  const storage = storageState(environment, { token, takeawayCart: createCart([shrimpRice]) });
  const phone = await environment.phone({ storage });
  const { page } = phone;
  await phone.open("/takeaway");
  await phone.button("开始点餐").click();
  const cart = page.getByRole("dialog");
  const openCart = async () => {
    await phone
      .button(/^购物车/)
      .first()
      .click();
    await cart.waitFor();
  };
  for (let round = 0; round < 2; round += 1) {
    await openCart();
    await page.keyboard.press("Escape");
    await cart.waitFor({ state: "detached" });
  }
  await phone
    .button(/^选好了/)
    .last()
    .click();
  await page.waitForURL(/\/order-confirm$/);
  await page.goBack();
  await page.waitForURL(/\/takeaway-menu$/);
  await page.goBack();
  await page.waitForURL(/\/takeaway$/);

  // The open cart leads to the checkout, too.
  await phone.button("开始点餐").click();
  await openCart();
  await cart.getByRole("button", { name: /^选好了/ }).click();
  await page.waitForURL(/\/order-confirm$/);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a page whose code cannot be loaded has its title and links; an impossible order number is not found", async () => {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({
    storage: storageState(environment, { token }),
    expected: /ERR_|Failed to (load|fetch)|dynamically imported|\bCSS\b/,
  });
  const { page } = phone;
  await phone.open("/");
  await phone.waitUntilIdle();
  await page.route(/assets\/OrdersPage/, (route) => route.abort());
  await phone.context.setOffline(true);
  await page.getByRole("link", { name: "订单" }).click();
  await page.getByRole("heading", { name: "我的订单" }).waitFor();
  await phone.button("重试").waitFor();
  expect(await page.title()).toBe("我的订单 - 食单");
  await phone.context.setOffline(false);
  await page.getByRole("link", { name: "首页" }).click();
  await page
    .getByRole("heading", { name: /好|深了/ })
    .first()
    .waitFor();
  await phone.open("/order/a%2Fb");
  await page.getByText("订单不存在").waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
