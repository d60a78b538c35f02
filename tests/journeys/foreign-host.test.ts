import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createPhoneNumber, Phone, type PhoneOptions } from "../../scripts/lib/Phone.ts";
import { type ForeignHost, startForeignHost } from "../../src/sandbox/foreign-host/startForeignHost.ts";

const webDir = path.join(fileURLToPath(new URL("../..", import.meta.url)), "dist/web");
/** The browser's own report of each endpoint that the host does not have. */
const missing = /Failed to load resource: the server responded with a status of 404/;
let browser: Browser;
let host: ForeignHost;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "",
    args: ["--no-sandbox", "--disable-gpu"],
  });
});

beforeEach(async () => {
  host = await startForeignHost({ port: 0, webDir });
});

afterEach(() => host.close());
afterAll(() => browser.close());

function openPhone(options: PhoneOptions = {}): Promise<Phone> {
  const { url } = host;
  return Phone.open(browser, { url, wechatUrl: url, sandboxUrl: url }, { expected: missing, ...options });
}

/** Adds an address by searching in a city; the address book must be open. */
async function addAddress(phone: Phone, city: string, place: string): Promise<void> {
  const { page } = phone;
  await phone.button("新增地址").first().click();
  await page.getByLabel("收货人").fill("王小明");
  await page.getByLabel("手机号").fill("13812345678");
  await page.getByLabel("详细地址").click();
  await page.getByText("定位失败，请手动输入城市").waitFor();
  await page.getByLabel("城市").fill(city);
  await page.getByLabel("关键词").fill(place);
  await page.getByLabel("关键词").press("Enter");
  await page.getByText(place, { exact: true }).click();
  await page.getByLabel("门牌号").fill("3室");
  await phone.button("保存").click();
  await page.getByText("保存成功").waitFor();
}

async function addDish(phone: Phone, dish: string): Promise<void> {
  await phone.page.getByRole("searchbox", { name: "搜索商品" }).fill(dish);
  await phone.button(`增加${dish}`).click();
}

test("a customer orders to the end on a host with only the standard endpoints", async () => {
  const phone = await openPhone();
  const { page } = phone;
  await phone.open("/takeaway");
  await page.getByText("开始点餐").click();
  await page.waitForURL(/\/login\?redirect=%2Ftakeaway-menu/);
  await phone.login();
  await phone.button("选择收货地址").first().click();
  await page.waitForURL(/\/address-select/);
  await addAddress(phone, "上海", "江边大厦");
  await page.getByText("江边大厦").first().click();
  await page.waitForURL(/\/takeaway-menu/);
  await page.getByText("江边小馆").waitFor();
  expect(await page.getByText("时价鱼").count()).toBe(0);

  await addDish(phone, "红烧肉饭");
  await page.getByText("预估配送费¥3.00").waitFor();
  await page.getByRole("searchbox", { name: "搜索商品" }).fill("柠檬茶");
  await phone.button("选规格").click();
  await phone.button(/^增加.*大杯/).click();
  await phone.button(/^加入购物车/).click();
  await phone.button(/^选好了/).click();
  await page.waitForURL(/\/order-confirm/);
  await page.getByText("¥43.00").first().waitFor();
  expect(await page.getByText("会员卡支付").count()).toBe(0);
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.getByLabel("备注").fill("少辣");
  await phone.button(/提交订单/).click();
  await page.waitForURL(/\/cashier/);
  await page.getByText("¥43.00").waitFor();
  await phone.button("取消支付").click();
  await page.getByRole("heading", { name: "待付款" }).waitFor();
  await phone.button("去支付").click();
  await page.waitForURL(/\/cashier/);
  await phone.button("确认支付").click();
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  await page.getByText("红烧肉饭").first().waitFor();
  await page.getByText("柠檬茶（大杯）").first().waitFor();

  await phone.open("/orders");
  await page.getByText("江边小馆").first().waitFor();
  await page.getByText("已付款").first().waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  expect(host.state.received.creates).toEqual([
    expect.objectContaining({
      order_type: "takeaway",
      restaurant_id: "F1",
      items: [
        { id: "1", quantity: 1 },
        { id: "3", quantity: 1 },
      ],
      remark: "少辣",
      expected_total: 4300,
    }),
  ]);
  await phone.close();
});

