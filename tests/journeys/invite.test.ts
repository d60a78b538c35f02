import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone, PhoneOptions } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { type Customer, createCustomer, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { openWechat } from "./support/wechat.ts";

let environment: TestEnvironment;
let codeCount = 0;
const expectedErrors = /Failed to load resource|binding an invite code failed|setting the card/;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Creates a customer with an invite code in the server's format. */
async function createInviter(): Promise<Customer & { code: string }> {
  const customer = await createCustomer(environment);
  codeCount += 1;
  const code = `FRND${String(2_222 + codeCount)}`;
  await environment.queryRows("update users set invite_code = $2 where phone = $1", [customer.phone, code]);
  return { ...customer, code };
}

async function openInvite(customer: Customer, options: PhoneOptions = {}): Promise<Phone> {
  const storage = storageState(environment, { token: customer.token });
  const phone = await environment.phone({ storage, expected: expectedErrors, ...options });
  await phone.open("/invite");
  return phone;
}

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

test("the poster is rendered for the customer's own code and can be saved", async () => {
  const inviter = await createInviter();
  const phone = await openInvite(inviter);
  const { page } = phone;
  await page.getByText(inviter.code).waitFor();
  await phone.button("查看海报").click();
  const poster = page.getByRole("img", { name: /^邀请海报/ });
  await expect
    .poll(() => poster.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([750, 1_190]);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "保存海报" }).click(),
  ]);
  const picture = await readFile(await saved.path());
  expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 750, height: 1_190 });
  await closeWithoutErrors(phone);
});

test("inside WeChat the poster is saved by a long press, and the page explains how to share it", async () => {
  const { phone } = await openWechat(environment, { expected: expectedErrors });
  await phone.open("/login?redirect=%2Finvite");
  await phone.button("同意并继续").click();
  await phone.page.getByText("点右上角 ··· 发送给朋友").waitFor();
  await phone.page.getByRole("link", { name: "邀请规则" }).waitFor();
  expect(await phone.button("复制链接").count()).toBe(0);
  await phone.button("查看海报").click();
  await phone.page.getByText("长按图片即可保存").waitFor();
  expect(await phone.page.getByRole("link", { name: "保存海报" }).count()).toBe(0);
  await phone.waitUntilIdle();
  // WeChat forbids pages that open with a reward for sharing.
  expect(await phone.page.getByText("吃好第一餐").count()).toBe(0);
  await closeWithoutErrors(phone);
});

test("a friend's link is saved until the friend logs in, and the inviter sees the friend", async () => {
  const inviter = await createInviter();
  const friend = await environment.phone();
  // Leaves as soon as the document was read, before the app starts.
  await friend.page.goto(`${friend.url}/?invite_code=${inviter.code}`, { waitUntil: "commit" });
  await friend.page.waitForFunction(() => localStorage.getItem("invite_code") !== null);
  await friend.open("/takeaway");
  await friend.open("/");
  const banner = friend.page.getByRole("region", { name: "好友邀请" });
  await banner.getByText("请您来尝尝").waitFor();
  await banner.getByText(/^第一餐满¥20\.00的感谢：您得\d+积分，好友得\d+积分$/).waitFor();
  await banner.getByRole("link", { name: "登录" }).click();
  expect(await friend.page.getByLabel("邀请码（选填）").inputValue()).toBe(inviter.code);
  const number = await friend.login();
  await closeWithoutErrors(friend);
  const rows = await environment.queryRows(
    `select i.status, f.phone from invites i join users u on u.id = i.inviter_id
       join users f on f.id = i.invitee_id where u.invite_code = $1`,
    [inviter.code],
  );
  expect(rows).toEqual([{ status: "registered", phone: number }]);
  const phone = await openInvite(inviter);
  await phone.page.getByText("已注册").waitFor();
  await expect.poll(() => phone.page.getByText("已邀请").locator("..").textContent()).toContain("1");
  await closeWithoutErrors(phone);
});

test("a code is accepted afterwards too; the own one, and an unknown one, are refused with the reason", async () => {
  const [inviter, guest] = [await createInviter(), await createInviter()];
  const phone = await openInvite(guest);
  const { page } = phone;
  await phone.button("填写好友的邀请码").click();
  const field = page.getByLabel("邀请码", { exact: true });
  for (const [code, reason] of [
    ["", "请输入邀请码"],
    [guest.code, "不能填写自己的邀请码"],
    ["ZZZZ9999", "邀请码不存在，请核对后再填"],
  ] as const) {
    await field.fill(code);
    await phone.button("提交").click();
    await page.getByText(reason).waitFor();
    expect(await field.inputValue()).toBe(code);
  }
  await field.fill(inviter.code.toLowerCase());
  await phone.button("提交").click();
  await page.getByText("邀请码已填写").waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await phone.button("填写好友的邀请码").count()).toBe(0);
  const rows = await environment.queryRows(
    `select u.invite_code from invites i join users u on u.id = i.inviter_id
       join users f on f.id = i.invitee_id where f.phone = $1`,
    [guest.phone],
  );
  expect(rows).toEqual([{ invite_code: inviter.code }]);
  await closeWithoutErrors(phone);
});
