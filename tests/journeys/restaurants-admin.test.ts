import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { toLocalTime } from "./support/booking.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { answerQuestion, createPaidOrder, createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Opens the page about restaurants as an admin, at those that a keyword finds. */
async function openRestaurants(keyword = "", expected?: RegExp): Promise<Phone> {
  const service_token = await createStaffToken(environment, "13900000003");
  const storage = storageState(environment, { service_token });
  const screen = await environment.phone({
    width: 1440,
    height: 900,
    storage,
    ...(expected && { expected }),
  });
  await screen.open(`/admin/restaurants?keyword=${encodeURIComponent(keyword)}`);
  await screen.button("新开门店").waitFor();
  return screen;
}

test("an admin opens a restaurant, at which a customer looks, changes it, and closes it for good", async () => {
  const admin = await openRestaurants("", /status of (400|422)/);
  const { page } = admin;
  await admin.button("新开门店").click();
  const dialog = page.getByRole("dialog", { name: "新开门店" });
  const fill = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text);
  const save = () => dialog.getByRole("button", { name: "保存" }).click();
  await save();
  await dialog.getByText("请输入数字").first().waitFor();
  await fill("所在城市", "上海");
  await fill("地图搜索", "港汇恒隆");
  await dialog.getByLabel("地图搜索", { exact: true }).press("Enter");
  await dialog
    .getByRole("list", { name: "找到的地点" })
    .getByRole("button", { name: /^港汇恒隆/ })
    .first()
    .click();
  for (const [label, text] of [
    ["城市", "上海市"],
    ["城市代码", "310100"],
    ["区县", "徐汇区"],
    ["地址", /^上海市徐汇区/],
    ["经度", /^121\.\d+/],
    ["纬度", /^31\.\d+/],
  ] as const)
    expect(await dialog.getByLabel(label, { exact: true }).inputValue()).toMatch(text);
  for (const [label, text] of [
    ["门店编号", "zj001"],
    ["门店名称", "食单·张江店"],
    ["电话", "021-05550188"],
    ["区县", "浦东新区"],
    ["地址", "祖冲之路 1 号"],
    ["经度", "121.59"],
    ["纬度", "31.2"],
    ["周一第 1 段开始", "00:00"],
    ["周一第 1 段结束", "00:00"],
  ] as const)
    await fill(label, text);
  await dialog.getByRole("button", { name: "每天都和周一一样" }).click();
  await fill("配送范围", "121.58,31.19\n121.6,31.21\n121.6,31.19\n121.58,31.21");
  await save();
  // While drawing, and by the form when it is saved.
  await expect.poll(() => dialog.getByText("配送范围的边不能交叉或重叠").count()).toBe(2);
  expect(await seriousFindings(page)).toEqual([]);
  await fill("配送范围", "121.58,31.19\n121.6,31.19\n121.6,31.21\n121.58,31.21");
  await save();
  await dialog.waitFor({ state: "hidden" });

  const customer = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token: customer.token }) });
  await phone.open("/menu?restaurant_id=ZJ001");
  await phone.page.getByText("食单·张江店").first().waitFor();

  await page.getByRole("searchbox", { name: "门店编号、名称或地址" }).fill("张江");
  const row = page.getByRole("row").filter({ hasText: "ZJ001" });
  await row.getByText("每天 24小时营业").waitFor();
  await admin.button("编辑 食单·张江店").click();
  const editing = page.getByRole("dialog", { name: "编辑 食单·张江店" });
  await editing.getByLabel("门店名称").fill("食单·张江高科店");
  await editing.getByLabel("起送价（元）").fill("60");
  await editing.getByLabel("可预约天数（含今天）").fill("7");
  await editing.getByRole("button", { name: "保存" }).click();
  await editing.getByText("免配送费金额不能低于起送价 ¥60.00").waitFor();
  await editing.getByLabel("满多少免配送费（元）").fill("88.8");
  await editing.getByRole("button", { name: "保存" }).click();
  await editing.waitFor({ state: "hidden" });
  await phone.page.reload();
  await phone.page.getByText("食单·张江高科店").first().waitFor();

  const [terms] = await environment.queryRows(
    "select minimum_order_fen::int, free_delivery_from_fen::int, booking_days from restaurants where id = 'ZJ001'",
  );
  expect(terms).toEqual({ minimum_order_fen: 6_000, free_delivery_from_fen: 8_880, booking_days: 7 });
  const findLastDay = () => toLocalTime(new Date(Date.now() + 6 * 86_400_000)).slice(5, 10);
  const lastDay = findLastDay();
  await phone
    .button(/预约时间/)
    .first()
    .click();
  // Late in the evening today has no slot left and no tab; the last bookable day is the last at every time of day.
  const days = phone.page.getByRole("dialog", { name: "预约时间" }).getByRole("tab");
  await days.filter({ hasText: lastDay }).waitFor();
  const shown = /\d\d-\d\d/.exec((await days.last().textContent()) ?? "")?.[0];
  // Midnight may have passed meanwhile.
  expect([lastDay, findLastDay()]).toContain(shown);
  await phone.button("关闭").click();

  await admin.button("关店 食单·张江高科店").click();
  await page.getByText("关店后顾客找不到这家门店").waitFor();
  await answerQuestion(page);
  await page.getByText("没有符合条件的门店").waitFor();
  await page.getByText("已关店", { exact: true }).click();
  await row.getByText("食单·张江高科店").waitFor();
  expect([...admin.unexpectedErrors, ...phone.unexpectedErrors]).toEqual([]);
  await admin.close();
  await phone.close();
});

