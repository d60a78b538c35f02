import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "#server/platform/security/ids.ts";
import { createPhoneNumber } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { startOwnEnvironment } from "./support/startEnvironment.ts";

const code = "ABCDE-FGHJK";
let environment: TestEnvironment;

// A system without administrators, whose log has a known code.
beforeAll(async () => {
  environment = await startOwnEnvironment({});
  await environment.queryRows("update staff set disabled_at = now() where role = 'admin'");
  await environment.queryRows(
    "insert into setup_codes (id, hash, expires_at, failures) values (1, $1, now() + interval '15 minutes', 0)",
    [sha256(code)],
  );
});

afterAll(async () => {
  await environment.close();
});

test("the login leads to the set-up page, the code of the log makes the first administrator, and then it is closed", async () => {
  const screen = await environment.phone({ width: 1280, height: 720, expected: /status of 401/ });
  const { page } = screen;
  await screen.open("/admin");
  await page.getByRole("heading", { name: "初次设置" }).waitFor();
  expect(screen.path).toBe("/admin/setup");
  expect(await seriousFindings(page)).toEqual([]);
  await screen.button("添加管理员并登录").click();
  for (const problem of ["请输入一次性代码", "请输入姓名", "请输入手机号"])
    await page.getByText(problem, { exact: true }).waitFor();
  await screen.button("在日志里重新生成").click();
  await page.getByText("有效的代码在服务器日志里").waitFor();
  await page.getByLabel("一次性代码").fill("AAAAA-AAAAA");
  await page.getByLabel("姓名").fill("张敏");
  await page.getByLabel("手机号").fill(createPhoneNumber());
  await screen.button("添加管理员并登录").click();
  await page.getByText("一次性代码不正确或已过期").waitFor();
  expect(await page.getByLabel("姓名").inputValue()).toBe("张敏");
  await page.getByLabel("一次性代码").fill(code);
  await screen.button("添加管理员并登录").click();
  await page.getByRole("navigation", { name: "工作台导航" }).getByText("张敏").waitFor();
  await page.getByRole("link", { name: "员工" }).click();
  await page.getByRole("row").filter({ hasText: "张敏" }).getByText("管理员").waitFor();
  expect(screen.unexpectedErrors).toEqual([]);
  await screen.close();

  const visitor = await environment.phone({ width: 1280, height: 720 });
  await visitor.open("/admin/setup");
  await visitor.page.getByRole("heading", { name: "客服登录" }).waitFor();
  expect(visitor.path).toBe("/admin/login");
  expect(visitor.unexpectedErrors).toEqual([]);
  await visitor.close();
});

test("before the first restaurant opens, customers are asked to wait, and nothing leads nowhere", async () => {
  await environment.queryRows("update restaurants set closed_at = now()");
  const phone = await environment.phone();
  await phone.open("/");
  await phone.page.getByRole("heading", { name: "即将开业" }).waitFor();
  await phone.page.getByText("门店正在筹备，很快与您见面").waitFor();
  expect(await phone.page.getByText("热乎送到家").count()).toBe(0);
  expect(await seriousFindings(phone.page)).toEqual([]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
