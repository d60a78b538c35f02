import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Phone, PhoneOptions } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import {
  addAddress,
  createCustomer,
  type Place,
  readLocalStorage,
  storageState,
} from "./support/customer.ts";
import { setSandboxBehaviour } from "./support/sandbox.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
const expectedErrors =
  /Failed to load resource|locating failed|searching a place failed|an address failed|loading addresses failed/;

beforeAll(async () => {
  environment = await startEnvironment();
});

beforeEach(async () => {
  await setSandboxBehaviour(environment, "amap", { mode: "ok" });
});

afterAll(async () => {
  await environment.close();
});

async function openAddressBook(place: Place | null, options: PhoneOptions = {}): Promise<Phone> {
  const { token } = await createCustomer(environment, place);
  const phone = await environment.phone({ storage: storageState(environment, { token }), ...options });
  await phone.open("/address-select");
  await phone.button("新增地址").waitFor();
  return phone;
}

async function openSearch(phone: Phone): Promise<void> {
  await phone.button("新增地址").click();
  await phone.page.getByLabel("详细地址").click();
  await phone.page.getByLabel("关键词").waitFor();
}

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

function dialog(page: Page, name: string) {
  return page.getByRole("dialog", { name, exact: true });
}

const home: Place = { name: "中金国际广场", location: "121.436550,31.189850" };

test("an address is added, made the default, edited and deleted, in book and database", async () => {
  const phone = await openAddressBook(null);
  const { page } = phone;
  const form = {
    recipient: "王小明",
    phone: "13812345678",
    keyword: "漕溪",
    place: "中金国际广场",
    house: "1室",
  };
  await phone.addAddress(form);
  await page.getByText("默认", { exact: true }).waitFor();
  await phone.addAddress({ ...form, recipient: "李雷", place: "徐家汇国际大厦", house: "2室" });
  await page.getByText("徐家汇国际大厦 2室").waitFor();
  expect(await page.getByText("默认", { exact: true }).count()).toBe(1);

  await page.getByRole("listitem").filter({ hasText: "李雷" }).getByRole("button", { name: "编辑" }).click();
  await dialog(page, "编辑地址").waitFor();
  expect(await page.getByLabel("详细地址").inputValue()).toBe("徐家汇国际大厦");
  expect(await page.getByLabel("详细地址").getAttribute("readonly")).not.toBeNull();
  await page.getByLabel("收货人").fill("韩梅梅");
  await page.getByLabel("门牌号").fill("3室");
  await page.getByRole("checkbox", { name: "设为默认地址" }).check();
  await phone.button("保存").click();
  await page.getByText("徐家汇国际大厦 3室").waitFor();
  await dialog(page, "编辑地址").waitFor({ state: "detached" });
  const first = page.getByRole("listitem").filter({ hasText: "韩梅梅" });
  await first.getByText("默认", { exact: true }).waitFor();
  expect(await page.getByText("默认", { exact: true }).count()).toBe(1);

  await first.getByRole("button", { name: "编辑" }).click();
  await phone.button("删除").click();
  await page.getByText("确定删除这个地址吗？").waitFor();
  await page.locator(".rv-dialog").getByRole("button", { name: "取消" }).click();
  await page.getByText("确定删除这个地址吗？").waitFor({ state: "hidden" });
  await phone.button("删除").click();
  await page.locator(".rv-dialog").getByRole("button", { name: "删除" }).click();
  await page.getByText("删除成功").waitFor();
  await first.waitFor({ state: "detached" });
  const rows = await environment.queryRows(
    "select recipient, details, house_number, is_default from addresses where details in ('徐家汇国际大厦', '中金国际广场')",
  );
  expect(rows).toMatchObject([{ recipient: "王小明", details: "中金国际广场", house_number: "1室" }]);
  await closeWithoutErrors(phone);
});

test("every missing or wrong entry is reported at its field, and a new address has no delete button", async () => {
  const phone = await openAddressBook(null);
  const { page } = phone;
  await phone.button("新增地址").click();
  const form = dialog(page, "添加地址");
  await phone.button("保存").click();
  for (const text of ["请输入收货人姓名", "请输入手机号", "请选择详细地址"])
    await form.getByText(text, { exact: true }).waitFor();
  await page.getByLabel("手机号").fill("1381234567");
  await page.getByLabel("收货人").fill("王小明");
  await phone.button("保存").click();
  await form.getByText("手机号格式不正确").waitFor();
  expect(await form.getByText("请输入收货人姓名").count()).toBe(0);
  expect(await form.getByRole("button", { name: "删除" }).count()).toBe(0);
  await closeWithoutErrors(phone);
});