test("of two people the second is told what changed, keeps what was typed, and loses nothing of the first", async () => {
  const first = await openRestaurants("SH001");
  const second = await openRestaurants("SH001", /status of 409/);
  const edit = async ({ page }: Phone) => {
    await page.getByRole("button", { name: "编辑 食单·徐家汇店" }).click();
    return page.getByRole("dialog", { name: "编辑 食单·徐家汇店" });
  };
  const [one, two] = [await edit(first), await edit(second)];
  await one.getByLabel("电话").fill("021-11112222");
  await two.getByLabel("配送半径").fill("4321");
  await one.getByRole("button", { name: "保存" }).click();
  await one.waitFor({ state: "hidden" });
  await two.getByRole("button", { name: "保存" }).click();
  await two.getByText("这家门店刚被别人改过：电话。").waitFor();
  expect(await two.getByLabel("配送半径").inputValue()).toBe("4321");
  expect(await two.getByLabel("电话").inputValue()).toBe("021-11112222");
  await two.getByRole("button", { name: "保存" }).click();
  await two.waitFor({ state: "hidden" });
  const [row] = await environment.queryRows(
    "select phone, delivery_radius_m, version from restaurants where id = 'SH001'",
  );
  expect(row).toEqual({ phone: "021-11112222", delivery_radius_m: 4321, version: 3 });
  expect([...first.unexpectedErrors, ...second.unexpectedErrors]).toEqual([]);
  await first.close();
  await second.close();
});

test("a copy takes over hours and dishes, and a restaurant with open orders is not closed", async () => {
  const admin = await openRestaurants("SH001", /status of (409|422)|ERR_FAILED/);
  const { page } = admin;
  await createPaidOrder(environment, await createCustomer(environment));
  await admin.button("关店 食单·徐家汇店").click();
  await answerQuestion(page);
  await page.getByText(/还有未完成的订单/).waitFor();
  await admin.button("复制 食单·徐家汇店").click();
  const dialog = page.getByRole("dialog", { name: "按 食单·徐家汇店 新开门店" });
  expect(await dialog.getByLabel("城市", { exact: true }).inputValue()).toBe("上海市");
  expect(await dialog.getByLabel("门店名称").inputValue()).toBe("");
  for (const [label, text] of [
    ["门店编号", "COPY1"],
    ["门店名称", "食单·第一店"],
    ["电话", "021-05550189"],
    ["区县", "徐汇区"],
    ["地址", "漕溪北路 1 号"],
    ["经度", "121.43"],
    ["纬度", "31.19"],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(text);
  // The request arrives, its response is lost; what is typed anew is told apart from a repetition.
  await page.route(
    "**/restaurant/admin/restaurants",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByLabel("门店名称").fill("食单·第二店");
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.getByText("门店编号 COPY1 已经用过，请换一个").waitFor();
  await dialog.getByLabel("门店编号").fill("COPY2");
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(
    await environment.queryRows("select id, name from restaurants where id like 'COPY%' order by id"),
  ).toEqual([
    { id: "COPY1", name: "食单·第一店" },
    { id: "COPY2", name: "食单·第二店" },
  ]);
  expect(admin.unexpectedErrors).toEqual([]);
  await admin.close();
});
