import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCart, shrimpRice } from "./support/cart.ts";
import { createCustomer, farAway, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let token: string;
const startUrl = "**/api/v1/takeaway-menu/start*";
const menuUrl = "**/api/v1/takeaway-menu/items*";
const expectedErrors = /Failed to load resource|loading the takeaway page failed/;

beforeAll(async () => {
  environment = await startEnvironment();
  token = (await createCustomer(environment)).token;
});

afterAll(async () => {
  await environment.close();
});

/** Opens the menu page with the given dishes in the menu response. */
async function openWithItems(items: unknown): Promise<Phone> {
  const phone = await environment.phone({
    storage: storageState(environment, { token }),
    expected: expectedErrors,
  });
  await phone.page.route(startUrl, async (route) => {
    const { data, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, data: { ...data, menu: { ...data.menu, items } } } });
  });
  await phone.open("/takeaway-menu");
  return phone;
}

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

function createDishes(count: number, overrides: Record<string, unknown> = {}): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, nth) => ({
    id: `d${nth}`,
    name: `菜${nth}`,
    price: 2500,
    category: `类${Math.floor(nth / 100)}`,
    ...overrides,
  }));
}

test("where no restaurant delivers, the page says so and leads to another address", async () => {
  const { token: far } = await createCustomer(environment, farAway);
  const phone = await environment.phone({ storage: storageState(environment, { token: far }) });
  await phone.open("/takeaway-menu");
  await phone.page.getByText("附近暂无可用餐厅").waitFor();
  await phone.button("换个地址").click();
  await phone.page.waitForURL(/\/address-select$/);
  await closeWithoutErrors(phone);
});

test("without any address the menu page leads to the address book", async () => {
  const { token: homeless } = await createCustomer(environment, null);
  const phone = await environment.phone({ storage: storageState(environment, { token: homeless }) });
  await phone.open("/takeaway-menu");
  await phone.page.getByText("选好收货地址，就能看到附近餐厅的菜单").waitFor();
  await phone.button("选择收货地址").last().click();
  await phone.page.waitForURL(/\/address-select$/);
  await closeWithoutErrors(phone);
});

test.each([
  ["no list", { items: 5 }, "菜单数据格式错误"],
  ["an empty list", [], "暂无外卖菜单数据"],
  ["a list without a usable dish", [{ id: "1" }, null, 5, { name: "x" }], "菜单数据格式错误"],
] as const)("a menu that is %s is told, and the next try works", async (_what, items, text) => {
  const phone = await openWithItems(items);
  await phone.page.getByText(text).first().waitFor();
  await phone.page.unroute(startUrl);
  await phone.button("重试").click();
  await phone.page.getByRole("navigation", { name: "商品分类" }).waitFor();
  await closeWithoutErrors(phone);
});

test("prices as strings, missing pictures and missing fields are defaulted, broken dishes skipped", async () => {
  const phone = await openWithItems([
    { id: 7, name: "文字价", price: "2500" },
    { id: "8", name: "坏图", price: 3000, image: "/media/dishes/not-there.webp", original_price: 3600 },
    { id: "9", name: "没价" },
    { id: "10", name: "免费", price: 0 },
    { id: "11", name: "倒贴", price: -5 },
    { id: "12", name: "<img src=x onerror=alert(1)>", price: 100 },
  ]);
  const { page } = phone;
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await row("文字价").waitFor();
  expect((await row("文字价").textContent())?.replace(/\s/g, "")).toContain("¥25.00");
  expect((await row("文字价").textContent())?.replace(/\s/g, "")).toContain("¥27.50");
  await row("坏图").waitFor();
  await page.getByRole("navigation", { name: "商品分类" }).getByRole("button", { name: "其他" }).waitFor();
  for (const name of ["没价", "免费", "倒贴"]) expect(await row(name).count()).toBe(0);
  await page.getByText("<img src=x onerror=alert(1)>").waitFor();
  await phone.button("增加文字价").click();
  await phone.button("减少文字价").waitFor();
  await closeWithoutErrors(phone);
});