test("an order is cancelled, reordered, and moved to another restaurant by the names of its dishes", async () => {
  const phone = await openPhone();
  const { page } = phone;
  await phone.open("/login?redirect=%2Faddress-select");
  await phone.login();
  await addAddress(phone, "上海", "江边大厦");
  await page.getByText("江边大厦").first().click();
  await addDish(phone, "红烧肉饭");
  await addDish(phone, "冬瓜汤");
  await phone.button(/^选好了/).click();
  await phone.button(/提交订单/).click();
  await page.waitForURL(/\/cashier/);
  await phone.button("取消支付").click();
  await phone.button("取消订单").click();
  await page.getByText("不想要了").click();
  await phone.button("确认取消").click();
  await page.getByRole("heading", { name: "已取消" }).waitFor();
  await phone.button("再来一单").click();
  await page.waitForURL(/\/takeaway-menu$/);
  // The previous menu is shown at once; the dishes come with the response.
  await expect.poll(() => phone.button(/^选好了/).isEnabled()).toBe(true);

  await phone.open("/address-select");
  await addAddress(phone, "杭州", "湖边公寓");
  await page.getByText("湖边公寓").first().click();
  await page.getByText("湖边小馆").first().waitFor();
  const note = page.getByRole("alert").filter({ hasText: "配送门店变了" });
  await note.getByText("冬瓜汤：这家门店没有").waitFor();
  await note.getByText("红烧肉饭：价格由¥28.00变为¥26.00").waitFor();
  await phone.button("知道了").click();
  await phone.button(/^选好了/).click();
  await page.getByText("¥26.00").first().waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a pick-up order is made without booked times", async () => {
  const phone = await openPhone();
  const { page } = phone;
  await phone.open("/login?redirect=%2Frestaurant-select");
  await phone.login();
  await page.getByText("江边小馆").first().click();
  await page.waitForURL(/\/menu\?restaurant_id=F1/);
  await addDish(phone, "红烧肉饭");
  await phone
    .button(/预约时间/)
    .first()
    .click();
  const times = page.getByRole("dialog", { name: "预约时间" });
  await times.getByText("现在下单，厨房马上制作").click();
  await times.waitFor({ state: "detached" });
  await phone.button(/^选好了/).click();
  await page.waitForURL(/\/confirm-order/);
  await phone.button(/提交订单/).click();
  await page.waitForURL(/\/cashier/);
  await phone.button("确认支付").click();
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  expect(host.state.received.creates).toMatchObject([
    { order_type: "pickup", restaurant_id: "F1", items: [{ id: "1", quantity: 1 }], expected_total: 2800 },
  ]);
  await phone.close();
});

const screens = [
  "/",
  "/self-service",
  "/takeaway",
  "/takeaway-menu",
  "/address-select",
  "/orders",
  "/profile",
  "/restaurant-select",
  "/menu?restaurant_id=F1",
  "/customer-service",
  "/points",
  "/card",
  "/invite",
  "/withdraw",
];

test("no screen shows an error or waits for ever for endpoints that such a host does not have", async () => {
  const number = createPhoneNumber();
  host.state.sendCode(number);
  const token = host.state.login(number, host.state.codes.get(number) ?? "") ?? "";
  const storage = {
    cookies: [],
    origins: [{ origin: host.url, localStorage: [{ name: "token", value: token }] }],
  };
  const phone = await openPhone({ storage });
  const describeFaults = () =>
    phone.page.evaluate(() => {
      const alert = document.querySelector('[role="alert"]')?.textContent ?? "";
      const retry = Array.from(document.querySelectorAll("button")).some(
        ({ textContent }) => textContent === "重试",
      );
      const waits = document.querySelector('[class*="keleton"], [aria-busy="true"]') !== null;
      return [alert, retry ? "重试" : "", waits ? "waiting" : ""].filter(Boolean).join(" ");
    });
  for (const screen of screens) {
    await phone.open(screen);
    await phone.waitUntilIdle();
    // A busy phone draws the last response some time after it has arrived.
    await expect.poll(describeFaults, { message: screen }).toBe("");
  }
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
