import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createPhoneNumber, type Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCart, shrimpRice } from "./support/cart.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { waitForModalHistory } from "./support/waitForModalHistory.ts";
import { openWechat } from "./support/wechat.ts";

let environment: TestEnvironment;
let version = 0;
const refused = /status of (422|401)/;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterEach(async () => {
  await environment.queryRows("delete from legal_texts");
});

afterAll(async () => {
  await environment.close();
});

/** Publishes a version of the privacy policy that needs consent. */
async function publishPrivacy(): Promise<number> {
  version += 1;
  await environment.queryRows(
    `insert into legal_texts (name, version, body, needs_consent, changed_by, changed_at)
     select 'privacy', $1, $2, true, id, now() from staff where role = 'admin' limit 1`,
    [version, `# 第${version}版\n<script>window.hacked = true</script>\n新的内容`],
  );
  return version;
}

async function openCheckout(): Promise<Phone> {
  const { token } = await createCustomer(environment);
  const takeawayCart = JSON.stringify(createCart([shrimpRice]));
  const phone = await environment.phone({
    storage: storageState(environment, { token, takeawayCart }),
    expected: refused,
  });
  await phone.open("/takeaway-menu");
  await phone.button("选好了").click();
  await phone.page.waitForURL(/order-confirm/);
  return phone;
}

const sheet = (phone: Phone, name: string) => phone.page.getByRole("dialog", { name });

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

describe("the box at the login", () => {
  test("is not ticked, says what is missing, and reading a text keeps what was typed", async () => {
    const phone = await environment.phone();
    const number = createPhoneNumber();
    await phone.open("/login");
    const { page } = phone;
    const box = page.getByRole("checkbox", { name: "我已阅读并同意" });
    expect(await box.getAttribute("aria-checked")).toBe("false");
    await page.getByLabel("手机号").fill(number);
    await phone.button("获取验证码").click();
    await page.getByText("请先阅读并勾选同意").waitFor();
    await page.getByRole("link", { name: "《隐私政策》" }).click();
    await sheet(phone, "隐私政策").getByText("示范文本，请由律师审阅").waitFor();
    await page.goBack();
    await sheet(phone, "隐私政策").waitFor({ state: "hidden" });
    expect(await page.getByLabel("手机号").inputValue()).toBe(number);
    await phone.login(number);
    const rows = await environment.queryRows(
      `select document, version, via from consents c join users u on u.id = c.user_id where u.phone = $1
       order by document`,
      [number],
    );
    expect(rows).toEqual([
      { document: "agreement", version: 0, via: "sms_login" },
      { document: "privacy", version: 0, via: "sms_login" },
    ]);
    await closeWithoutErrors(phone);
  });

  test("stands for what was shown: a version published meanwhile is asked for after the login", async () => {
    const phone = await environment.phone();
    await phone.open("/login");
    await phone.waitUntilIdle();
    const newest = await publishPrivacy();
    await phone.login();
    await sheet(phone, "协议有更新").getByText("《隐私政策》").first().waitFor();
    await phone.button("同意并继续").click();
    await waitForModalHistory(phone.page);
    await phone.open("/account/consent");
    await phone.page.getByText(`同意第 ${newest} 版`).waitFor();
    await closeWithoutErrors(phone);
  });
});

