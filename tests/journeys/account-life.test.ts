import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPhoneNumber, type Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { searchFiles, searchTables } from "../support/api/searchPersonalData.ts";
import {
  changeNumber,
  downloadDataCopy,
  downloadReadyCopy,
  jobWait,
  requestDeletion,
  typeNewCode,
} from "./support/account.ts";
import { addToCart } from "./support/booking.ts";
import { closeWithoutErrors } from "./support/console.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { openWechat } from "./support/wechat.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Sessions end with the request, which pages that are still open notice by a 401. */
const expected = /Failed to load resource: the server responded with a status of 4/;
const remark = "少放葱，门铃坏了请敲门";

/** Where a deleted customer's texts may still be found for a while; docs/privacy.md says why and how long. */
const remaining = ["sms_codes.phone"];

/** Opens the menu of a table, and leads to the checkout with one dish. */
async function fillCart(phone: Phone): Promise<void> {
  await phone.open("/menu?restaurant_id=SH001&table=A12");
  await addToCart(phone, "滑蛋虾仁饭");
  await phone.button("选好了").click();
  await phone.page.waitForURL(/\/confirm-order/);
}

async function placeAndPay(phone: Phone): Promise<void> {
  const { page } = phone;
  await page.getByText("商品金额").waitFor();
  await page.getByLabel("备注").fill(remark);
  await phone.button("提交订单").click();
  await phone.button("确认支付").click();
  await page.getByRole("heading", { name: "已付款" }).waitFor();
}

/** Gives oneself a name that nothing else in the demo has. */
async function setNickname(phone: Phone): Promise<string> {
  const nickname = `百里${createPhoneNumber().slice(-6)}`;
  await phone.open("/profile");
  await phone.button("编辑资料").click();
  await phone.page.getByLabel("昵称").fill(nickname);
  await phone.button("保存").click();
  await phone.page.getByText(nickname).first().waitFor();
  return nickname;
}

/** Ends the seven days, and waits until the account is gone. */
async function waitUntilDeleted(userId: string): Promise<void> {
  await environment.queryRows("update users set deletion_due_at = now() where id = $1", [userId]);
  const findDeleted = () =>
    environment.queryRows("select 1 from users where id = $1 and phone is null and openid is null", [userId]);
  await expect.poll(findDeleted, jobWait).toHaveLength(1);
}

async function completeOrders(userId: string): Promise<void> {
  await environment.queryRows(
    "update orders set status = 'completed', completed_at = now(), due_at = null where user_id = $1",
    [userId],
  );
}

/** Searches every table and every stored file. */
async function listPlaces(texts: string[]): Promise<string[]> {
  const filesDir = path.join(environment.installation.dataDir, "files");
  const sql = environment.queryRows.bind(environment);
  const found = [
    ...(await searchTables({ sql }, texts)),
    ...(await searchFiles({ config: { filesDir } }, texts)),
  ];
  return [...new Set(found.map(({ place }) => place))].sort();
}

async function findUserId(column: "phone" | "openid", value: string): Promise<string> {
  const [user] = await environment.queryRows<{ id: string }>(`select id from users where ${column} = $1`, [
    value,
  ]);
  return user?.id ?? "";
}

test("in a browser: consent, a meal, a copy, another number, the end; then nothing leads to the customer", async () => {
  const phone = await environment.phone({ expected });
  const { page } = phone;
  await fillCart(phone);
  await phone.button("去登录").click();
  await page.waitForURL(/\/login/);
  const number = await phone.login();
  const userId = await findUserId("phone", number);
  const consents = await environment.queryRows("select distinct via from consents where user_id = $1", [
    userId,
  ]);
  expect(consents).toEqual([{ via: "sms_login" }]);
  await placeAndPay(phone);
  const copy = await downloadDataCopy(phone);
  expect(copy["profile.json"]).toContain(number);
  expect(copy["orders.json"]).toContain(remark);
  const next = createPhoneNumber();
  await changeNumber(environment, phone, { from: number, to: next });
  const nickname = await setNickname(phone);
  await completeOrders(userId);
  const texts = [number, next, remark, nickname];
  expect(await listPlaces(texts)).toEqual(
    expect.arrayContaining(["orders.remark", "users.nickname", "users.phone"]),
  );
  await phone.open("/account/deletion");
  await requestDeletion(environment, phone, next);
  await waitUntilDeleted(userId);
  expect((await listPlaces(texts)).filter((place) => !remaining.includes(place))).toEqual([]);
  await closeWithoutErrors(phone);
});

test("in WeChat: consent, a meal, a number, a copy in a browser, another number, the end; then nothing is left", async () => {
  const { phone, openid } = await openWechat(environment, { expected });
  const { page } = phone;
  await fillCart(phone);
  await phone.button("去登录").click();
  await phone.button("同意并继续").click();
  const userId = await findUserId("openid", openid);
  await placeAndPay(phone);
  const number = createPhoneNumber();
  await phone.open("/account");
  await phone.button("绑定手机号").click();
  const sheet = page.getByRole("dialog", { name: "绑定手机号" });
  await sheet.getByLabel("手机号").fill(number);
  await typeNewCode(environment, phone, {
    number,
    request: () => sheet.getByRole("button", { name: "获取验证码" }).click(),
  });
  await sheet.getByRole("button", { name: /绑定/ }).click();
  await page.getByText(`${number.slice(0, 3)}****${number.slice(-4)}`, { exact: true }).waitFor();
  await page.getByRole("link", { name: "下载个人信息" }).click();
  await phone.button("生成副本").click();
  await page.getByText("已生成").waitFor(jobWait);

  const browser = await environment.phone({ expected });
  await browser.open("/login?redirect=%2Faccount%2Fdata");
  await browser.page.getByLabel("手机号").fill(number);
  await browser.agreeToTexts();
  await typeNewCode(environment, browser, {
    number,
    request: () => browser.button("获取验证码").click(),
  });
  await browser.button("登录").click();
  const copy = await downloadReadyCopy(browser);
  expect(copy["profile.json"]).toContain(number);
  await closeWithoutErrors(browser);

  const next = createPhoneNumber();
  await changeNumber(environment, phone, { from: number, to: next });
  const nickname = await setNickname(phone);
  await completeOrders(userId);
  const texts = [number, next, openid, remark, nickname];
  expect(await listPlaces(texts)).toEqual(
    expect.arrayContaining([
      "payment_attempts.payer_openid",
      "users.nickname",
      "users.openid",
      "users.phone",
    ]),
  );
  await phone.open("/account/deletion");
  await requestDeletion(environment, phone, next);
  await waitUntilDeleted(userId);
  expect((await listPlaces(texts)).filter((place) => !remaining.includes(place))).toEqual([]);
  await closeWithoutErrors(phone);
});
