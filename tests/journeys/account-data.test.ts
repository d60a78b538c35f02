import { readFile } from "node:fs/promises";
import { TextWriter, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { closeWithoutErrors } from "./support/console.ts";
import { addAddress, createCustomer, nearRestaurant, storageState } from "./support/customer.ts";
import { createPaidOrder } from "./support/staff.ts";
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
const waiting = { timeout: 40_000 };

/** Returns the newest code sent to a phone. */
async function readLatestCode(number: string): Promise<string> {
  const response = await fetch(`${environment.installation.sandboxUrl}/sms?phone=${number}`);
  const [newest] = (await response.json()) as { code: string }[];
  return newest?.code ?? "";
}

/** Lets the limit of messages a minute pass. */
async function passMinute(number: string): Promise<void> {
  await environment.queryRows(
    "update sms_codes set created_at = created_at - interval '2 minutes' where phone = $1",
    [number],
  );
}

async function readArchive(file: string): Promise<Record<string, string>> {
  const archive = new ZipReader(new Uint8ArrayReader(await readFile(file)), { useWebWorkers: false });
  const texts: Record<string, string> = {};
  for (const entry of await archive.getEntries())
    if (!entry.directory && entry.filename.endsWith(".json"))
      texts[entry.filename] = await entry.getData(new TextWriter());
  return texts;
}

/** Requests the deletion on the page that is open, with the code from the number. */
async function requestDeletion(phone: Phone, number: string): Promise<void> {
  const { page } = phone;
  await phone.button("申请注销").click();
  const sheet = page.getByRole("dialog", { name: "注销账号" });
  await passMinute(number);
  const before = await readLatestCode(number);
  await sheet.getByRole("button", { name: "获取验证码" }).click();
  await expect.poll(() => readLatestCode(number), waiting).not.toBe(before);
  await page.getByLabel("验证码", { exact: true }).fill(await readLatestCode(number));
  expect(await seriousFindings(page)).toEqual([]);
  await sheet.getByRole("button", { name: "确认注销" }).click();
  await page.waitForURL(/\/profile$/);
  await page.getByText("您还没有登录").waitFor();
}

test("a customer downloads a copy, sees what prevents a deletion, requests it, cancels it, and is deleted", async () => {
  const customer = await createCustomer(environment);
  await addAddress(environment, customer.token, nearRestaurant);
  const order = await createPaidOrder(environment, customer);
  const phone = await environment.phone({
    storage: storageState(environment, { token: customer.token }),
    expected,
  });
  const { page } = phone;
  await phone.open("/account");
  await page.getByRole("link", { name: "下载个人信息" }).click();
  await phone.button("生成副本").click();
  const download = page.waitForEvent("download");
  await phone.button("下载").click(waiting);
  const texts = await readArchive(await (await download).path());
  expect(texts["profile.json"]).toContain(customer.phone);
  expect(texts["addresses.json"]).toContain(nearRestaurant.name);
  expect(texts["orders.json"]).toContain("order_no");
  expect(await seriousFindings(page)).toEqual([]);

  await phone.open("/account/deletion");
  await page.getByText("1个订单还没有完成").waitFor();
  await page.getByRole("link", { name: "查看" }).click();
  await page.waitForURL(new RegExp(`/order/${order.id}$`));
  await environment.queryRows(
    "update orders set status = 'completed', completed_at = now(), due_at = null where id = $1",
    [order.id],
  );
  await phone.open("/account/deletion");
  await requestDeletion(phone, customer.phone);

  // Logging in leads to the page that cancels the deletion.
  await passMinute(customer.phone);
  await phone.open("/login");
  await page.getByRole("textbox", { name: "手机号" }).fill(customer.phone);
  const before = await readLatestCode(customer.phone);
  await phone.agreeToTexts();
  await phone.button("获取验证码").click();
  await expect.poll(() => readLatestCode(customer.phone), waiting).not.toBe(before);
  await page.getByLabel("验证码", { exact: true }).fill(await readLatestCode(customer.phone));
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.waitForURL(/\/account\/deletion$/);
  expect(await seriousFindings(page)).toEqual([]);
  await phone.button("撤销注销").click();
  await phone.button("申请注销").waitFor();

  await requestDeletion(phone, customer.phone);
  await environment.queryRows("update users set deletion_due_at = now() where phone = $1", [customer.phone]);
  await expect
    .poll(() => environment.queryRows("select 1 from users where phone = $1", [customer.phone]), waiting)
    .toEqual([]);
  await closeWithoutErrors(phone);
});

test("inside WeChat an account without a number is deleted by its login, and a copy is opened in a browser", async () => {
  const { phone } = await openWechat(environment, { expected });
  const { page } = phone;
  await phone.open("/login?redirect=%2Faccount");
  await page.waitForURL(/\/account$/);
  await phone.button("同意并继续").click();
  await page.getByText("绑定手机号后才能解绑").waitFor();
  await page.getByRole("link", { name: "下载个人信息" }).click();
  await page.getByRole("note").getByText("在浏览器打开").waitFor();
  await phone.button("生成副本").click();
  await page.getByText("已生成").waitFor(waiting);
  expect(await phone.button("下载").count()).toBe(0);
  await phone.open("/account/deletion");
  await phone.button("申请注销").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "确认注销" }).click();
  await page.waitForURL(/\/profile$/);
  // Logging in through WeChat leads to the page that cancels the deletion.
  await phone.open("/login");
  await phone.button("微信登录").click();
  await page.waitForURL(/\/account\/deletion$/);
  await phone.button("撤销注销").click();
  await phone.button("申请注销").waitFor();
  await closeWithoutErrors(phone);
});
