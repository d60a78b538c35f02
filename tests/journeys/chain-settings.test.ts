import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { createPhoto } from "./support/chat.ts";
import { consolePath, createNamedCustomer, openCustomerPhone } from "./support/console.ts";
import { storageState } from "./support/customer.ts";
import { createPaidOrder, createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { waitForModalHistory } from "./support/waitForModalHistory.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

const [agent, store, admin] = ["13900000001", "13900000002", "13900000003"];

async function openStaffPage(number: string, path: string, expected?: RegExp): Promise<Phone> {
  const service_token = await createStaffToken(environment, number);
  const storage = storageState(environment, { service_token });
  const screen = await environment.phone({
    width: 1280,
    height: 720,
    storage,
    ...(expected && { expected }),
  });
  await screen.open(path);
  return screen;
}

test("the head office changes replies, limits and reasons, and staff and customers have them", async () => {
  const office = await openStaffPage(admin!, "/admin/settings?section=service", /status of (422|409)/);
  const { page } = office;
  const tab = (name: string) => page.getByRole("tab", { name }).click();
  const panel = page.getByRole("tabpanel").filter({ visible: true });
  const save = () => panel.getByRole("button", { name: "保存", exact: true }).click();

  // A reply with a placeholder that nothing fills is refused, and stays as it was typed.
  await panel.getByLabel("第 1 条的标题").fill("开场白");
  await panel.getByLabel("第 1 条的内容").fill("您好，{昵称}，请问有什么可以帮您？");
  await save();
  await panel.getByText("快捷回复“开场白”里的{昵称}无法识别").waitFor();
  expect(await panel.getByLabel("第 1 条的标题").inputValue()).toBe("开场白");
  await panel.getByLabel("第 1 条的内容").fill("您好，很高兴为您服务！");
  await panel.getByLabel("客服电话").fill("400-820-1234");
  await save();
  await page.getByText("已保存，新的下单和操作立即生效").first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await tab("退款");
  await panel.getByLabel("客服单次退款上限（元）").fill("三十");
  await save();
  await panel.getByText("请输入数字").waitFor();
  await panel.getByLabel("客服单次退款上限（元）").fill("30.5");
  await save();
  const refunds = page.getByRole("dialog", { name: "确认修改退款设置" });
  await refunds.getByText("客服单次退款上限 200元 → 30.5元").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  // Cancelling saves nothing and keeps what was typed.
  await refunds.getByRole("button", { name: "取消" }).click();
  await refunds.waitFor({ state: "hidden" });
  await panel.getByText("尚未修改过").waitFor();
  expect(await panel.getByLabel("客服单次退款上限（元）").inputValue()).toBe("30.5");
  await save();
  await refunds.getByRole("button", { name: "确认修改" }).click();
  await panel.getByText("由").waitFor();

  await tab("菜单");
  await panel.getByRole("button", { name: "删除公告 4" }).click();
  await panel.getByRole("button", { name: "添加公告" }).click();
  await panel.getByLabel("公告 4", { exact: true }).fill("本周四盘点，只营业到 15:00");
  for (const nth of [4, 3, 2]) await panel.getByRole("button", { name: `上移公告 ${nth}` }).click();
  await save();
  await panel.getByText("由").waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await tab("订单");
  await panel.getByRole("button", { name: "添加原因" }).click();
  await panel.getByLabel("原因 6", { exact: true }).fill("等太久了");
  await save();
  await panel.getByText("由").waitFor();

  await tab("门店权限");
  await panel.getByRole("switch", { name: "可以开关自动接单" }).click();
  await save();
  await page
    .getByRole("dialog", { name: "确认修改门店权限设置" })
    .getByRole("button", { name: "确认修改" })
    .click();
  await panel.getByText("由").waitFor();
  await panel.getByRole("button", { name: "修改记录" }).click();
  const history = page.getByRole("dialog", { name: "门店权限的修改记录" });
  await history.getByText("可以开关自动接单：否").waitFor();
  await history.getByText("本店订单的退款申请：可以查看").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await office.close();

  const customer = await createNamedCustomer(environment, "苏小雨");
  const { id } = await createPaidOrder(environment, customer);
  const service = await openStaffPage(agent!, `${consolePath}?user=${customer.id}&order=${id}`);
  await service.page.getByRole("button", { name: /去退款/ }).click();
  await service.page.getByText("客服单笔最多退 ¥30.50").waitFor();
  const field = service.page.getByRole("textbox", { name: "回复" });
  await field.fill("/开场");
  await service.page.getByRole("option", { name: "开场白 您好，很高兴为您服务！" }).waitFor();
  await service.close();

  const board = await openStaffPage(store!, "/admin/orders");
  expect(await board.page.getByRole("switch", { name: "自动接单" }).isDisabled()).toBe(true);
  await board.close();

  const phone = await openCustomerPhone(environment, customer, "/menu?restaurant_id=SH001");
  await phone.page
    .getByRole("note", { name: "公告" })
    .getByText("本周四盘点，只营业到 15:00　·　早餐供应时间 6:00-10:00")
    .first()
    .waitFor();
  await phone.open(`/order/${id}`);
  await phone.button("取消订单").click();
  await phone.page.getByRole("radio", { name: "等太久了" }).waitFor();
  await phone.open("/customer-service");
  const call = phone.page.getByRole("link", { name: "拨打客服电话 400-820-1234" });
  expect(await call.getAttribute("href")).toBe("tel:400-820-1234");
  await phone.close();
});

test("settings that are typed and not saved are not dropped without asking", async () => {
  const office = await openStaffPage(admin!, "/admin/restaurants");
  const { page } = office;
  const link = (name: string) =>
    page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
  const question = page.getByRole("dialog", { name: "放弃填写的内容？" });
  const answer = async (name: string) => {
    await question.getByRole("button", { name }).click();
    await question.waitFor({ state: "hidden" });
    await waitForModalHistory(page);
  };
  await link("设置");
  const slogan = page.getByRole("tabpanel").filter({ visible: true }).getByLabel("一句话介绍");
  const type = () => slogan.fill("街坊邻里的小厨房");
  // The address changes before the page does.
  const staffIsShown = () => page.getByRole("button", { name: "添加员工" }).waitFor();
  // Leaving without a change asks nothing.
  await slogan.waitFor();
  await link("员工");
  await staffIsShown();
  await link("设置");
  await type();
  await page.getByRole("tab", { name: "退款" }).click();
  await link("员工");
  await answer("继续填写");
  await page.goBack();
  await answer("继续填写");
  await page.getByRole("button", { name: "退出登录" }).click();
  await answer("继续填写");
  await page.getByRole("tab", { name: "品牌" }).click();
  expect(await slogan.inputValue()).toBe("街坊邻里的小厨房");
  const asksBeforeUnload = () =>
    page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
  expect(await asksBeforeUnload()).toBe(true);
  await page.goBack();
  await answer("放弃");
  await staffIsShown();
  await link("设置");
  await type();
  await link("员工");
  await answer("放弃");
  await staffIsShown();

  await link("设置");
  await page.getByRole("tab", { name: "协议文本" }).click();
  const choose = async (name: string) => {
    await page.getByRole("combobox", { name: "选择文本" }).click();
    await page.locator(".ant-select-dropdown:visible").getByText(name, { exact: true }).click();
  };
  await page.getByLabel("用户协议正文").fill("新的协议");
  await choose("隐私政策");
  await answer("继续填写");
  expect(await page.getByLabel("用户协议正文").inputValue()).toBe("新的协议");
  await choose("隐私政策");
  await answer("放弃");
  await page.getByLabel("隐私政策正文").fill("新的政策");
  await page.getByRole("tab", { name: "退款" }).click();
  await page.getByRole("tab", { name: "协议文本" }).click();
  expect(await page.getByLabel("隐私政策正文").inputValue()).toBe("新的政策");
  await choose("用户协议");
  await answer("放弃");
  await page.getByLabel("用户协议正文").waitFor();

  // What is saved is not dropped.
  await page.getByRole("tab", { name: "品牌" }).click();
  await type();
  await page
    .getByRole("tabpanel")
    .filter({ visible: true })
    .getByRole("button", { name: "保存", exact: true })
    .click();
  await page.getByText("已保存，新的下单和操作立即生效").first().waitFor();
  await link("员工");
  await page.waitForURL("**/admin/staff");
  await office.close();
});

test("a chain with another name, colour and logo has them on every page", async () => {
  const office = await openStaffPage(admin!, "/admin/settings", /status of 422/);
  const panel = office.page.getByRole("tabpanel").filter({ visible: true });
  await panel.getByLabel("品牌名称").fill("巷口小馆");
  await panel.getByLabel("一句话介绍").fill("街坊邻里的厨房");
  await panel.getByLabel("主色").fill("#ffcc00");
  const save = panel.getByRole("button", { name: "保存", exact: true });
  await save.click();
  await panel.getByText("这个颜色的对比度只有 1.4，至少要 4.5 才看得清，可以试试 #876c00").waitFor();
  await panel.getByLabel("主色").fill("#1b5e20");
  await panel.locator("input[type=file]").setInputFiles(await createPhoto(800, 600));
  await office.page.getByRole("dialog", { name: "裁剪图片" }).getByRole("button", { name: "确定" }).click();
  await panel.getByRole("button", { name: "换一张" }).waitFor();
  await save.click();
  await office.page.getByText("已保存，新的下单和操作立即生效").first().waitFor();
  await office.page.reload();
  await office.page
    .getByRole("banner")
    .or(office.page.locator("body"))
    .getByText("巷口小馆")
    .first()
    .waitFor();
  expect(await office.page.title()).toBe("设置 - 巷口小馆");
  await office.close();

  const phone = await environment.phone({});
  await phone.open("/login");
  await phone.page.getByRole("heading", { name: "欢迎来到巷口小馆" }).waitFor();
  expect(await phone.page.title()).toBe("登录 - 巷口小馆");
  expect(await seriousFindings(phone.page)).toEqual([]);
  const button = phone.page.getByRole("button", { name: "获取验证码" });
  expect(await button.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(27, 94, 32)");
  const icon = phone.page.locator("main img, #root img").first();
  await expect.poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  const paths = [
    "/",
    "/menu",
    "/takeaway-menu",
    "/customer-service",
    "/legal",
    "/admin/orders",
    "/order/unknown",
    "/nothing/here",
  ];
  for (const path of paths) {
    const html = await (await fetch(`${environment.installation.url}${path}`)).text();
    if (path === "/") expect(html).toContain("<title>首页 - 巷口小馆</title>");
    expect(html, path).toContain('name="application-name" content="巷口小馆"');
    expect(html, path).toContain('content="街坊邻里的厨房"');
    // Restaurants of the demo have the first name in theirs.
    expect(html.replaceAll("食单·", ""), path).not.toContain("食单");
  }
  await phone.close();
  await holdBrandOfCustomers();
});

/** Opens what greets customers, and holds that only the second brand is on it. */
async function holdBrandOfCustomers(): Promise<void> {
  const { token } = await createNamedCustomer(environment, "何");
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  const { page } = phone;
  for (const [path, text] of [
    ["/customer-service", "您好，这里是巷口小馆客服"],
    ["/legal/about", "巷口小馆"],
    ["/legal/privacy", "巷口小馆"],
  ] as const) {
    await phone.open(path);
    await page.getByText(text).first().waitFor();
    expect((await page.locator("body").innerText()).replaceAll("食单·", ""), path).not.toContain("食单");
    expect(await page.title(), path).toContain("巷口小馆");
  }
  await phone.open("/invite");
  await page.getByRole("button", { name: "查看海报" }).click();
  const save = page.getByRole("link", { name: "保存海报" });
  await save.waitFor();
  expect(await save.getAttribute("download")).toBe("巷口小馆邀请海报.png");
  await phone.close();
}
