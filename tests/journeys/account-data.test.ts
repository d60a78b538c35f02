import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { downloadDataCopy, jobWait, requestDeletion, typeNewCode } from "./support/account.ts";
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

test("a customer downloads a copy, sees what prevents a deletion, requests it, cancels it, and is deleted", async () => {
  const customer = await createCustomer(environment);
  await addAddress(environment, customer.token, nearRestaurant);
  const order = await createPaidOrder(environment, customer);
  const phone = await environment.phone({
    storage: storageState(environment, { token: customer.token }),
    expected,
  });
  const { page } = phone;
  const texts = await downloadDataCopy(phone);
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
  await requestDeletion(environment, phone, customer.phone);

  // Logging in leads to the page that cancels the deletion; a customer who leaves it finds the way back.
  await phone.open("/login");
  await page.getByRole("textbox", { name: "手机号" }).fill(customer.phone);
  await phone.agreeToTexts();
  await typeNewCode(environment, phone, {
    number: customer.phone,
    request: () => phone.button("获取验证码").click(),
  });
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.waitForURL(/\/account\/deletion$/);
  expect(await seriousFindings(page)).toEqual([]);
  await phone.open("/account");
  await page.getByRole("link", { name: /^注销账号.* 之后$/ }).waitFor();
  await phone.open("/profile");
  const notice = page.getByRole("link", { name: "去撤销" });
  await notice.waitFor();
  await page.getByText(/\d 后注销账号$/).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await notice.click();
  await phone.button("撤销注销").click();
  await phone.button("申请注销").waitFor();
  await phone.open("/profile");
  await page.getByRole("button", { name: "编辑资料" }).waitFor();
  expect(await notice.count()).toBe(0);
  await phone.open("/account/deletion");

  await requestDeletion(environment, phone, customer.phone);
  await environment.queryRows("update users set deletion_due_at = now() where phone = $1", [customer.phone]);
  await expect
    .poll(() => environment.queryRows("select 1 from users where phone = $1", [customer.phone]), jobWait)
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
  await page.getByRole("note").getByText("在手机浏览器里打开").waitFor();
  await phone.button("生成副本").click();
  await page.getByText("已生成").waitFor(jobWait);
  expect(await phone.button("下载").count()).toBe(0);
  await phone.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await phone.button("复制链接").click();
  await page.getByText("已复制，请在浏览器里打开").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  // Another browser, without a login.
  const archive = await fetch(link);
  expect(archive.status).toBe(200);
  expect(archive.headers.get("content-type")).toBe("application/zip");
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
