import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import { createPhoneNumber } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { storageState } from "./support/customer.ts";
import { answerQuestion, createStaffToken, loginAsStaff } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Opens the page about members of staff as an admin. */
async function openMembers(): Promise<Phone> {
  const service_token = await createStaffToken(environment, "13900000003");
  const storage = storageState(environment, { service_token });
  const screen = await environment.phone({ width: 1440, height: 900, storage });
  await screen.open("/admin/staff");
  await screen.button("添加员工").waitFor();
  return screen;
}

test("an admin adds a member for a restaurant, who logs in, is seen, and is logged out by the dismissal", async () => {
  const number = createPhoneNumber();
  const admin = await openMembers();
  const { page } = admin;
  await admin.button("添加员工").click();
  const dialog = page.getByRole("dialog", { name: "添加员工" });
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.getByText("请输入姓名").waitFor();
  await dialog.getByLabel("姓名").fill("王小燕");
  await dialog.getByLabel("手机号").fill(number);
  await dialog.getByText("门店", { exact: true }).click();
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.getByText("请选择门店").waitFor();
  await dialog.getByRole("combobox", { name: "门店" }).fill("体育馆");
  await page.locator(".ant-select-dropdown:visible").getByText("食单·上海体育馆店").click();
  await dialog.getByTitle("食单·上海体育馆店").waitFor();
  await page.keyboard.press("Escape");
  expect(await seriousFindings(page)).toEqual([]);
  // What is typed is not lost without a question, neither by Esc nor by a click beside the dialog nor by Back.
  const ways = [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(5, 5),
    () => page.evaluate(() => history.back()),
  ];
  for (const close of ways) {
    await close();
    await page.getByText("放弃填写的内容？").waitFor();
    await page.getByRole("button", { name: "继续填写" }).click();
    await page.getByText("放弃填写的内容？").waitFor({ state: "hidden" });
    expect(await dialog.getByLabel("姓名").inputValue()).toBe("王小燕");
  }
  await dialog.getByRole("button", { name: "保存" }).click();
  const row = page.getByRole("row").filter({ hasText: number });
  await row.getByText("门店 · 食单·上海体育馆店").waitFor();
  await row.getByText("还没有登录过").waitFor();
  await row.getByRole("button", { name: "编辑 王小燕" }).click();
  const editing = page.getByRole("dialog", { name: "编辑 王小燕" });
  await editing.getByTitle("食单·上海体育馆店").waitFor();
  await editing.getByRole("combobox", { name: "门店" }).fill("没有这样的门店");
  await page.locator(".ant-select-dropdown:visible").getByText("没有找到门店").waitFor();
  await page.keyboard.press("Escape");
  await editing.getByTitle("食单·上海体育馆店").waitFor();
  await editing.getByRole("button", { name: "保存" }).click();
  await editing.waitFor({ state: "hidden" });

  const member = await environment.phone({ width: 1440, height: 900 });
  await member.open("/admin/login");
  await loginAsStaff(member, environment, number);
  await member.page.getByRole("heading", { name: "订单看板" }).waitFor();

  await page.getByRole("searchbox", { name: "姓名或手机号" }).fill(number);
  await page.waitForURL(/keyword=/);
  await page.reload();
  await row.getByRole("button", { name: "王小燕 的登录设备，1 台" }).click();
  const devices = page.getByRole("dialog", { name: "王小燕 的登录设备" });
  await devices.getByRole("row").nth(1).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await row.getByRole("button", { name: "移除 王小燕" }).click();
  await page.getByText("移除后立即在所有设备退出登录").waitFor();
  await answerQuestion(page);
  await page.getByText("没有符合条件的员工").waitFor();
  await member.page.waitForURL(/\/admin\/login/);

  await page.getByText("已移除", { exact: true }).click();
  await row.getByRole("button", { name: "重新添加 王小燕" }).click();
  await dialog.getByText("客服", { exact: true }).click();
  await dialog.getByRole("button", { name: "保存" }).click();
  await page.getByText("没有符合条件的员工").waitFor();
  await page.getByText("在职", { exact: true }).click();
  await row.getByText("客服", { exact: true }).waitFor();
  expect([...admin.unexpectedErrors]).toEqual([]);
  await admin.close();
  await member.close();
});

test("the reason of a refusal is shown, and what was typed is kept", async () => {
  const admin = await openMembers();
  const { page } = admin;
  await admin.button("添加员工").click();
  const dialog = page.getByRole("dialog", { name: "添加员工" });
  await dialog.getByLabel("姓名").fill("李一");
  await dialog.getByLabel("手机号").fill("13900000001");
  await dialog.getByRole("button", { name: "保存" }).click();
  await page.getByText(/这个手机号已登记给/).waitFor();
  expect(await dialog.getByLabel("姓名").inputValue()).toBe("李一");
  expect(admin.unexpectedErrors.filter((error) => !error.includes("409"))).toEqual([]);
  await admin.close();
});
