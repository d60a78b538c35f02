import { afterAll, beforeAll, expect, test } from "vitest";
import { createPhoneNumber, type Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import {
  closeWithoutErrors,
  consolePath,
  createNamedCustomer,
  openConsole,
  openCustomerPhone,
  sendAsCustomer,
} from "./support/console.ts";
import { createCustomer, createToken, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

const codeField = (phone: Phone) => phone.page.getByLabel("验证码", { exact: true });

/** Returns the newest code sent to a phone. */
async function readLatestCode(number: string): Promise<string> {
  const response = await fetch(`${environment.installation.sandboxUrl}/sms?phone=${number}`);
  const [newest] = (await response.json()) as { code: string }[];
  return newest?.code ?? "";
}

async function isLoggedIn(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${environment.installation.url}/api/v1/user/info`, { headers })).status === 200;
}

test("a customer changes the number: the old one is proved first, and other devices are logged out", async () => {
  const customer = await createCustomer(environment);
  const otherToken = await createToken(environment, `journey${customer.phone}`);
  const next = createPhoneNumber();
  const phone = await environment.phone({
    storage: storageState(environment, { token: customer.token }),
    expected: /Failed to load resource: the server responded with a status of 401/,
  });
  const { page } = phone;
  await phone.open("/profile");
  await page.getByRole("link", { name: "账号与安全" }).click();
  await phone.button("更换手机号").click();
  const sheet = page.getByRole("dialog", { name: "更换手机号" });
  await sheet.getByText(`${customer.phone.slice(0, 3)}****${customer.phone.slice(-4)}`).waitFor();
  await phone.requestCode();
  const old = await readLatestCode(customer.phone);
  await codeField(phone).fill(old === "000000" ? "000001" : "000000");
  await sheet.getByRole("button", { name: "下一步" }).click();
  await sheet.getByText("验证码错误或已过期").waitFor();
  await codeField(phone).fill(old);
  expect(await seriousFindings(page)).toEqual([]);
  await sheet.getByRole("button", { name: "下一步" }).click();
  await sheet.getByLabel("手机号").fill(next);
  await sheet.getByRole("button", { name: "获取验证码" }).click();
  await expect.poll(() => readLatestCode(next), { timeout: 30_000 }).not.toBe("");
  await codeField(phone).fill(await readLatestCode(next));
  await sheet.getByRole("button", { name: "更换手机号" }).click();
  await page.getByText("手机号已更换，其他设备已退出登录").waitFor();
  await page.getByText(`${next.slice(0, 3)}****${next.slice(-4)}`).waitFor();
  expect([await isLoggedIn(customer.token), await isLoggedIn(otherToken)]).toEqual([true, false]);
  await closeWithoutErrors(phone);
});

test("a customer sees where the account is logged in, ends one session, then all others", async () => {
  const customer = await createCustomer(environment);
  const others = [];
  for (const device of ["微信 · iPhone", "Chrome · Windows", "Safari · iPad"]) {
    const token = await createToken(environment, `journey${customer.phone}`);
    others.push(token);
    await environment.queryRows(
      "update tokens set device = $2 where subject_id = $1 and device is null and last_used_at = (select max(last_used_at) from tokens where subject_id = $1)",
      [`journey${customer.phone}`, device],
    );
  }
  const phone = await openCustomerPhone(environment, customer, "/account");
  const { page } = phone;
  const list = page.getByRole("list", { name: "登录设备" });
  await expect.poll(() => list.getByRole("listitem").count(), { timeout: 30_000 }).toBe(4);
  await list.getByRole("listitem").first().getByText("本机").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await phone.button("退出 微信 · iPhone").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "退出" }).click();
  await expect.poll(() => list.getByRole("listitem").count(), { timeout: 30_000 }).toBe(3);
  expect(await isLoggedIn(others[0] ?? "")).toBe(false);
  await phone.button("退出其他所有设备").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "退出" }).click();
  await page.getByText("已退出2台设备").waitFor();
  await expect.poll(() => list.getByRole("listitem").count(), { timeout: 30_000 }).toBe(1);
  expect(await Promise.all([customer.token, ...others].map(isLoggedIn))).toEqual([true, false, false, false]);
  await closeWithoutErrors(phone);
});

test("staff give a customer who has lost the number another one, with a reason", async () => {
  const customer = await createNamedCustomer(environment, "丢号客");
  await sendAsCustomer(environment, customer, "手机丢了，号码用不了");
  const next = createPhoneNumber();
  const screen = await openConsole(environment, `${consolePath}?user=${customer.id}`);
  const { page } = screen;
  await screen.button("更换手机号").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("新手机号").fill(next);
  await dialog.getByRole("button", { name: "确认更换" }).click();
  await dialog.getByText("请写明怎样核实了身份").waitFor();
  await dialog.getByLabel("原因").fill("已核对最近三笔订单");
  await dialog.getByRole("button", { name: "确认更换" }).click();
  await page.getByText("已更换手机号，顾客需要重新登录").waitFor();
  await page
    .getByText(`${next.slice(0, 3)}****${next.slice(-4)}`)
    .first()
    .waitFor();
  expect(await isLoggedIn(customer.token)).toBe(false);
  await closeWithoutErrors(screen);
});