describe("a new version", () => {
  test("published at the checkout is asked for, and the order goes on with its cart and remark", async () => {
    const phone = await openCheckout();
    const { page } = phone;
    // The consent that the page asks for when it opens is still the current one.
    await phone.waitUntilIdle();
    await publishPrivacy();
    await page.getByLabel("备注").fill("少辣");
    await phone.button("提交订单").click();
    await sheet(phone, "协议有更新").waitFor();
    await phone.button("同意并继续").click();
    await page.waitForURL(/\/order\//);
    const [order] = await environment.queryRows("select remark from orders order by created_at desc limit 1");
    expect(order).toEqual({ remark: "少辣" });
    await closeWithoutErrors(phone);
  });

  test("that is refused at the checkout leads home, without a notice of an expired login", async () => {
    const phone = await openCheckout();
    const { page } = phone;
    await phone.waitUntilIdle();
    await publishPrivacy();
    await phone.button("提交订单").click();
    await sheet(phone, "协议有更新").waitFor();
    await phone.button("不同意").click();
    await page.getByText("已退出登录，您仍可以浏览门店和菜单").waitFor();
    await phone.waitUntilIdle();
    expect(new URL(page.url()).pathname).toBe("/");
    expect(await page.getByText("登录已过期").count()).toBe(0);
    await closeWithoutErrors(phone);
  });

  test("that is refused logs out; menus stay open and the text shows markup as text", async () => {
    const { token } = await createCustomer(environment);
    await publishPrivacy();
    const phone = await environment.phone({ storage: storageState(environment, { token }) });
    await phone.open("/profile");
    await sheet(phone, "协议有更新").getByRole("link", { name: "《隐私政策》" }).click();
    await sheet(phone, "隐私政策").getByText("<script>window.hacked = true</script>").waitFor();
    await phone.page.goBack();
    await phone.button("不同意").click();
    await phone.page.getByText("已退出登录，您仍可以浏览门店和菜单").waitFor();
    await phone.open("/profile");
    await phone.page.getByText("您还没有登录").waitFor();
    await phone.open("/menu?restaurant_id=SH001&type=pickup");
    await phone.page.getByText("鲜虾").first().waitFor();
    expect(await phone.page.evaluate("window.hacked")).toBeUndefined();
    await closeWithoutErrors(phone);
  });
});

test("a withdrawal stops orders until the customer agrees again", async () => {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  const { page } = phone;
  await phone.open("/account");
  await page.getByRole("link", { name: "协议与授权" }).click();
  await phone.button("撤回同意").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "撤回同意" }).click();
  await page.getByText("您已撤回同意，暂时不能下单。").waitFor();
  await page.reload();
  await phone.button("查看并同意").click();
  await phone.button("同意并继续").click();
  await phone.button("撤回同意").waitFor();
  await closeWithoutErrors(phone);
});

test("the silent login of WeChat is followed by the sheet, and its way is kept", async () => {
  const { phone, openid } = await openWechat(environment);
  await phone.open("/login?redirect=%2Fprofile");
  await sheet(phone, "请阅读并同意").waitFor();
  await phone.button("同意并继续").click();
  await sheet(phone, "请阅读并同意").waitFor({ state: "hidden" });
  const rows = await environment.queryRows(
    "select distinct via from consents c join users u on u.id = c.user_id where u.openid = $1",
    [openid],
  );
  expect(rows).toEqual([{ via: "wechat_login" }]);
  await closeWithoutErrors(phone);
});

test("home shows the registrations, linked, in the document that the server sends", async () => {
  await environment.queryRows(
    `insert into chain_settings (section, version, value, changed_by, changed_at)
     select 'legal', 1, '{"icp":"沪ICP备12345678号-1","police":"沪公网安备31010402000001号"}', id, now()
     from staff where role = 'admin' limit 1`,
  );
  await expect
    .poll(async () => (await fetch(`${environment.installation.url}/`)).text(), { timeout: 20_000 })
    .toContain("沪ICP备12345678号-1");
  const phone = await environment.phone();
  await phone.open("/");
  await phone.waitUntilIdle();
  const police = phone.page.getByRole("link", { name: "沪公网安备31010402000001号" });
  expect(await police.getAttribute("href")).toBe(
    "https://beian.mps.gov.cn/#/query/webSearch?code=31010402000001",
  );
  await phone.page.getByRole("link", { name: "协议与规则" }).click();
  await phone.page.getByRole("link", { name: /^隐私政策/ }).click();
  await phone.page.getByText("示范文本，请由律师审阅").waitFor();
  await closeWithoutErrors(phone);
});
