import { Secret, TOTP } from "otpauth";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { legalTextNames, legalTextTitles } from "#contract/legal/texts.ts";
import { createPhoneNumber, type Phone } from "../../scripts/lib/Phone.ts";
import { launchBrowser } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { createPhoto } from "./support/chat.ts";
import { ProductionSystem } from "./support/ProductionSystem.ts";
import { screens } from "./support/screens.ts";
import { loginAsStaff } from "./support/staff.ts";
import { createWechatUser } from "./support/wechat.ts";

const desktop = { width: 1440, height: 900 };
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let system: ProductionSystem;

beforeAll(async () => {
  browser = await launchBrowser();
  system = await ProductionSystem.start(browser);
});

afterAll(async () => {
  await system.close();
  await browser.close();
});

/** Becomes the first administrator with the code of the log, and binds the second factor that production requires. */
async function setUpAdmin(): Promise<Phone> {
  const admin = await system.phone({ ...desktop, expected: /status of 401/ });
  const { page } = admin;
  await admin.open("/admin");
  await page.getByRole("heading", { name: "初次设置" }).waitFor();
  const [, code = ""] = /enter ([A-Z2-9]{5}-[A-Z2-9]{5})/.exec(system.log.join("")) ?? [];
  await page.getByLabel("一次性代码").fill(code);
  await page.getByLabel("姓名").fill("陈总");
  await page.getByLabel("手机号").fill(createPhoneNumber());
  await admin.button("添加管理员并登录").click();
  await page.getByRole("heading", { name: "绑定验证器" }).waitFor();
  const shown = await page.getByText("不能扫码时手动输入密钥").innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(shown.split(" ").at(-1) ?? "") });
  await page.getByLabel("动态验证码").fill(totp.generate());
  await admin.button("绑定").click();
  await admin.button(/我已保存|已保存/).click();
  await page.getByRole("navigation", { name: "工作台导航" }).getByText("陈总").waitFor();
  return admin;
}

