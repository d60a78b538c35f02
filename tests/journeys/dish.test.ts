import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { addRestaurantPicture } from "./support/addRestaurantPicture.ts";
import { friedShrimp, shrimpRice } from "./support/cart.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { openWechat, wechatLog } from "./support/wechat.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

async function openMenu(query = ""): Promise<Phone> {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  await phone.open(`/takeaway-menu${query}`);
  await phone.page.getByRole("navigation", { name: "商品分类" }).waitFor();
  return phone;
}

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

function dishSheet(phone: Phone, name: string) {
  return phone.page.getByRole("dialog", { name });
}

function markSoldOut(dishId: string, isSoldOut: boolean): Promise<unknown> {
  return environment.queryRows(
    "update store_dishes set sold_out = $2 where restaurant_id = 'SH001' and dish_id = $1",
    [dishId, isSoldOut],
  );
}

/** Taps the start of a dish's heading, whatever covers it. */
async function tapOn(phone: Phone, name: string): Promise<void> {
  const box = await phone.page.getByRole("heading", { name, level: 3 }).boundingBox();
  if (box === null) throw new Error(`${name} is not on the screen`);
  await phone.page.mouse.click(box.x + 20, box.y + box.height / 2);
}

test("a tap on a dish's picture or name opens its details; the plus beside it only adds one", async () => {
  const phone = await openMenu();
  const { page } = phone;
  await page.getByRole("searchbox", { name: "搜索商品" }).fill(shrimpRice.name);
  await phone.button(`增加${shrimpRice.name}`).click();
  await phone.button(`减少${shrimpRice.name}`).waitFor();
  expect(await dishSheet(phone, shrimpRice.name).count()).toBe(0);

  await phone.button(`查看${shrimpRice.name}`).click();
  const sheet = dishSheet(phone, shrimpRice.name);
  await sheet.locator("img").waitFor();
  const text = (await sheet.textContent())?.replace(/\s/g, "");
  for (const part of ["¥33.00", "¥38.00", "已售"]) expect(text).toContain(part);
  await sheet.getByRole("button", { name: `增加${shrimpRice.name}` }).click();
  await sheet.getByText("2", { exact: true }).waitFor();
  await sheet.getByRole("button", { name: "关闭" }).click();
  await sheet.waitFor({ state: "detached" });
  await page.getByRole("listitem").getByText("2", { exact: true }).waitFor();

  await page.getByRole("searchbox", { name: "搜索商品" }).fill("招牌卤肉饭");
  await phone.button("查看招牌卤肉饭").waitFor();
  await tapOn(phone, "招牌卤肉饭");
  await dishSheet(phone, "招牌卤肉饭")
    .getByRole("button", { name: /^增加.*加大/ })
    .waitFor();
  await closeWithoutErrors(phone);
});

test("a link opens its dish, also across the login, and closing removes the dish from the address", async () => {
  const phone = await openMenu(`?dish=${shrimpRice.id}&from=card`);
  const sheet = dishSheet(phone, shrimpRice.name);
  await sheet.waitFor();
  const steps = await phone.page.evaluate(() => window.history.length);
  await sheet.getByRole("button", { name: "关闭" }).click();
  await sheet.waitFor({ state: "detached" });
  expect(phone.path).toBe("/takeaway-menu?from=card");
  expect(await phone.page.evaluate(() => window.history.length)).toBe(steps);
  await closeWithoutErrors(phone);

  const { phone: number } = await createCustomer(environment);
  const visitor = await environment.phone();
  await visitor.open(`/takeaway-menu?dish=${shrimpRice.id}`);
  await visitor.page.waitForURL(/\/login/);
  await visitor.login(number);
  await dishSheet(visitor, shrimpRice.name).waitFor();
  expect(visitor.path).toBe(`/takeaway-menu?dish=${shrimpRice.id}`);
  await closeWithoutErrors(visitor);
});

