import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPhoneNumber, type Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { readLocalStorage } from "./support/customer.ts";
import { pauseClock } from "./support/pauseClock.ts";
import { setSandboxBehaviour } from "./support/sandbox.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { waitForBriefText } from "./support/waitForBriefText.ts";

let environment: TestEnvironment;
const expectedErrors = /Failed to load resource: the server responded with a status of (401|429|502|500)/;

beforeAll(async () => {
  environment = await startEnvironment();
});

beforeEach(async () => {
  await setSandboxBehaviour(environment, "sms", { mode: "ok" });
});

afterAll(async () => {
  await environment.close();
});

async function openLogin(
  query = "",
  number = createPhoneNumber(),
): Promise<{ phone: Phone; number: string }> {
  const phone = await environment.phone({ expected: expectedErrors });
  await phone.open(`/login${query}`);
  await phone.page.getByLabel("手机号").fill(number);
  await phone.agreeToTexts();
  return { phone, number };
}

async function fillCode(phone: Phone, code: string): Promise<void> {
  await phone.page.getByLabel("验证码", { exact: true }).fill(code);
}

async function readTyped(phone: Phone): Promise<string[]> {
  const { page } = phone;
  return [
    await page.getByLabel("手机号").inputValue(),
    await page.getByLabel("验证码", { exact: true }).inputValue(),
  ];
}

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

test("missing and wrong entries are reported at their fields and nothing is sent", async () => {
  const { phone } = await openLogin("", "");
  const { page } = phone;
  let endpoints = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/v1/user/")) endpoints += 1;
  });
  await phone.button("登录").click();
  for (const text of ["请输入手机号", "请输入验证码"])
    await page.getByRole("alert").filter({ hasText: text }).waitFor();
  for (const wrong of ["123", "1381234567x", "23812345678", "138123456789"]) {
    await page.getByLabel("手机号").fill(wrong);
    await phone.button("获取验证码").click();
    await page.getByText("手机号格式不正确").waitFor();
    expect(await page.getByLabel("手机号").inputValue()).toBe(wrong);
    expect(await page.getByLabel("手机号").getAttribute("aria-invalid")).toBe("true");
  }
  expect(endpoints).toBe(0);
  await closeWithoutErrors(phone);
});

test("a number with spaces and country code is the same number", async () => {
  const number = createPhoneNumber();
  const { phone } = await openLogin("", `+86 ${number.slice(0, 3)} ${number.slice(3, 7)} ${number.slice(7)}`);
  await phone.requestCode();
  await fillCode(phone, await environment.readLatestCode(number));
  await phone.button("登录").click();
  await phone.page.waitForURL(`${phone.url}/`);
  expect(await environment.queryRows("select phone from users where phone = $1", [number])).toEqual([
    { phone: number },
  ]);
  await closeWithoutErrors(phone);
});

test("a wrong code is reported, the input is preserved, and the right one still works", async () => {
  const { phone, number } = await openLogin();
  const { page } = phone;
  const notice = waitForBriefText(page, "验证码已发送");
  await phone.requestCode();
  await notice;
  const code = await environment.readLatestCode(number);
  const wrong = code === "000000" ? "111111" : "000000";
  await fillCode(phone, wrong);
  await phone.button("登录").click();
  await page.getByText("验证码错误或已过期").waitFor();
  expect(await readTyped(phone)).toEqual([number, wrong]);
  expect(phone.path).toBe("/login");
  expect((await readLocalStorage(page)).token).toBeUndefined();
  await fillCode(phone, ` ${code} `);
  await phone.button("登录").click();
  await page.getByText("登录成功").waitFor();
  await page.waitForURL(`${phone.url}/`);
  await closeWithoutErrors(phone);
});

test("an expired code is reported, and a new one logs in", async () => {
  const { phone, number } = await openLogin();
  const { page } = phone;
  await page.clock.install();
  await page.reload();
  await page.getByLabel("手机号").fill(number);
  await phone.agreeToTexts();
  await phone.button("获取验证码").click();
  await phone.button(/\d+秒后重发/).waitFor();
  await environment.queryRows(
    "update sms_codes set expires_at = now() - interval '1 second', created_at = now() - interval '301 seconds' where phone = $1",
    [number],
  );
  await fillCode(phone, await environment.readLatestCode(number));
  await phone.button("登录").click();
  await page.getByText("验证码错误或已过期").waitFor();
  await page.clock.fastForward("01:01");
  await phone.button("获取验证码").click();
  await phone.button(/\d+秒后重发/).waitFor();
  await fillCode(phone, await environment.readLatestCode(number));
  await phone.button("登录").click();
  await page.waitForURL(`${phone.url}/`);
  await closeWithoutErrors(phone);
});

