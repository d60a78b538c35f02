import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCart, friedShrimp, type Line, shrimpRice } from "./support/cart.ts";
import { createCustomer, readLocalStorage, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let token: string;

beforeAll(async () => {
  environment = await startEnvironment();
  token = (await createCustomer(environment)).token;
});

afterAll(async () => {
  await environment.close();
});

async function openMenu(lines: readonly Line[] = []): Promise<Phone> {
  const cart = lines.length === 0 ? {} : { takeawayCart: createCart(lines) };
  const phone = await environment.phone({ storage: storageState(environment, { token, ...cart }) });
  await phone.open("/takeaway-menu");
  await phone.page.getByRole("navigation", { name: "商品分类" }).waitFor();
  return phone;
}

async function searchDish(phone: Phone, name: string): Promise<void> {
  await phone.page.getByRole("searchbox", { name: "搜索商品" }).fill(name);
}

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

test("the menu names address, store, distance, notice and prices", async () => {
  const phone = await openMenu();
  const { page } = phone;
  await page.getByText("中金国际广场 1201室").waitFor();
  await page.getByText("食单·徐家汇店").waitFor();
  await page.getByText(/^(\d{1,3}m|\d+\.\dkm)$/).waitFor();
  const notification = await page
    .getByText(/早餐供应时间/)
    .first()
    .textContent();
  expect(notification).toContain("6:00-10:00");
  await searchDish(phone, "滑蛋虾仁饭");
  const row = page.getByRole("listitem").filter({ hasText: "滑蛋虾仁饭" });
  const text = (await row.textContent())?.replace(/\s/g, "");
  expect(text).toContain("¥33.00");
  expect(text).toContain("¥38.00");
  expect(text).toContain("省¥5.00");
  await closeWithoutErrors(phone);
});

test("a click on a category scrolls it to the top, and the marked category follows the scroll", async () => {
  const phone = await openMenu();
  const { page } = phone;
  const rail = page.getByRole("navigation", { name: "商品分类" }).getByRole("button");
  const third = rail.nth(2);
  const name = (await third.textContent())?.trim() ?? "";
  await third.click();
  expect(await third.getAttribute("aria-current")).toBe("true");
  const heading = page.getByRole("heading", { name, exact: true, level: 2 });
  const list = page.locator("section").filter({ has: heading }).locator("xpath=..");
  await expect.poll(async () => isNear(await getTop(heading), await getTop(list))).toBe(true);
  await list.hover();
  await page.mouse.wheel(0, -100_000);
  await expect.poll(() => rail.first().getAttribute("aria-current")).toBe("true");
  expect(await third.getAttribute("aria-current")).toBe("false");
  await closeWithoutErrors(phone);
});

async function getTop(part: { boundingBox(): Promise<{ y: number } | null> }): Promise<number> {
  return (await part.boundingBox())?.y ?? Number.NaN;
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < 3;
}

test("the search narrows the list, says when nothing matches, and a selected category ends it", async () => {
  const phone = await openMenu();
  const { page } = phone;
  await searchDish(phone, "没有这道菜");
  await page.getByText("没有找到“没有这道菜”，换个词试试").waitFor();
  await phone.button("清除搜索").first().click();
  await searchDish(phone, "虾仁饭");
  await phone.button("增加滑蛋虾仁饭").waitFor();
  expect(await page.getByRole("heading", { name: "招牌卤肉饭" }).count()).toBe(0);
  await page.getByRole("navigation", { name: "商品分类" }).getByRole("button").first().click();
  expect(await page.getByRole("searchbox", { name: "搜索商品" }).inputValue()).toBe("");
  await closeWithoutErrors(phone);
});

test("a dish with variants is chosen in a sheet, by number, and only then added to the cart", async () => {
  const phone = await openMenu();
  const { page } = phone;
  await searchDish(phone, "招牌卤肉饭");
  await phone.button("选规格").click();
  const sheet = page.getByRole("dialog", { name: "招牌卤肉饭" });
  const put = sheet.getByRole("button", { name: /^加入购物车/ });
  expect(await put.isDisabled()).toBe(true);
  await sheet.getByRole("button", { name: /^增加.*标准/ }).click();
  await sheet.getByRole("button", { name: /^增加.*加大/ }).dblclick();
  await sheet.getByRole("button", { name: /^减少.*加大/ }).click();
  // The second tap would fall on the cart's bar, which the sheet uncovers.
  const cart = page.getByRole("dialog", { name: "购物车" });
  const { x, y, width, height } = (await put.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (const _ of [1, 2]) await page.touchscreen.tap(x + width / 2, y + height / 2);
  await sheet.waitFor({ state: "detached" });
  expect(await cart.count()).toBe(0);
  await phone.button(/^购物车/).click();
  expect(await cart.getByRole("listitem").count()).toBe(2);
  await cart.getByRole("button", { name: /^删除.*加大/ }).click();
  expect(await cart.getByRole("listitem").count()).toBe(1);
  await cart.getByRole("button", { name: /^减少.*标准/ }).click();
  await cart.waitFor({ state: "detached" });
  await page.getByText("还没有选商品").waitFor();
  await closeWithoutErrors(phone);
});

test("a sold-out dish cannot be ordered, and a scarce one not beyond its stock", async () => {
  await updateDish(friedShrimp.id, "sold_out = true");
  await updateDish("10407", "stock = 2");
  const phone = await openMenu();
  const { page } = phone;
  await searchDish(phone, "黄金炸虾");
  await page.getByRole("listitem").filter({ hasText: "黄金炸虾" }).getByText("已售罄").waitFor();
  expect(await phone.button(/^增加黄金炸虾/).count()).toBe(0);
  await searchDish(phone, "鲜虾锅贴");
  await page.getByText("仅剩2份").waitFor();
  const more = phone.button(/^增加鲜虾锅贴/);
  await more.click();
  await more.click();
  expect(await more.isDisabled()).toBe(true);
  await phone.button(/^购物车/).click();
  const cart = page.getByRole("dialog", { name: "购物车" });
  expect(await cart.getByRole("button", { name: /^增加鲜虾锅贴/ }).isDisabled()).toBe(true);
  await updateDish(friedShrimp.id, "sold_out = false");
  await closeWithoutErrors(phone);
});

test("below the minimum the button shows the missing amount and is disabled", async () => {
  const phone = await openMenu();
  const { page } = phone;
  const done = phone.button(/^选好了/);
  expect(await done.isDisabled()).toBe(true);
  await page.getByText("满¥20.00起送").waitFor();
  await searchDish(phone, "糟香毛豆");
  await phone.button("增加糟香毛豆").click();
  await page.getByText("还差¥8.00起送").waitFor();
  expect(await done.isDisabled()).toBe(true);
  await phone.button("增加糟香毛豆").click();
  await expect.poll(() => done.isEnabled()).toBe(true);
  await phone.button(/^购物车/).click();
  await phone.button("清空").click();
  await page.getByText("还没有选商品").waitFor();
  expect(await done.isDisabled()).toBe(true);
  await closeWithoutErrors(phone);
});

test("the badge stops at 99+, and a line at 99 portions", async () => {
  const phone = await openMenu([
    { ...shrimpRice, quantity: 98 },
    { ...friedShrimp, quantity: 2 },
  ]);
  const { page } = phone;
  await page.getByText("99+", { exact: true }).waitFor();
  await searchDish(phone, "滑蛋虾仁饭");
  const more = phone.button("增加滑蛋虾仁饭");
  await more.click();
  await more.dispatchEvent("click");
  await page
    .getByRole("listitem")
    .filter({ hasText: "滑蛋虾仁饭" })
    .getByText("99", { exact: true })
    .waitFor();
  await closeWithoutErrors(phone);
});

test("the cart is restored after a reload, and an emptied one leaves nothing behind", async () => {
  const phone = await openMenu();
  const { page } = phone;
  await searchDish(phone, "滑蛋虾仁饭");
  await phone.button("增加滑蛋虾仁饭").click();
  await page.getByText("1", { exact: true }).first().waitFor();
  await page.reload();
  await expect
    .poll(async () => JSON.parse((await readLocalStorage(page)).takeawayCart ?? "{}").items)
    .toMatchObject([{ id: "10205", quantity: 1, priceFen: 3300 }]);
  await searchDish(phone, "滑蛋虾仁饭");
  await phone.button("减少滑蛋虾仁饭").click();
  await phone.button("减少滑蛋虾仁饭").waitFor({ state: "detached" });
  await expect.poll(async () => (await readLocalStorage(page)).takeawayCart).toBeUndefined();
  await closeWithoutErrors(phone);
});

test("a restored cart is reconciled with the menu: new prices, removed, sold-out and scarce dishes", async () => {
  await updateDish(shrimpRice.id, "price_fen = 3500");
  await updateDish("10404", "sold_out = true");
  await updateDish("10407", "stock = 2, sold_out = false");
  const phone = await openMenu([
    shrimpRice,
    { id: "10404", name: "撒尿牛丸（六颗）", priceFen: 1800, quantity: 1 },
    { id: "99999", name: "从前的菜", priceFen: 1000, quantity: 1 },
    { id: "10407", name: "鲜虾锅贴（六只）", priceFen: 2000, quantity: 5 },
  ]);
  const { page } = phone;
  const note = page.getByRole("alert").filter({ hasText: "购物车有更新" });
  await note.waitFor();
  for (const text of [
    "滑蛋虾仁饭：价格由¥33.00变为¥35.00",
    "撒尿牛丸（六颗）：已售罄",
    "从前的菜：已下架",
    "鲜虾锅贴（六只）：库存不足，已改为2份",
  ])
    await note.getByText(text).waitFor();
  await phone.button("知道了").click();
  await note.waitFor({ state: "detached" });
  const saved = JSON.parse((await readLocalStorage(page)).takeawayCart ?? "{}");
  expect(saved.totalAmount).toBe(3500 + 2 * 2000);
  await updateDish(shrimpRice.id, "price_fen = null");
  await closeWithoutErrors(phone);
});
