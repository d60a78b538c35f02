import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { createPhoto } from "./support/chat.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { answerQuestion, createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Opens the page about the menu as an admin, at the dishes that a query finds. */
async function openMenu(query = "", expected?: RegExp): Promise<Phone> {
  const service_token = await createStaffToken(environment, "13900000003");
  const storage = storageState(environment, { service_token });
  const screen = await environment.phone({
    width: 1440,
    height: 900,
    storage,
    ...(expected && { expected }),
  });
  await screen.open(`/admin/menu${query}`);
  await screen.button("新增菜品").waitFor();
  return screen;
}

/** Opens the menu of a restaurant as a customer. */
async function openCustomerMenu(restaurantId: string): Promise<Phone> {
  const customer = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token: customer.token }) });
  await phone.open(`/menu?restaurant_id=${restaurantId}`);
  await phone.page.getByRole("searchbox").first().waitFor();
  return phone;
}

const dialogOf = ({ page }: Phone, name: string | RegExp) => page.getByRole("dialog", { name });
const rowOf = ({ page }: Phone, text: string) => page.getByRole("row").filter({ hasText: text });

/** Chooses an option of antd's Select. */
async function choose({ page }: Phone, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).last().click();
  await page.getByTitle(option, { exact: true }).last().click();
}

async function publishAll(admin: Phone): Promise<void> {
  await admin.button(/^发布 \d+ 项修改$/).click();
  const dialog = dialogOf(admin, "发布修改");
  await dialog.getByText("的修改会对所有门店的顾客生效").waitFor();
  await dialog.getByRole("button", { name: "确定" }).click();
  await dialog.waitFor({ state: "hidden" });
}

