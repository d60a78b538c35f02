import type { Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCart, friedShrimp, shrimpRice } from "./support/cart.ts";
import { listOrders, openCheckout } from "./support/checkout.ts";
import { addAddress, createCustomer, farAway, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
const createUrl = "**/api/v1/order/create";
const expectedErrors = /Failed to load resource|placing the order failed|loading|ERR_/;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

afterEach(async () => {
  await updateDish(shrimpRice.id, "price_fen = null");
  await updateDish(friedShrimp.id, "sold_out = false");
  await environment.queryRows("update restaurants set accepts_orders = true where id = 'SH001'");
});

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

function updateDish(dishId: string, change: string): Promise<unknown> {
  return environment.queryRows(
    `update store_dishes set ${change} where restaurant_id = 'SH001' and dish_id = $1`,
    [dishId],
  );
}

async function submit(phone: Phone): Promise<void> {
  await phone.button("提交订单").click();
}

async function expectCashier(phone: Phone): Promise<void> {
  await phone.page.waitForURL(/\/pay\/cashier/);
}

test("a price that rose since is shown, and nothing is ordered until the customer accepts it", async () => {
  const { phone, customer } = await openCheckout(environment, [shrimpRice], { expected: expectedErrors });
  const { page } = phone;
  await updateDish(shrimpRice.id, "price_fen = 3500");
  await submit(phone);
  await page.getByText("下单前有变化，请确认").waitFor();
  await page.getByText("¥33.00 → ¥35.00").waitFor();
  expect(await phone.button("提交订单").isDisabled()).toBe(true);
  expect(await listOrders(environment, customer)).toEqual([]);
  await phone.button("按最新情况更新").click();
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  expect(await page.getByLabel("备注").inputValue()).toBe("放门口");
  await submit(phone);
  await expectCashier(phone);
  expect(await listOrders(environment, customer)).toMatchObject([
    { goods_fen: "3500", paid_fen: "0", remark: "放门口" },
  ]);
  await closeWithoutErrors(phone);
});

test("a dish that sold out since is removed, the rest is ordered", async () => {
  const { phone, customer } = await openCheckout(environment, [shrimpRice, friedShrimp], {
    expected: expectedErrors,
  });
  const { page } = phone;
  await updateDish(friedShrimp.id, "sold_out = true");
  await submit(phone);
  await page.getByText("下单前有变化，请确认").waitFor();
  await page.getByText("已售罄").waitFor();
  expect(await listOrders(environment, customer)).toEqual([]);
  await phone.button("按最新情况更新").click();
  await page.getByText("黄金炸虾（三只）").waitFor({ state: "detached" });
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  await submit(phone);
  await expectCashier(phone);
  expect(await listOrders(environment, customer)).toMatchObject([{ goods_fen: "3300" }]);
  await closeWithoutErrors(phone);
});

test("a restaurant that stopped accepting orders is reported, and the menu of the next open one replaces it", async () => {
  const { phone, customer } = await openCheckout(environment, [shrimpRice], { expected: expectedErrors });
  await environment.queryRows("update restaurants set accepts_orders = false where id = 'SH001'");
  await submit(phone);
  await phone.page.getByText("餐厅休息中，暂时不能下单").first().waitFor();
  expect(await listOrders(environment, customer)).toEqual([]);
  await phone.button("返回菜单").click();
  await phone.page.waitForURL(/\/takeaway-menu$/);
  await phone.page.getByText("食单·上海体育馆店").waitFor();
  await phone.page.getByText(/配送门店变了.*购物车已为您保留/).waitFor();
  await expect.poll(() => phone.button(/^选好了/).isEnabled()).toBe(true);
  await closeWithoutErrors(phone);
});

test("an open checkout notices by itself that the restaurant accepts orders again", async () => {
  const { phone } = await openCheckout(environment, [shrimpRice], { expected: expectedErrors }, ({ page }) =>
    page.clock.install(),
  );
  const { page } = phone;
  const acceptOrders = (is: boolean) =>
    environment.queryRows("update restaurants set accepts_orders = $1 where id = 'SH001'", [is]);
  await acceptOrders(false);
  await submit(phone);
  await phone.button("返回菜单").waitFor();
  await acceptOrders(true);
  await page.clock.fastForward(15_000);
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  expect(await page.getByText("餐厅休息中，暂时不能下单").count()).toBe(0);
  await closeWithoutErrors(phone);
});

test("an address outside the delivery area is reported and leads to the address book", async () => {
  const { token } = await createCustomer(environment);
  const id = await addAddress(environment, token, farAway);
  const selectedAddress = { id, poi_name: farAway.name, poi_location: farAway.location };
  const storage = storageState(environment, {
    token,
    selectedAddress,
    takeawayCart: createCart([shrimpRice]),
  });
  const phone = await environment.phone({ storage });
  await phone.open("/order-confirm");
  await phone.page.getByText("地址超出配送范围").waitFor();
  expect(await phone.button("提交订单").isDisabled()).toBe(true);
  await phone.button("换个地址").click();
  await phone.page.waitForURL(/\/address-select$/);
  await closeWithoutErrors(phone);
});

test("five taps on the button create one order", async () => {
  const { phone, customer } = await openCheckout(environment);
  let endpoints = 0;
  await phone.page.route(createUrl, async (route) => {
    endpoints += 1;
    await route.continue();
  });
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  await phone.button("提交订单").evaluate((button: HTMLElement) => {
    for (let nth = 0; nth < 5; nth++) button.click();
  });
  await expectCashier(phone);
  expect(endpoints).toBe(1);
  expect(await listOrders(environment, customer)).toHaveLength(1);
  await closeWithoutErrors(phone);
});

test("a response that is lost after the server has ordered, and retries after it, create one order", async () => {
  const { phone, customer } = await openCheckout(environment, [shrimpRice], { expected: expectedErrors });
  const { page } = phone;
  const bodies: string[] = [];
  await page.route(createUrl, async (route) => {
    bodies.push(route.request().postData() ?? "");
    await route.fetch();
    await route.abort();
  });
  await submit(phone);
  const uncertain = page.getByText("没有收到回复，订单可能已经提交。请重试，不会重复下单");
  await uncertain.waitFor();
  expect(await listOrders(environment, customer)).toHaveLength(1);
  await page.unroute(createUrl);
  let letQuoteThrough = () => {};
  const isQuoteAllowed = new Promise<void>((resolve) => {
    letQuoteThrough = resolve;
  });
  await page.route("**/api/v1/order/quote", async (route) => {
    await isQuoteAllowed;
    await route.continue();
  });
  await page.reload();
  await uncertain.waitFor();
  expect(await phone.button("重试").isDisabled()).toBe(true);
  letQuoteThrough();
  await page.route(createUrl, async (route) => {
    bodies.push(route.request().postData() ?? "");
    await route.continue();
  });
  await phone.button("重试").click();
  await expectCashier(phone);
  expect(await listOrders(environment, customer)).toHaveLength(1);
  expect(new Set(bodies.map((body) => JSON.parse(body).client_key)).size).toBe(1);
  await closeWithoutErrors(phone);
});

const errorBody = { code: 500, msg: "服务器开小差了，请稍后再试", data: { error: "internal" } };

test.each<[string, (route: Route) => Promise<void>, string]>([
  ["answers 500", (route) => route.fulfill({ status: 500, json: errorBody }), "提交失败，请重试"],
  ["answers with a web page", (route) => route.fulfill({ body: "<h1>Bad gateway</h1>" }), "提交失败，请重试"],
  ["cannot be reached", (route) => route.abort("connectionrefused"), "网络不可用，请检查网络后重试"],
])(
  "a server that %s is told, what was typed stays, and the next try orders once",
  async (_what, fault, text) => {
    const { phone, customer } = await openCheckout(environment, [shrimpRice], { expected: expectedErrors });
    const { page } = phone;
    await page.route(createUrl, fault);
    await submit(phone);
    await page.getByText(text).first().waitFor();
    expect(await page.getByLabel("备注").inputValue()).toBe("放门口");
    await page.unroute(createUrl);
    await phone.button("重试").click();
    await expectCashier(phone);
    expect(await listOrders(environment, customer)).toMatchObject([{ remark: "放门口" }]);
    await closeWithoutErrors(phone);
  },
);

test("a server that is silent for fifteen seconds is reported, and the next attempt orders once", async () => {
  const { phone, customer } = await openCheckout(
    environment,
    [shrimpRice],
    { expected: expectedErrors },
    ({ page }) => page.clock.install(),
  );
  const { page } = phone;
  await page.route(createUrl, async (route) => {
    await route.fetch();
  });
  const createRequest = page.waitForRequest(createUrl);
  await submit(phone);
  await createRequest;
  await page.clock.fastForward(15_000);
  await page.getByText("请求超时，请稍后再试").first().waitFor();
  await page.unroute(createUrl);
  await phone.button("重试").click();
  await expectCashier(phone);
  expect(await listOrders(environment, customer)).toHaveLength(1);
  await closeWithoutErrors(phone);
});

test("offline, a banner and the form say so; back online the next attempt orders once", async () => {
  const { phone, customer } = await openCheckout(environment, [shrimpRice], { expected: expectedErrors });
  const { page } = phone;
  await phone.context.setOffline(true);
  await page.getByText("网络已断开，请检查网络").waitFor();
  await submit(phone);
  await page.getByText("网络不可用，请检查网络后重试").first().waitFor();
  await phone.context.setOffline(false);
  await page.getByText("网络已断开，请检查网络").waitFor({ state: "detached" });
  await phone.button("重试").click();
  await expectCashier(phone);
  expect(await listOrders(environment, customer)).toHaveLength(1);
  await closeWithoutErrors(phone);
});