test("after a code was sent the button counts sixty seconds down", async () => {
  const { phone, number } = await openLogin();
  const { page } = phone;
  await page.clock.install();
  await page.reload();
  await page.getByLabel("手机号").fill(number);
  await phone.agreeToTexts();
  await pauseClock(page);
  await phone.button("获取验证码").click();
  const waiting = phone.button("60秒后重发");
  await waiting.waitFor();
  expect(await waiting.isDisabled()).toBe(true);
  await page.clock.fastForward(30_000);
  await phone.button("30秒后重发").waitFor();
  await page.clock.fastForward(30_000);
  await page.clock.resume();
  await phone.button("获取验证码").waitFor();
  await expect.poll(() => phone.button("获取验证码").isEnabled()).toBe(true);
  await closeWithoutErrors(phone);
});

test("too many codes are refused with the time to wait, and the input is preserved", async () => {
  const { phone, number } = await openLogin();
  const { page } = phone;
  await environment.queryRows(
    `insert into sms_codes (phone, purpose, code_hash, network, created_at, expires_at)
     select $1, 'customer', 'x:y', '192.0.2.1', now() - interval '30 minutes', now() - interval '25 minutes'
       from generate_series(1, 5)`,
    [number],
  );
  await fillCode(phone, "123456");
  await phone.button("获取验证码").click();
  await page.getByText(/^发送验证码失败：获取太频繁，请 30 分钟后再试$/).waitFor();
  expect(await readTyped(phone)).toEqual([number, "123456"]);
  expect(await page.getByText("验证码已发送").count()).toBe(0);
  await closeWithoutErrors(phone);
});

test("a text message service that fails is reported, and the next attempt works", async () => {
  const { phone, number } = await openLogin();
  const { page } = phone;
  await setSandboxBehaviour(environment, "sms", { mode: "fail" });
  await phone.button("获取验证码").click();
  await page.getByText("发送验证码失败：短信服务繁忙，请稍后再试").waitFor();
  expect((await readTyped(phone))[0]).toBe(number);
  await setSandboxBehaviour(environment, "sms", { mode: "ok" });
  await phone.requestCode();
  await closeWithoutErrors(phone);
});

test("a login that fails on the server can be retried", async () => {
  const { phone, number } = await openLogin();
  const { page } = phone;
  await phone.requestCode();
  await fillCode(phone, await environment.readLatestCode(number));
  await page.route("**/api/v1/user/login", (route) =>
    route.fulfill({ status: 500, json: { code: 500, msg: "服务器开小差了", data: { error: "internal" } } }),
  );
  await phone.button("登录").click();
  await page.getByText("登录失败，请重试").waitFor();
  await page.unroute("**/api/v1/user/login");
  await phone.button("登录").click();
  await page.waitForURL(`${phone.url}/`);
  await closeWithoutErrors(phone);
});

test("an invite code of a link is saved until the login and sent to the server", async () => {
  const [inviter] = await environment.queryRows<{ id: string; invite_code: string }>(
    "select id, invite_code from users where phone = '13800138000'",
  );
  const phone = await environment.phone();
  await phone.open(`/?invite_code=${inviter?.invite_code.toLowerCase()}`);
  await phone.page.getByText("外卖", { exact: true }).first().waitFor();
  await phone.open("/login");
  expect(await phone.page.getByLabel("邀请码（选填）").inputValue()).toBe(inviter?.invite_code);
  const number = await phone.login();
  const invites = await environment.queryRows(
    "select * from invites where invitee_id = (select id from users where phone = $1)",
    [number],
  );
  expect(invites).toMatchObject([{ inviter_id: inviter?.id }]);
  expect((await readLocalStorage(phone.page)).invite_code).toBeUndefined();
  await closeWithoutErrors(phone);
});

test("the login leads back to path and query, and never to another host", async () => {
  const phone = await environment.phone();
  for (const [redirect, target] of [
    ["/orders?status=completed&from=x", "/orders?status=completed&from=x"],
    ["//evil.example/x", "/"],
    ["/\\evil.example", "/"],
    ["/login?redirect=/login", "/"],
  ] as const) {
    await phone.open("/");
    await phone.page.evaluate(() => window.localStorage.clear());
    await phone.open(`/login?redirect=${encodeURIComponent(redirect)}`);
    await phone.login();
    expect(phone.path).toBe(target);
  }
  await closeWithoutErrors(phone);
});