test("a new dish with a cropped image and two sizes is on customers' menus once it is published", async () => {
  const admin = await openMenu();
  await admin.button("新增菜品").click();
  const dialog = dialogOf(admin, "新增菜品");
  const save = () => dialog.getByRole("button", { name: "保存" }).click();
  await save();
  await dialog.getByText("请输入菜品名称").waitFor();
  await dialog.getByText("请选择分类").waitFor();
  expect(await seriousFindings(admin.page)).toEqual([]);
  await dialog.getByLabel("菜品名称").fill("蟹粉小笼");
  await choose(admin, "分类", "小吃卤味");
  await dialog.locator("input[type=file]").setInputFiles(await createPhoto(900, 600));
  const crop = dialogOf(admin, "裁剪图片");
  await crop.getByRole("button", { name: "确定" }).click();
  await dialog.getByRole("button", { name: "换一张" }).waitFor();
  await dialog.getByRole("button", { name: "添加规格" }).click();
  for (const [label, text] of [
    ["规格 1", "六只"],
    ["价格（元） 1", "28"],
    ["规格 2", "十二只"],
    ["价格（元） 2", "52.50"],
    ["原价（元） 2", "56"],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(text);
  await save();
  await dialog.waitFor({ state: "hidden" });
  await admin.page.getByText("待发布", { exact: true }).click();
  await rowOf(admin, "蟹粉小笼").getByText("新菜品").waitFor();

  const phone = await openCustomerMenu("SH001");
  expect(await phone.page.getByText("蟹粉小笼").count()).toBe(0);
  await publishAll(admin);
  await admin.page.getByText("没有符合条件的菜品").waitFor();
  await phone.page.reload();
  await phone.page.getByRole("searchbox").first().fill("蟹粉小笼");
  const found = phone.page.getByText("蟹粉小笼").first();
  await found.waitFor();
  const image = phone.page.locator('img[srcset*="/api/v1/files/dishes/"]').first();
  await expect
    .poll(() => image.evaluate((node) => (node as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  expect(await image.evaluate((node) => (node as HTMLImageElement).currentSrc)).toMatch(/\/96\.webp$/);
  expect([...admin.unexpectedErrors, ...phone.unexpectedErrors]).toEqual([]);
  await admin.close();
  await phone.close();
});

test("of two people the second is told what changed, keeps what was typed, and overwrites nothing", async () => {
  const query = `?keyword=${encodeURIComponent("滑蛋虾仁饭")}`;
  const first = await openMenu(query);
  const second = await openMenu(query, /status of 409/);
  const edit = async (screen: Phone) => {
    await screen.button("编辑 滑蛋虾仁饭").click();
    return dialogOf(screen, "编辑 滑蛋虾仁饭");
  };
  const [one, two] = [await edit(first), await edit(second)];
  await one.getByLabel("描述").fill("虾仁现剥，蛋更滑");
  await two.getByLabel("价格（元） 1", { exact: true }).fill("34.5");
  await one.getByRole("button", { name: "保存" }).click();
  await one.waitFor({ state: "hidden" });
  await two.getByRole("button", { name: "保存" }).click();
  await two.getByText("这个菜品刚被别人改过：描述。").waitFor();
  expect(await two.getByLabel("描述").inputValue()).toBe("虾仁现剥，蛋更滑");
  expect(await two.getByLabel("价格（元） 1", { exact: true }).inputValue()).toBe("34.5");
  await two.getByRole("button", { name: "保存" }).click();
  await two.waitFor({ state: "hidden" });
  await rowOf(second, "滑蛋虾仁饭").getByText("待发布：描述、规格和价格").waitFor();
  await rowOf(second, "滑蛋虾仁饭").getByRole("checkbox").check();
  await second.button("撤销修改").click();
  await second.page.getByText("撤销 1 个菜品未发布的修改？").waitFor();
  await answerQuestion(second.page);
  await rowOf(second, "滑蛋虾仁饭").getByText("¥33.00").waitFor();
  expect([...first.unexpectedErrors, ...second.unexpectedErrors]).toEqual([]);
  await first.close();
  await second.close();
});

test("many dishes are changed at once, published at a time, and each price has a history", async () => {
  const admin = await openMenu("?category=soup");
  const boxes = admin.page.getByRole("checkbox", { name: /^选择 / });
  await boxes.first().waitFor();
  const count = await boxes.count();
  await admin.page.getByRole("checkbox", { name: "全选" }).check();
  await admin.button("批量修改").click();
  const bulk = dialogOf(admin, `批量修改 ${count} 个菜品`);
  await bulk.getByRole("button", { name: "保存" }).click();
  await bulk.getByText("请选择要修改的内容").waitFor();
  await bulk.getByText("按金额").click();
  await bulk.getByLabel("每份调整几元，降价写负数").fill("-0.5");
  expect(await seriousFindings(admin.page)).toEqual([]);
  await bulk.getByRole("button", { name: "保存" }).click();
  await bulk.waitFor({ state: "hidden" });
  await admin.button(`发布 ${count} 项修改`).click();
  const publish = dialogOf(admin, "发布修改");
  await publish.getByText("定时发布").click();
  await publish.getByRole("button", { name: "确定" }).click();
  await publish.getByText("请选择发布日期和时间").waitFor();
  await publish.getByLabel("发布日期和时间").fill("2099-01-02T03:04");
  await publish.getByRole("button", { name: "确定" }).click();
  await publish.waitFor({ state: "hidden" });
  await admin.page.getByText("待发布：规格和价格，2099-01-02 03:04 发布").first().waitFor();
  await publishAll(admin);
  await admin.page.getByText("待发布：规格和价格").first().waitFor({ state: "detached" });

  await admin
    .button(/的价格记录$/)
    .first()
    .click();
  const history = dialogOf(admin, /的价格记录$/);
  await history.getByText("总部", { exact: true }).first().waitFor();
  await admin.page.keyboard.press("Escape");
  await history.waitFor({ state: "hidden" });
  expect(admin.unexpectedErrors).toEqual([]);
  await admin.close();
});

test("a restaurant has its own price for a dish, or does not sell it, at once", async () => {
  const name = "滑蛋虾仁饭";
  const admin = await openMenu(`?keyword=${encodeURIComponent(name)}`);
  await admin.button(`${name} 在各门店`).click();
  const offers = dialogOf(admin, `${name} 在各门店`);
  await offers.getByRole("searchbox").fill("SH001");
  const change = offers.getByRole("button", { name: /改价$/ });
  await expect.poll(() => change.count()).toBe(1);
  await offers.getByRole("row").filter({ hasText: "¥33.00（总部价）" }).waitFor();
  await offers.getByRole("button", { name: `食单·徐家汇店 的${name}改价` }).click();
  const price = dialogOf(admin, /的门店价格$/);
  await price.getByLabel("价格（元）").fill("7.77");
  await price.getByRole("button", { name: "保存" }).click();
  await price.waitFor({ state: "hidden" });
  await offers.getByText("¥7.77", { exact: true }).waitFor();
  const phone = await openCustomerMenu("SH001");
  const search = phone.page.getByRole("searchbox").first();
  const found = phone.page.getByText("7.77").first();
  await search.fill(name);
  await found.waitFor();
  const offered = offers.getByRole("switch", { name: `食单·徐家汇店 供应${name}` });
  await offered.click();
  await expect.poll(() => offered.getAttribute("aria-checked")).toBe("false");
  // The menu is cached until the database's notification arrives, which takes a moment.
  const isGone = async () => {
    await phone.page.reload();
    await search.fill(name);
    const note = phone.page.getByText("没有找到").first();
    return await note.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isGone).toBe(true);
  await offered.click();
  await expect.poll(() => offered.getAttribute("aria-checked")).toBe("true");
  expect([...admin.unexpectedErrors, ...phone.unexpectedErrors]).toEqual([]);
  await admin.close();
  await phone.close();
});

test("categories are added, sorted and deleted; one with dishes is not", async () => {
  const admin = await openMenu("", /status of 422/);
  await admin.button("分类").click();
  const dialog = dialogOf(admin, "菜单分类");
  await dialog.getByLabel("分类名称").fill("时令新品");
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.getByRole("button", { name: "上移 时令新品" }).click();
  await expect
    .poll(() => environment.queryRows("select name from menu_categories order by rank desc limit 2"))
    .toEqual([{ name: "甜品" }, { name: "时令新品" }]);
  await dialog.getByRole("button", { name: "删除分类 甜品" }).click();
  await admin.page.getByText("分类里还有菜品").waitFor();
  expect(await seriousFindings(admin.page)).toEqual([]);
  await dialog.getByRole("button", { name: "删除分类 时令新品" }).click();
  await dialog.getByRole("button", { name: "上移 时令新品" }).waitFor({ state: "detached" });
  expect(admin.unexpectedErrors).toEqual([]);
  await admin.close();
});