async function openRestaurant(admin: Phone): Promise<void> {
  const { page } = admin;
  await page.getByRole("link", { name: "门店", exact: true }).click();
  await admin.button("新开门店").click();
  const dialog = page.getByRole("dialog", { name: "新开门店" });
  for (const [label, text] of [
    ["门店编号", "QX001"],
    ["门店名称", "小满面馆·漕溪店"],
    ["电话", "021-05550188"],
    ["城市", "上海市"],
    ["城市代码", "310100"],
    ["区县", "徐汇区"],
    ["地址", "漕溪北路 18 号"],
    ["经度", "121.437"],
    ["纬度", "31.1898"],
    ["周一第 1 段开始", "00:00"],
    ["周一第 1 段结束", "00:00"],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByRole("button", { name: "每天都和周一一样" }).click();
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("row").filter({ hasText: "QX001" }).waitFor();
}

async function addCategory(admin: Phone, name: string): Promise<void> {
  const { page } = admin;
  await page.getByRole("link", { name: "菜单", exact: true }).click();
  await admin.button("分类").click();
  const dialog = page.getByRole("dialog", { name: "菜单分类" });
  await dialog.getByLabel("分类名称").fill(name);
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.getByRole("button", { name: `编辑分类 ${name}` }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
}

async function addDish(admin: Phone, name: string, price: string): Promise<void> {
  const { page } = admin;
  await admin.button("新增菜品").click();
  const dialog = page.getByRole("dialog", { name: "新增菜品" });
  await dialog.getByLabel("菜品名称").fill(name);
  await dialog.getByRole("combobox", { name: "分类" }).click();
  await page.getByTitle("汤面", { exact: true }).last().click();
  await dialog.getByLabel("价格（元） 1", { exact: true }).fill(price);
  await dialog.locator("input[type=file]").setInputFiles(await createPhoto(640, 480));
  await page.getByRole("dialog", { name: "裁剪图片" }).getByRole("button", { name: "确定" }).click();
  await dialog.getByRole("button", { name: "换一张" }).waitFor();
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "hidden" });
}

async function publish(admin: Phone, count: number): Promise<void> {
  await admin.button(`发布 ${count} 项修改`).click();
  const dialog = admin.page.getByRole("dialog", { name: "发布修改" });
  await dialog.getByRole("button", { name: "确定" }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Saves the chain's own legal texts, its registrations and its licences. */
async function saveLegalTexts(admin: Phone): Promise<void> {
  const { page } = admin;
  for (const name of legalTextNames) {
    const title = legalTextTitles[name];
    await admin.open(`/admin/settings?section=texts&text=${name}`);
    await page.getByLabel(`${title}正文`).fill(`# ${title}\n小满面馆的正式文本。`);
    await admin.button("保存为新版本").click();
    await page.getByText(/^第 1 版/).waitFor();
  }
  await admin.open("/admin/settings?section=legal");
  await page.getByLabel("ICP 备案号").fill("沪ICP备12345678号-1");
  await page.getByLabel("公安备案号").fill("沪公网安备31010402000001号");
  for (const licence of ["营业执照", "食品经营许可证"]) {
    const group = page.getByRole("group", { name: licence });
    await group.locator("input[type=file]").setInputFiles(await createPhoto(800, 600));
    await group.getByRole("button", { name: "移除" }).waitFor();
  }
  await admin.button("保存").click();
  await page.getByText(/ 由.+修改$/).waitFor();
}

/** Gives the chain its name, colour and logo. */
async function setBrand(admin: Phone): Promise<void> {
  const { page } = admin;
  await admin.open("/admin/settings");
  const panel = page.getByRole("tabpanel").filter({ visible: true });
  await panel.getByLabel("品牌名称").fill("小满面馆");
  await panel.getByLabel("一句话介绍").fill("一碗好面");
  await panel.getByLabel("主色").fill("#1b5e20");
  await panel.locator("input[type=file]").setInputFiles(await createPhoto(800, 600));
  await page.getByRole("dialog", { name: "裁剪图片" }).getByRole("button", { name: "确定" }).click();
  await panel.getByRole("button", { name: "换一张" }).waitFor();
  await panel.getByRole("button", { name: "保存", exact: true }).click();
  await page.getByText(/ 由.+修改$/).waitFor();
}

/** Opens every screen that needs no id, and holds that it has the chain's name and colour, and ours nowhere. */
async function holdBrand(phone: Phone): Promise<void> {
  const { page } = phone;
  const paths = screens.map(([path]) => path).filter((path) => /^\/(?!admin)[\w/-]*$/.test(path));
  for (const path of [...new Set([...paths, "/menu?restaurant_id=QX001"])]) {
    await phone.open(path);
    await phone.waitUntilIdle();
    expect(await page.title(), path).toContain(" - 小满面馆");
    expect(await page.locator("body").innerText(), path).not.toContain("食单");
    const colour = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--accent").trim(),
    );
    expect(colour, path).toBe("#1b5e20");
  }
  await phone.open("/invite");
  await phone.button("查看海报").click();
  const poster = page.getByRole("img", { name: "邀请海报，含我的邀请二维码" });
  await expect
    .poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
}

/** Prints the ticket of the order on a card of the board, which has the chain's name. */
async function holdBrandOfTicket({ page }: Phone, card: Locator): Promise<void> {
  await card.getByRole("button", { name: / 打印小票$/ }).click();
  await page.emulateMedia({ media: "print" });
  const ticket = page.getByRole("region", { name: /^小票/ });
  await ticket.waitFor();
  expect(await ticket.innerText()).toMatch(/^小满面馆\n+小满面馆·漕溪店\n/);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await ticket.waitFor({ state: "detached" });
}

/** Adds a member of the restaurant's staff; returns the phone number. */
async function addMember(admin: Phone): Promise<string> {
  const { page } = admin;
  const number = createPhoneNumber();
  await page.getByRole("link", { name: "员工" }).click();
  await admin.button("添加员工").click();
  const dialog = page.getByRole("dialog", { name: "添加员工" });
  await dialog.getByLabel("姓名").fill("王小燕");
  await dialog.getByLabel("手机号").fill(number);
  await dialog.getByText("门店", { exact: true }).click();
  await dialog.getByRole("combobox", { name: "门店" }).fill("漕溪");
  await page.locator(".ant-select-dropdown:visible").getByText("小满面馆·漕溪店").click();
  // The list stays open, because more restaurants can be chosen.
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "hidden" });
  return number;
}

