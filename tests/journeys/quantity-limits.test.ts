import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { createCart, friedShrimp, shrimpRice } from "./support/cart.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { waitForBriefText } from "./support/waitForBriefText.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

async function openMenu(stored: Record<string, unknown> = {}): Promise<Phone> {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token, ...stored }) });
  await phone.open("/takeaway-menu");
  await phone.page.getByRole("navigation", { name: "商品分类" }).waitFor();
  return phone;
}

async function search(phone: Phone, name: string): Promise<void> {
  await phone.page.getByRole("searchbox", { name: "搜索商品" }).fill(name);
  await phone.button(`查看${name}`).waitFor();
}

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

const { name } = shrimpRice;

test("an admin sets the minimum and maximum of a dish; the plus begins and ends with them", async () => {
  const service_token = await createStaffToken(environment, "13900000003");
  const admin = await environment.phone({
    width: 1440,
    height: 900,
    storage: storageState(environment, { service_token }),
  });
  await admin.open(`/admin/menu?keyword=${encodeURIComponent(name)}`);
  await admin.button(`编辑 ${name}`).click();
  const dialog = admin.page.getByRole("dialog", { name: `编辑 ${name}` });
  const save = dialog.getByRole("button", { name: "保存" });
  await dialog.getByLabel("最少份数").fill("0");
  await dialog.getByLabel("最多份数").fill("x");
  await save.click();
  await expect.poll(() => dialog.getByText("请输入 1 到 99 的整数").count()).toBe(2);
  await dialog.getByLabel("最少份数").fill("4");
  await dialog.getByLabel("最多份数").fill("3");
  await save.click();
  await dialog.getByText("不能小于最少份数").waitFor();
  expect(await seriousFindings(admin.page)).toEqual([]);
  await dialog.getByLabel("最少份数").fill("2");
  await save.click();
  await dialog.waitFor({ state: "hidden" });
  await admin.page.getByText("待发布：最少份数、最多份数").waitFor();
  await admin.button(/^发布 \d+ 项修改$/).click();
  await admin.page.getByRole("dialog", { name: "发布修改" }).getByRole("button", { name: "确定" }).click();
  await admin.page.getByText("待发布：最少份数、最多份数").waitFor({ state: "detached" });
  await closeWithoutErrors(admin);

  const phone = await openMenu();
  await search(phone, name);
  for (const tag of ["2份起", "限购3份"]) await phone.page.getByText(tag, { exact: true }).waitFor();
  const plus = phone.button(`增加${name}`);
  const minus = phone.button(`减少${name}`);
  const shows = async (count: string) =>
    await phone.page.getByRole("listitem").getByText(count, { exact: true }).waitFor();
  await plus.click();
  await shows("2");
  await plus.click();
  await shows("3");
  const told = waitForBriefText(phone.page, "每单限购3份");
  await plus.click();
  await told;
  await shows("3");
  await minus.click();
  await shows("2");
  await minus.click();
  await minus.waitFor({ state: "detached" });
  await closeWithoutErrors(phone);
});

test("a cart that no longer fits is told at the checkout, and fits after one tap", async () => {
  await environment.queryRows("update dishes set min_quantity = 2, max_quantity = 3 where id = $1", [
    shrimpRice.id,
  ]);
  await environment.queryRows("update dishes set max_quantity = 4 where id = $1", [friedShrimp.id]);
  const cart = createCart([shrimpRice, { ...friedShrimp, quantity: 6 }]);
  const phone = await openMenu({ takeawayCart: cart });
  const { page } = phone;
  await page.getByText(`${friedShrimp.name}：每单限购，已改为4份`).waitFor();
  await phone.button("知道了").click();
  await phone.button("选好了").click();
  await page.getByText("下单前有变化，请确认").waitFor();
  await page.getByText("2份起售，将改为2份").waitFor();
  expect(await phone.button("提交订单").isEnabled()).toBe(false);
  expect(await seriousFindings(page)).toEqual([]);
  await phone.button("按最新情况更新").click();
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  await page.getByText("下单前有变化，请确认").waitFor({ state: "detached" });
  await closeWithoutErrors(phone);
});

test("the variants of a dish are added up where they are chosen", async () => {
  const dishName = "招牌卤肉饭";
  await environment.queryRows("update dishes set min_quantity = 3, max_quantity = 4 where spu_name = $1", [
    dishName,
  ]);
  const phone = await openMenu();
  await search(phone, dishName);
  await phone.button(`查看${dishName}`).click();
  const sheet = phone.page.getByRole("dialog", { name: dishName });
  await sheet.getByText("3份起", { exact: true }).waitFor();
  await sheet.getByText("限购4份", { exact: true }).waitFor();
  const plus = sheet.getByRole("button", { name: /^增加/ });
  const shown = async () => {
    const values = await sheet.locator("[aria-live=polite]").allTextContents();
    return values.filter((text) => /^\d+$/.test(text));
  };
  await plus.nth(0).click();
  expect(await shown()).toEqual(["3"]);
  await plus.nth(1).click();
  expect(await shown()).toEqual(["3", "1"]);
  const told = waitForBriefText(phone.page, "每单限购4份");
  await plus.nth(1).click();
  await told;
  await sheet.getByRole("button", { name: /^减少/ }).nth(0).click();
  expect(await shown()).toEqual(["2", "1"]);
  await sheet.getByRole("button", { name: /^加入购物车/ }).click();
  await sheet.waitFor({ state: "detached" });
  await phone
    .button(/^购物车/)
    .first()
    .click();
  const cart = phone.page.getByRole("dialog", { name: "购物车" });
  await cart.getByRole("listitem").nth(1).waitFor();
  const inCart = async () => await cart.locator("[aria-live=polite]").allTextContents();
  expect(await inCart()).toEqual(["2", "1"]);
  // One portion less would be below the minimum: the line is removed.
  await cart.getByRole("button", { name: /^减少/ }).nth(1).click();
  await expect.poll(inCart).toEqual(["2"]);
  await closeWithoutErrors(phone);
});