test("the place search needs city and keyword, reports no results, and a failing service can be retried", async () => {
  const phone = await openAddressBook(null, { expected: expectedErrors });
  const { page } = phone;
  await openSearch(phone);
  await page.getByText("已定位到上海").waitFor();
  const search = dialog(page, "搜索地址");
  expect(await page.getByLabel("城市").inputValue()).toBe("上海");
  await page.getByLabel("城市").fill("");
  await search.getByRole("button", { name: "搜索", exact: true }).click();
  for (const text of ["请输入城市", "请输入关键词"])
    await search.getByRole("alert").filter({ hasText: text }).waitFor();

  await page.getByLabel("城市").fill("上海");
  await page.getByLabel("关键词").fill("不存在的地方");
  await page.getByLabel("关键词").press("Enter");
  await search.getByText("暂无搜索结果").waitFor();
  await page.getByText("未找到相关地点").waitFor();

  await page.getByLabel("关键词").fill("漕溪");
  for (const [mode, text] of [
    ["fail", "地点搜索失败"],
    ["garbage", "地点搜索失败"],
  ] as const) {
    await setSandboxBehaviour(environment, "amap", { mode });
    await page.getByLabel("关键词").press("Enter");
    await search.getByText(text).waitFor();
  }
  await page.route("**/search-location", (route) => route.abort());
  await search.getByRole("button", { name: "重试" }).click();
  await search.getByText("搜索失败，请重试").waitFor();
  expect(await page.getByLabel("关键词").inputValue()).toBe("漕溪");
  await page.unroute("**/search-location");
  await setSandboxBehaviour(environment, "amap", { mode: "ok" });
  await search.getByRole("button", { name: "重试" }).click();
  const place = search.getByRole("button", { name: /中金国际广场/ });
  expect(await place.textContent()).toContain("漕溪北路88号");
  await place.click();
  await search.waitFor({ state: "detached" });
  expect(await page.getByLabel("详细地址").inputValue()).toBe("中金国际广场");
  await closeWithoutErrors(phone);
});

test("saving, deleting and loading that fail show an error, and keep the input", async () => {
  const phone = await openAddressBook(home, { expected: expectedErrors });
  const { page } = phone;
  const broken = { status: 500, json: { code: 500, msg: "服务器开小差了", data: { error: "internal" } } };
  await phone.button("编辑").first().click();
  await page.getByLabel("收货人").fill("韩梅梅");
  await page.route("**/address/update", (route) => route.fulfill(broken));
  await phone.button("保存").click();
  await page.getByText("保存地址失败").waitFor();
  expect(await page.getByLabel("收货人").inputValue()).toBe("韩梅梅");
  await page.route("**/address/delete*", (route) => route.fulfill(broken));
  await phone.button("删除").click();
  await page.locator(".rv-dialog").getByRole("button", { name: "删除" }).click();
  await page.getByText("删除地址失败").waitFor();
  await page.unroute("**/address/update");
  await phone.button("保存").click();
  await page.getByText("保存成功").waitFor();
  await page.getByText(/韩梅梅/).waitFor();

  await page.route("**/address/list", (route) => route.fulfill(broken));
  await page.reload();
  await page.getByText("获取地址列表失败").waitFor();
  await page.unroute("**/address/list");
  await phone.button("重试").click();
  await page.getByText(/韩梅梅/).waitFor();
  await closeWithoutErrors(phone);
});

test("choosing an address saves the choice, makes it the default and goes to the menu", async () => {
  const { token } = await createCustomer(environment, home);
  const other = { name: "徐家汇国际大厦", location: "121.437050,31.191250" };
  const otherId = await addAddress(environment, token, other);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  await phone.open("/address-select");
  await phone.page.getByText(/中金国际广场/).click();
  await phone.page.waitForURL(/\/takeaway-menu$/);
  const chosen = JSON.parse((await readLocalStorage(phone.page)).selectedAddress ?? "{}");
  expect(chosen).toMatchObject({ poi_name: "中金国际广场", is_default: true });
  const defaults = await environment.queryRows("select id, is_default from addresses where id = any($1)", [
    [chosen.id, otherId],
  ]);
  expect(defaults.find(({ id }) => id === chosen.id)?.is_default).toBe(true);
  expect(defaults.find(({ id }) => id === otherId)?.is_default).toBe(false);
  await phone.page.getByText("食单·徐家汇店").waitFor();
  expect(JSON.parse((await readLocalStorage(phone.page)).nearestRestaurant ?? "{}").store.id).toBe("SH001");
  await closeWithoutErrors(phone);
});

test("Esc closes the form, and the focus returns to the button that opened it", async () => {
  const phone = await openAddressBook(null);
  const { page } = phone;
  await phone.button("新增地址").click();
  await dialog(page, "添加地址").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await dialog(page, "添加地址").waitFor({ state: "detached" });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe("新增地址");
  await closeWithoutErrors(phone);
});