/** Orders a dish inside WeChat and pays it; returns the phone on the page of the order. */
async function orderInWechat(name: string): Promise<Phone> {
  await createWechatUser(system, "android");
  const phone = await system.phone({ inWechat: "android", position: null });
  const { page } = phone;
  await phone.open("/takeaway-menu");
  // The sheet covers the page as soon as its code has come.
  await phone.button("同意并继续").click();
  await phone.button("选择收货地址").first().click();
  await page.waitForURL(/\/address-select/);
  await phone.addAddress({
    recipient: "王小明",
    phone: "138 1234 5678",
    keyword: "漕溪",
    place: "中金国际广场",
    house: "1201室",
  });
  await page.getByText("中金国际广场").first().click();
  await page.waitForURL(/\/takeaway-menu/);
  await page.getByText("小满面馆·漕溪店").waitFor();
  await phone.button(`增加${name}`).click();
  await phone.button(/^选好了/).click();
  await page.getByText("配送费").waitFor();
  await phone.button(/提交订单/).click();
  await phone.button("确认支付").click();
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  return phone;
}

test("from an empty production system to the first meal: set-up, restaurant, five dishes, staff, and an order paid in WeChat", async () => {
  const visitor = await system.phone();
  await visitor.open("/");
  await visitor.page.getByText("门店正在筹备，很快与您见面").waitFor();

  const admin = await setUpAdmin();
  await admin.open("/admin");
  await admin.page.getByRole("heading", { name: "开业准备" }).waitFor();
  await admin.page.getByText("还有 5 项没有就绪").waitFor();
  expect(await seriousFindings(admin.page)).toEqual([]);
  const file = {
    name: "MP_verify_a1B2c3D4e5F6g7H8.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("a1B2c3D4e5F6g7H8"),
  };
  await admin.page.locator("input[type=file]").setInputFiles(file);
  await admin.page.getByText("还有 4 项没有就绪").waitFor();
  await openRestaurant(admin);
  await addCategory(admin, "汤面");
  for (const [name, price] of [
    ["葱油拌面", "22"],
    ["红烧牛肉面", "36.5"],
    ["雪菜肉丝面", "26"],
    ["大排面", "28"],
    ["鳝丝面", "42"],
  ] as const)
    await addDish(admin, name, price);
  await publish(admin, 5);
  const number = await addMember(admin);
  await saveLegalTexts(admin);
  await setBrand(admin);
  await admin.page.getByRole("link", { name: "开业准备" }).click();
  await admin.page.getByText("全部就绪，可以营业了").waitFor();
  const served = await visitor.page.request.get(`${visitor.url}/${file.name}`);
  expect(await served.text()).toBe("a1B2c3D4e5F6g7H8");

  const customer = await orderInWechat("红烧牛肉面");
  const store = await system.phone(desktop);
  // Otherwise the print is over before it can be looked at.
  await store.page.addInitScript("window.print = () => undefined");
  await store.open("/admin/login");
  await loginAsStaff(store, system, number);
  const card = store.page.getByRole("article").filter({ hasText: "红烧牛肉面" });
  await holdBrandOfTicket(store, card);
  for (const step of ["接单", "开始制作", "开始配送", "已交付"])
    await card.getByRole("button", { name: new RegExp(` ${step}$`) }).click();
  await card.waitFor({ state: "detached" });
  await customer.page.getByRole("heading", { name: "已完成" }).waitFor();

  await holdBrand(customer);

  await visitor.page.reload();
  await visitor.page.getByText("小满面馆·漕溪店").first().waitFor();
  const errors = [visitor, admin, customer, store].flatMap(({ unexpectedErrors }) => unexpectedErrors);
  expect(errors).toEqual([]);
  expect(system.log.join("")).not.toMatch(/"level":[56]0/);
  for (const phone of [visitor, admin, customer, store]) await phone.close();
});
