import { afterAll, beforeAll, expect, test } from "vitest";
import { createPhoneNumber, type Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCustomer } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { countCalls, openWechat } from "./support/wechat.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Refusals and wrong codes have an error status, which browsers log. */
const expectedErrors = /Failed to load resource|setting the card/;

async function openProfile() {
  const opened = await openWechat(environment, { expected: expectedErrors });
  await opened.phone.open("/login?redirect=%2Fprofile");
  await opened.phone.page.waitForURL(/\/profile$/);
  await opened.phone.button("同意并继续").click();
  await opened.phone.page.getByRole("dialog").waitFor({ state: "hidden" });
  return opened;
}

test("nothing below moves when a new customer's data arrive", async () => {
  const { phone } = await openProfile();
  const { page } = phone;
  await phone.button("绑定手机号").waitFor();
  const token = await page.evaluate(() => localStorage.getItem("token"));
  await page.evaluate((kept) => {
    localStorage.clear();
    localStorage.setItem("token", kept ?? "");
  }, token);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/user\/info/, async (route) => {
    await released;
    await route.continue();
  });
  await phone.open("/profile");
  const logout = phone.button("退出登录");
  await logout.waitFor();
  const before = await logout.boundingBox();
  expect(await phone.button("绑定手机号").count()).toBe(0);
  release();
  await phone.button("绑定手机号").waitFor();
  expect(await logout.boundingBox()).toEqual(before);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

async function bindPhone(phone: Phone, number: string, code: string): Promise<void> {
  const { page } = phone;
  await page.getByRole("textbox", { name: "手机号" }).fill(number);
  await page.getByLabel("验证码", { exact: true }).fill(code);
  await page.getByRole("dialog").getByRole("button", { name: "绑定手机号" }).click();
}

test("name and picture come from WeChat on a tap, and not when the customer refuses", async () => {
  const { phone } = await openProfile();
  const { page } = phone;
  await phone.button("获取微信头像昵称").click();
  await page.locator("#refuse").click();
  await page.getByText("没有得到微信授权").waitFor();
  expect(phone.path).toBe("/profile");
  await phone.button("获取微信头像昵称").click();
  await page.locator("#agree").click();
  await page.getByText("更新成功").waitFor();
  expect(await phone.button("获取微信头像昵称").count()).toBe(0);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a phone number is bound by its code; a wrong code is reported and ends no session", async () => {
  const { phone, openid } = await openProfile();
  const { page } = phone;
  const number = createPhoneNumber();
  await phone.button("绑定手机号").click();
  await page.getByRole("textbox", { name: "手机号" }).fill(number);
  await phone.requestCode();
  const code = await environment.readLatestCode(number);
  await bindPhone(phone, number, code === "000000" ? "111111" : "000000");
  await page.getByText("验证码错误或已过期").waitFor();
  await bindPhone(phone, number, code);
  await page.getByText("绑定成功").waitFor();
  await page.getByText(`${number.slice(0, 3)}****${number.slice(7)}`).waitFor();
  expect(await environment.queryRows("select phone from users where openid = $1", [openid])).toEqual([
    { phone: number },
  ]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("binding the number of an older account merges the two", async () => {
  const older = await createCustomer(environment);
  const { phone, openid } = await openProfile();
  const { page } = phone;
  await phone.button("绑定手机号").click();
  await page.getByRole("textbox", { name: "手机号" }).fill(older.phone);
  await phone.requestCode();
  await bindPhone(phone, older.phone, await environment.readLatestCode(older.phone));
  await page.getByText("绑定成功").waitFor();
  expect(await environment.queryRows("select phone from users where openid = $1", [openid])).toEqual([
    { phone: older.phone },
  ]);
  await page.getByText("收货地址").click();
  await page.getByText("中金国际广场").waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("seven taps on the version open the console, whose code was not downloaded before", async () => {
  const { phone } = await openProfile();
  const { page } = phone;
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  const configs = await countCalls(environment, "preVerifyJSAPI");
  await page.reload();
  const version = page.getByText(/^版本 /);
  for (let tap = 0; tap < 6; tap += 1) await version.click();
  await expect.poll(() => countCalls(environment, "preVerifyJSAPI")).toBeGreaterThan(configs);
  expect(loaded.filter((url) => url.includes("vconsole"))).toEqual([]);
  await version.click();
  await page.locator("#__vconsole .vc-switch").waitFor();
  await page.reload();
  await page.locator("#__vconsole .vc-switch").waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
