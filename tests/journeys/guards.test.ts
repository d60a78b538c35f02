import { afterAll, beforeAll, expect, test } from "vitest";
import { openStage, type Stage } from "../../scripts/lib/stage.ts";
import { cartOf, shrimpRice } from "./support/cart.ts";
import { kept, newCustomer, newToken, remembering, revoke } from "./support/customer.ts";
import { newStaffToken } from "./support/staff.ts";

let stage: Stage;
/** A browser reports every answer of 400 and more on its console. */
const refusals =
  /Failed to load resource: the server responded with a status of 401|unauthenticated|登录已过期/;
const expired = "登录已过期，请重新登录";

beforeAll(async () => {
  stage = await openStage();
});

afterAll(async () => {
  await stage.close();
});

test("a visitor is led to the login, with the way back, from every page that needs one", async () => {
  const phone = await stage.phone();
  for (const path of ["/takeaway-menu?from=home&x=1", "/address-select", "/customer-service"]) {
    await phone.open(path);
    await phone.page.waitForURL(/\/login\?/);
    expect(phone.path).toBe(`/login?redirect=${encodeURIComponent(path)}`);
    await phone.page.getByRole("heading", { name: "登录", exact: true }).waitFor();
  }
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("a visitor may see every open page", async () => {
  const phone = await stage.phone();
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
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("who is logged in is led away from the login to the first page", async () => {
  const { token } = await newCustomer(stage);
  const phone = await stage.phone({ storage: remembering(stage, { token }) });
  await phone.open("/login?redirect=%2Forders");
  await phone.page.waitForURL(`${phone.url}/`);
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("a staff page leads to the staff login, with its full path, whoever else is logged in", async () => {
  const { token } = await newCustomer(stage);
  const phone = await stage.phone({ storage: remembering(stage, { token }) });
  await phone.open("/admin/customer-service?tab=orders&id=5");
  await phone.page.waitForURL(/\/admin\/login\?/);
  expect(phone.path).toBe(
    `/admin/login?redirect=${encodeURIComponent("/admin/customer-service?tab=orders&id=5")}`,
  );
  await phone.page.getByText("客服登录").first().waitFor();
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("staff who are logged in are led from both spellings of their login to the console", async () => {
  const service_token = await newStaffToken(stage, "13900000001");
  const phone = await stage.phone({ storage: remembering(stage, { service_token }) });
  for (const path of ["/admin/login", "/admin-login"]) {
    await phone.open(path);
    await phone.page.waitForURL(/\/admin\/customer-service$/);
  }
  await phone.page.getByText("客服工作台").first().waitFor();
  await phone.open("/takeaway-menu");
  await phone.page.waitForURL(/\/login\?redirect=%2Ftakeaway-menu$/);
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("C5: a login that ends during the checkout keeps cart, address and remark and comes back to the same step", async () => {
  const { token, phone: number } = await newCustomer(stage);
  const storage = remembering(stage, {
    token,
    service_token: "s".repeat(43),
    takeawayCart: cartOf([shrimpRice]),
  });
  const phone = await stage.phone({ storage, expected: refusals });
  const { page } = phone;
  await phone.open("/takeaway-menu");
  await phone.button("选好了").click();
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  await page.getByLabel("备注").fill("少辣，放门口");
  const before = await kept(page);

  await revoke(stage, token);
  await phone.button("提交订单").click();
  await page.getByText(expired).first().waitFor();
  expect(phone.path).toBe("/order-confirm");
  const told = Date.now();
  await page.waitForURL(/\/login\?/);
  expect(Date.now() - told).toBeGreaterThan(1_000);
  expect(phone.path).toBe("/login?redirect=%2Forder-confirm");

  const after = await kept(page);
  expect(after.token).toBeUndefined();
  expect(after.service_token).toBe(before.service_token);
  expect(after.takeawayCart).toBe(before.takeawayCart);
  // Nothing that tells who was here stays: the address comes back with its customer.
  expect(after.selectedAddress).toBeUndefined();
  const { id } = JSON.parse(String(before.selectedAddress));
  expect(after.hidden_address).toBe(id);

  await phone.login(number);
  expect(phone.path).toBe("/order-confirm");
  await page.getByText("滑蛋虾仁饭").waitFor();
  await page.getByText("中金国际广场").first().waitFor();
  expect(JSON.parse(String((await kept(page)).selectedAddress)).id).toBe(id);
  expect(await page.getByLabel("备注").inputValue()).toBe("少辣，放门口");
  await page.getByText("订单还没有提交").waitFor();
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  await page.goBack();
  await page.waitForURL(/\/takeaway-menu$/);
  await page.goForward();
  await phone.button("提交订单").click();
  await page.waitForURL(/\/pay\/cashier/);
  const placed = "select remark from orders where user_id = $1";
  expect(await stage.rows(placed, [`journey${number}`])).toEqual([{ remark: "少辣，放门口" }]);
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("A12: ten calls refused at once give one notice and one way to the login", async () => {
  const [demo] = await stage.rows<{ id: string }>("select id from users where phone = '13800138000'");
  const token = await newToken(stage, demo?.id ?? "");
  const phone = await stage.phone({ storage: remembering(stage, { token }), expected: refusals });
  const { page } = phone;
  const logins: string[] = [];
  page.on("framenavigated", (frame) => {
    if (frame.url().includes("/login")) logins.push(frame.url());
  });
  // The live stream would notice before them, and lead away.
  await page.route("**/api/v1/events", () => undefined);
  await phone.open("/orders");
  await phone.button("再来一单").first().waitFor();
  await expect.poll(async () => await kept(page)).toHaveProperty("kept_orders");
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
  await revoke(stage, token);
  for (let nth = 0; nth < 10; nth++) await phone.button("再来一单").first().click();
  await allAreHere;
  await page.getByText(expired).first().waitFor();
  expect(await page.getByText(expired).count()).toBe(1);
  await page.waitForURL(/\/login\?/);
  await page.getByLabel("手机号").waitFor();
  expect(logins.map((url) => url.replace(phone.url, ""))).toEqual(["/login?redirect=%2Forders"]);
  await expect.poll(async () => await kept(page)).not.toHaveProperty("kept_orders");
  expect(phone.complaints).toEqual([]);
  await phone.close();
});
