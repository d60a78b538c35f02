import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { listOrders, openCheckout } from "./support/checkout.ts";
import { type Customer, createCustomer, readLocalStorage, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

const expectedErrors = /Failed to load resource|net::ERR|ApiError: 网络不可用/;
const staleNotice = /暂时连不上，内容为 \d\d:\d\d 的记录/;
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

/** Opens a phone of a customer with an unpaid order. */
async function openWithOrder(): Promise<{ phone: Phone; customer: Customer; orderId: string }> {
  const { phone, customer } = await openCheckout(environment, undefined, { expected: expectedErrors });
  await phone.button("提交订单").click();
  await phone.page.waitForURL(/\/pay\/cashier/);
  const [order] = await listOrders(environment, customer);
  return { phone, customer, orderId: order?.id ?? "" };
}

/** Navigates to another screen within the same document. */
async function goTo({ page }: Phone, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState({}, "", to);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Waits until these entries are stored on the device. */
async function expectCached(phone: Phone, ...names: string[]): Promise<void> {
  await expect
    .poll(async () => Object.keys(await readLocalStorage(phone.page)))
    .toEqual(expect.arrayContaining(names));
}

/** Waits until the main pages' code is prefetched, which starts when the first page is idle. */
async function expectFetched(page: Phone["page"], ...names: string[]): Promise<void> {
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .join(),
    );
  for (const name of names) {
    await expect.poll(fetched).toContain(`${name}-`);
    await expect.poll(fetched).toMatch(new RegExp(`${name}-[^,]*css`));
  }
}

test("orders, an order and the profile can be read offline, with their time", async () => {
  const { phone, orderId } = await openWithOrder();
  const { page } = phone;
  await phone.open("/orders");
  await page.getByText("食单·徐家汇店").first().click();
  await page.getByText("滑蛋虾仁饭").first().waitFor();
  await expectCached(phone, "kept_orders", "kept_order");
  await phone.open("/profile");
  await page.getByText("食单朋友").waitFor();
  await expectCached(phone, "kept_orders", "kept_order", "kept_profile");
  // A new document has only the data stored on the device.
  await phone.open("/");
  await expectFetched(page, "OrdersPage", "ProfilePage");
  await phone.waitUntilIdle();
  await phone.context.setOffline(true);
  await page.getByRole("link", { name: "订单" }).click();
  await page.getByText(staleNotice).waitFor();
  await page.getByText("食单·徐家汇店").first().click();
  await page.waitForURL(new RegExp(`/order/${orderId}$`));
  await page.getByText(staleNotice).waitFor();
  await page.getByText("待付款").first().waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "我的" }).click();
  await page.getByText("食单朋友").waitFor();
  await page.getByText(staleNotice).waitFor();
  await phone.context.setOffline(false);
  await page.getByText(staleNotice).waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "订单" }).click();
  await page.getByText("待付款").first().waitFor();
  await page.getByText(staleNotice).waitFor({ state: "hidden" });
  await closeWithoutErrors(phone);
});

test("one customer's cached data is gone with the logout, and never another's", async () => {
  const { phone } = await openWithOrder();
  const { page } = phone;
  await phone.open("/orders");
  await page.getByText("食单·徐家汇店").first().waitFor();
  await expectCached(phone, "kept_orders");
  await phone.open("/profile");
  await page.getByText("食单朋友").waitFor();
  await expectCached(phone, "kept_orders", "kept_profile");
  const mine = await readLocalStorage(page);
  const { token } = await createCustomer(environment);
  const storage = storageState(environment, { ...mine, token });
  const other = await environment.phone({ storage, expected: expectedErrors });
  await other.open("/");
  await other.waitUntilIdle();
  await other.context.route("**/api/**", (route) => route.abort("internetdisconnected"));
  await other.page.getByRole("link", { name: "订单" }).click();
  await other.page.getByText("获取订单失败").or(other.page.getByText("网络不可用")).first().waitFor();
  expect(await other.page.getByText("食单·徐家汇店").count()).toBe(0);
  await closeWithoutErrors(other);
  await page.getByText("退出登录").click();
  await page
    .locator(".rv-dialog")
    .getByRole("button", { name: /退出登录|确定/ })
    .click();
  await page.getByText("已退出登录").waitFor();
  const left = Object.keys(await readLocalStorage(page)).filter((name) =>
    /^kept_(orders?|profile)$/.test(name),
  );
  expect(left).toEqual([]);
  await closeWithoutErrors(phone);
});