test("a dish sent to a newcomer opens after the login and the first address", async () => {
  const phone = await environment.phone();
  const { page } = phone;
  await phone.open("/");
  await phone.open(`/takeaway-menu?dish=${shrimpRice.id}`);
  await page.waitForURL(/\/login/);
  await phone.login();
  await phone.button("选择收货地址").first().click();
  await phone.addAddress({
    recipient: "李雷",
    phone: "13912345678",
    keyword: "中金国际广场",
    place: "中金国际广场",
    house: "1201室",
  });
  await page.getByText("中金国际广场").first().click();
  await dishSheet(phone, shrimpRice.name).waitFor();
  expect(phone.path).toBe(`/takeaway-menu?dish=${shrimpRice.id}`);
  await dishSheet(phone, shrimpRice.name).getByRole("button", { name: "关闭" }).click();
  await dishSheet(phone, shrimpRice.name).waitFor({ state: "detached" });
  await page.goBack();
  await page.waitForURL(`${phone.url}/`);
  await closeWithoutErrors(phone);
});

test("a link to a dish that is unknown or sold out just shows the menu", async () => {
  await markSoldOut(friedShrimp.id, true);
  for (const id of [friedShrimp.id, "99999"]) {
    const phone = await openMenu(`?dish=${id}`);
    // Links are read when the sheets load: once another dish's sheet is open, no linked one can follow.
    await phone.button(/^查看/).first().click();
    const sheets = phone.page.getByRole("dialog");
    await sheets.getByText(/^已售/).waitFor();
    const tapped = await phone.button(/^查看/).first().getAttribute("aria-label");
    expect(
      await sheets.evaluateAll((all) => all.map((item) => `查看${item.getAttribute("aria-label")}`)),
    ).toEqual([tapped]);
    await closeWithoutErrors(phone);
  }
  await markSoldOut(friedShrimp.id, false);
});

test("inside WeChat an open dish is what gets shared, and the page again when it is closed", async () => {
  const { token, phone: number } = await createCustomer(environment);
  await environment.queryRows("update users set invite_code = 'WXYZ6789' where phone = $1", [number]);
  const storage = storageState(environment, { token });
  const origins = storage.origins.map((stored) => ({
    ...stored,
    origin: environment.installation.wechatUrl,
  }));
  // The customer's own invite code, which the link carries, is refused.
  const expected = /status of 422/;
  const { phone } = await openWechat(environment, { storage: { ...storage, origins }, expected });
  const { url } = phone;
  const sent = async () => (await wechatLog(environment)).shares;
  await addRestaurantPicture(environment, "SH001");
  await phone.open("/takeaway-menu?code=C1&state=S1");
  const usual = `${url}/takeaway-menu?invite_code=WXYZ6789`;
  await expect.poll(async () => (await sent()).friend?.link).toBe(usual);

  await phone.page.getByRole("searchbox", { name: "搜索商品" }).fill(shrimpRice.name);
  await phone.button(`查看${shrimpRice.name}`).click();
  const sheet = dishSheet(phone, shrimpRice.name);
  const link = `${url}/takeaway-menu?dish=${shrimpRice.id}&invite_code=WXYZ6789`;
  await expect.poll(async () => (await sent()).timeline?.link).toBe(link);
  await expect.poll(async () => (await sent()).friend?.link).toBe(link);
  const { friend } = await sent();
  expect(friend).toMatchObject({ title: "滑蛋虾仁饭 ¥33.00", link });
  const picture = (await sheet.locator("img").getAttribute("src")) ?? "";
  expect(friend?.imgUrl).toBe(new URL(picture.replace(/\.webp$/, ".jpg"), url).href);
  expect(await sheet.textContent()).toContain(friend?.desc);

  await sheet.getByRole("button", { name: "关闭" }).click();
  await expect.poll(async () => (await sent()).friend?.link).toBe(usual);
  await expect
    .poll(async () => (await sent()).friend?.imgUrl)
    .toMatch(/\/files\/restaurants\/[\w-]+\/512\.jpg$/);
  expect((await sent()).friend?.title).toBe("食单·徐家汇店");

  await phone.open(new URL(link).pathname + new URL(link).search);
  await sheet.waitFor();
  await expect.poll(async () => (await sent()).friend?.link).toBe(link);
  await sheet.getByRole("button", { name: "关闭" }).click();
  await expect.poll(async () => (await sent()).friend?.link).toBe(usual);
  await closeWithoutErrors(phone);
});