test("a menu of 2,000 dishes can be scrolled to its end, searched and ordered from", async () => {
  const phone = await openWithItems(createDishes(2000));
  const { page } = phone;
  const rail = page.getByRole("navigation", { name: "商品分类" }).getByRole("button");
  await rail.first().waitFor();
  expect(await rail.count()).toBe(20);
  await rail.last().click();
  await phone.button("增加菜1900").click();
  // Rows that were scrolled away are unmounted, and come back when scrolled to.
  await expect.poll(() => phone.button("增加菜1").count()).toBe(0);
  expect(await page.locator("li h3").count()).toBeLessThan(200);
  await rail.first().click();
  await phone.button("增加菜1").waitFor();
  await page.getByRole("searchbox", { name: "搜索商品" }).fill("菜1999");
  await phone.button("增加菜1999").click();
  await phone.button(/^购物车/).click();
  expect(await page.getByRole("dialog", { name: "购物车" }).getByRole("listitem").count()).toBe(2);
  await closeWithoutErrors(phone);
});

test("a menu that cannot be fetched says so, and the next attempt works", async () => {
  const broken = { code: 500, msg: "服务器开小差了", data: { error: "internal" } };
  const phone = await environment.phone({
    storage: storageState(environment, { token }),
    expected: expectedErrors,
  });
  const { page } = phone;
  await page.route(startUrl, (route) => route.fulfill({ status: 500, json: broken }));
  await phone.open("/takeaway-menu");
  await page.getByText("获取外卖菜单失败").first().waitFor();
  await page.unroute(startUrl);
  await phone.button("重试").click();
  await page.getByRole("navigation", { name: "商品分类" }).waitFor();
  await closeWithoutErrors(phone);
});

test("on a host without the combined endpoint, the error names the menu or the restaurant", async () => {
  const broken = { code: 500, msg: "服务器开小差了", data: { error: "internal" } };
  const phone = await environment.phone({
    storage: storageState(environment, { token }),
    expected: expectedErrors,
  });
  const { page } = phone;
  await page.route(startUrl, (route) => route.fulfill({ status: 404, json: { code: 404, msg: "" } }));
  await page.route(menuUrl, (route) => route.fulfill({ status: 500, json: broken }));
  await phone.open("/takeaway-menu");
  await page.getByText("获取外卖菜单失败").first().waitFor();
  await page.unroute(menuUrl);
  await page.route("**/api/v1/restaurant/list*", (route) => route.abort());
  await page.evaluate(() => window.localStorage.removeItem("nearestRestaurant"));
  // Such a host renders no menu into the document either. A later request would bring the cookie back.
  await phone.waitUntilIdle();
  await phone.context.clearCookies();
  await page.reload();
  await page.getByText("获取餐厅信息失败").waitFor();
  await page.unroute("**/api/v1/restaurant/list*");
  await phone.button("重试").click();
  await page.getByRole("navigation", { name: "商品分类" }).waitFor();
  await closeWithoutErrors(phone);
});

test("a response that takes longer than fifteen seconds ends in an error with a retry", async () => {
  const phone = await environment.phone({
    storage: storageState(environment, { token }),
    expected: expectedErrors,
  });
  const { page } = phone;
  await page.clock.install();
  await page.route(startUrl, () => undefined);
  const startRequest = page.waitForRequest(startUrl);
  await phone.open("/takeaway-menu");
  await startRequest;
  await page.clock.fastForward(15_000);
  await page.getByText("获取外卖菜单失败").first().waitFor();
  await page.unroute(startUrl);
  await phone.button("重试").click();
  await page.getByRole("navigation", { name: "商品分类" }).waitFor();
  await closeWithoutErrors(phone);
});

test("a saved restaurant that no longer exists is replaced by the one that delivers", async () => {
  const { token: own, addressId } = await createCustomer(environment);
  const store = { id: "XX999", name: "从前的店", address: "", distanceM: 5, isOpen: true, canOrder: true };
  const nearestRestaurant = { pointKey: `${addressId}@121.436550,31.189850`, store };
  const storedValues = { token: own, nearestRestaurant, takeawayCart: createCart([shrimpRice], "XX999") };
  const phone = await environment.phone({
    storage: storageState(environment, storedValues),
    expected: expectedErrors,
  });
  const { page } = phone;
  await phone.open("/takeaway-menu");
  await page.getByText("食单·徐家汇店").waitFor();
  await page.getByText("原门店的购物车已为您保留").waitFor();
  await expect.poll(() => phone.button(/^选好了/).isEnabled()).toBe(true);
  await closeWithoutErrors(phone);
});