test("a restaurant's menu can be read offline", async () => {
  const phone = await environment.phone({ expected: expectedErrors });
  const { page } = phone;
  const link = "/menu?restaurant_id=SH001&order_type=pickup";
  await phone.open("/takeaway");
  await phone.button("开始点餐").waitFor();
  await goTo(phone, link);
  await page.getByRole("navigation", { name: "商品分类" }).waitFor();
  await expectCached(phone, "kept_menu_in_store", "kept_store");
  await phone.open("/takeaway");
  await phone.waitUntilIdle();
  await phone.context.route("**/api/**", (route) => route.abort("internetdisconnected"));
  await goTo(phone, link);
  await page.getByRole("navigation", { name: "商品分类" }).waitFor();
  await page.getByText(staleNotice).waitFor();
  await page.getByText("食单·徐家汇店").first().waitFor();
  await phone.context.unroute("**/api/**");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByText(staleNotice).waitFor({ state: "hidden" });
  await closeWithoutErrors(phone);
});

test.each([
  ["/invoices", "**/invoice/list*", "还没有申请过发票"],
  ["/address-select", "**/address/list*", "中金国际广场"],
])("what %s could not load is loaded when the network returns", async (path, request, loaded) => {
  const { token } = await createCustomer(environment);
  const storage = storageState(environment, { token });
  const phone = await environment.phone({ storage, expected: expectedErrors });
  const { page } = phone;
  await page.route(request, (route) => route.abort("internetdisconnected"));
  await phone.open(path);
  await phone.button("重试").waitFor();
  await page.unroute(request);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByText(loaded).waitFor();
  await closeWithoutErrors(phone);
});

test("an order sent offline waits for the customer, keeps its key and is created once", async () => {
  const { phone, customer } = await openCheckout(environment, undefined, { expected: expectedErrors });
  const { page } = phone;
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/order/create"))
      keys.push(JSON.parse(request.postData() ?? "{}").client_key as string);
  });
  await phone.context.setOffline(true);
  await phone.button("提交订单").click();
  await page.getByText("网络不可用，请检查网络后重试").first().waitFor();
  await phone.context.setOffline(false);
  await page.getByText("网络已断开，请检查网络").waitFor({ state: "detached" });
  await phone.waitUntilIdle();
  // Nothing is ordered without the customer's tap.
  expect([keys.length, await listOrders(environment, customer)]).toEqual([1, []]);
  await phone.button("重试").click();
  await page.waitForURL(/\/pay\/cashier/);
  expect(await listOrders(environment, customer)).toHaveLength(1);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  await closeWithoutErrors(phone);
});

test.each([
  ["/takeaway-menu", "**/takeaway-menu/start*"],
  ["/orders", "**/order/list*"],
  ["/profile", "**/user/info"],
  ["/menu?restaurant_id=SH001", "**/api/v1/menu/items*"],
])("leaving %s gives up what it was asking for, and coming back asks again", async (path, call) => {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({
    storage: storageState(environment, { token }),
    expected: expectedErrors,
  });
  const { page } = phone;
  await phone.open("/takeaway");
  await page.route(call, () => undefined);
  const orderRequest = page.waitForRequest(call);
  await goTo(phone, path);
  const request = await orderRequest;
  const failed = page.waitForEvent("requestfailed", (item) => item === request);
  await page.evaluate(() => window.history.back());
  expect((await failed).failure()?.errorText).toBe("net::ERR_ABORTED");
  await phone.button("开始点餐").waitFor();
  await page.unroute(call);
  const again = page.waitForResponse(call);
  await page.evaluate(() => window.history.forward());
  expect((await again).status()).toBe(200);
  await closeWithoutErrors(phone);
});
