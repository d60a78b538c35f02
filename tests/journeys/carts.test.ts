import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCart, friedShrimp, shrimpRice } from "./support/cart.ts";
import { addAddress, createCustomer, readLocalStorage, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { waitForModalHistory } from "./support/waitForModalHistory.ts";

/** Beside the restaurant BJ005, which never closes. */
const wudaokou = { name: "五道口购物中心", location: "116.338800,39.992100", cityname: "北京市" };
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
  await environment.queryRows(
    "update store_dishes set offered = false where restaurant_id = 'BJ005' and dish_id = $1",
    [friedShrimp.id],
  );
});

afterAll(async () => {
  await environment.close();
});

async function deliverTo(phone: Phone, place: string, store: string): Promise<void> {
  const { page } = phone;
  await phone.open("/address-select");
  await page.getByText(place).first().click();
  await page.waitForURL(/\/takeaway-menu$/);
  await page.getByText(store).first().waitFor();
  await page.getByRole("navigation", { name: "商品分类" }).waitFor();
}

/** Lists the lines of the cart sheet. */
async function cartLines(phone: Phone): Promise<string[]> {
  const { page } = phone;
  await page
    .getByRole("button", { name: /^购物车/ })
    .first()
    .click();
  const cart = page.getByRole("dialog");
  await cart.getByRole("listitem").first().waitFor();
  const lines = await cart.getByRole("button", { name: /^删除/ }).allInnerTexts();
  const names = await Promise.all(
    lines.map((_, index) =>
      cart.getByRole("button", { name: /^删除/ }).nth(index).getAttribute("aria-label"),
    ),
  );
  await page.goBack();
  await cart.waitFor({ state: "detached" });
  return names.map((name) => (name ?? "").replace(/^删除/, ""));
}

test("a cart moves to the restaurant of another address by dish, and the old one is restored at the old address", async () => {
  const { token } = await createCustomer(environment);
  await addAddress(environment, token, wudaokou);
  const takeawayCart = createCart([shrimpRice, friedShrimp]);
  const phone = await environment.phone({ storage: storageState(environment, { token, takeawayCart }) });
  const { page } = phone;
  await deliverTo(phone, "中金国际广场", "食单·徐家汇店");
  expect(await cartLines(phone)).toEqual([shrimpRice.name, friedShrimp.name]);

  await deliverTo(phone, wudaokou.name, "食单·五道口店");
  const note = page.getByRole("alert").filter({ hasText: "配送门店变了" });
  await note.getByText("食单·徐家汇店的购物车已为您保留").waitFor();
  await note.getByText(`${friedShrimp.name}：这家门店没有`).waitFor();
  await phone.button("知道了").click();
  expect(await cartLines(phone)).toEqual([shrimpRice.name]);
  await waitForModalHistory(page);
  await page.reload();
  expect(await cartLines(phone)).toEqual([shrimpRice.name]);

  await deliverTo(phone, "中金国际广场", "食单·徐家汇店");
  expect(await cartLines(phone)).toEqual([shrimpRice.name, friedShrimp.name]);
  expect(await page.getByText("配送门店变了").count()).toBe(0);
  expect(JSON.parse((await readLocalStorage(page)).takeawayCart ?? "{}")).toMatchObject({
    restaurantId: "SH001",
  });

  await page.getByRole("searchbox", { name: "搜索商品" }).fill(shrimpRice.name);
  await phone.button(`增加${shrimpRice.name}`).click();
  await deliverTo(phone, wudaokou.name, "食单·五道口店");
  await phone.button("知道了").click();
  await phone.button(/^选好了/).click();
  await phone.button(/提交订单/).click();
  await page.waitForURL(/\/pay\/cashier/);
  await deliverTo(phone, "中金国际广场", "食单·徐家汇店");
  expect(await cartLines(phone)).toEqual([friedShrimp.name]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
