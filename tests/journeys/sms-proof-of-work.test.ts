import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { staffEventsPath } from "#contract/events.ts";
import { createPhoneNumber, type Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { consolePath } from "./support/console.ts";
import { createCustomer, readLocalStorage, storageState } from "./support/customer.ts";
import { createStaffToken, loginAsStaff } from "./support/staff.ts";
import { startOwnEnvironment } from "./support/startEnvironment.ts";

const totalLimit = 3;
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startOwnEnvironment({ SMS_SHOP_TEN_MINUTES: String(totalLimit) });
});

/** Enough messages were just sent for the next one to need a proof of work. */
beforeEach(async () => {
  await environment.queryRows(
    `insert into sms_codes (phone, purpose, code_hash, network, created_at, expires_at)
       select '1350000000' || n, 'customer', 'x:y', '192.0.2.1', now(), now() from generate_series(1, $1::int) n`,
    [totalLimit],
  );
});

afterAll(async () => {
  await environment.close();
});

/** Records a screen's status messages, and the response statuses of code requests. */
async function watchResponses(screen: Phone) {
  const answers: number[] = [];
  screen.page.on("response", (response) => {
    if (response.url().includes("send-code")) answers.push(response.status());
  });
  await screen.page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    new MutationObserver(() => {
      const note = document.querySelector("[role=status]")?.textContent ?? "";
      if (note !== "" && shown.at(-1) !== note) shown.push(note);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return {
    answers,
    shown: () => screen.page.evaluate(() => (window as unknown as { shown: string[] }).shown),
  };
}

const expectedErrors = /Failed to load resource: the server responded with a status of 429/;

async function closeWithoutErrors(screen: Phone): Promise<void> {
  expect(screen.unexpectedErrors).toEqual([]);
  await screen.close();
}

test("while the brake is active a customer requests one code, sees a notice, and logs in", async () => {
  const phone = await environment.phone({ expected: expectedErrors });
  const number = createPhoneNumber();
  await phone.open("/login");
  const { answers, shown } = await watchResponses(phone);
  await phone.page.getByLabel("手机号").fill(number);
  await phone.requestCode();
  expect(await shown()).toContain("正在安全验证…");
  expect(answers).toEqual([429, 200]);
  await phone.page.getByLabel("验证码", { exact: true }).fill(await environment.readLatestCode(number));
  await phone.button("登录").click();
  await phone.page.waitForURL(`${phone.url}/`);
  const { device } = await readLocalStorage(phone.page);
  expect(device).toMatch(/^[0-9a-f]{32}$/);
  expect(
    await environment.queryRows("select audience from devices where audience = 'customer'"),
  ).toHaveLength(1);
  await closeWithoutErrors(phone);
});

test("a customer gets a code for a new number meanwhile", async () => {
  const { token, phone: before } = await createCustomer(environment);
  await environment.queryRows("update users set phone = null, openid = 'oBrake' where phone = $1", [before]);
  const phone = await environment.phone({
    expected: expectedErrors,
    storage: storageState(environment, { token }),
  });
  await phone.open("/profile");
  await phone.button("绑定手机号").click();
  const { answers } = await watchResponses(phone);
  const number = createPhoneNumber();
  await phone.page.getByRole("textbox", { name: "手机号" }).fill(number);
  await phone.requestCode();
  expect(answers).toEqual([429, 200]);
  const [code] = await environment.queryRows("select purpose from sms_codes where phone = $1", [number]);
  expect(code).toEqual({ purpose: "binding" });
  await closeWithoutErrors(phone);
});

test("staff log in meanwhile, and open staff pages show an alert", async () => {
  const storage = storageState(environment, {
    service_token: await createStaffToken(environment, "13900000001"),
  });
  const consolePage = await environment.phone({ width: 1440, height: 900, storage });
  const streaming = consolePage.page.waitForResponse((response) => response.url().includes(staffEventsPath));
  await consolePage.open(consolePath);
  await streaming;
  const alarmNotice = consolePage.page
    .getByText(`短信发送量异常：10分钟内超过${totalLimit}条，已开启安全验证`)
    .waitFor({ timeout: 120_000 });
  // Removes the episode of the tests before, so that a new one begins.
  await environment.queryRows("delete from cache_entries where key = 'sms-brake'");
  const screen = await environment.phone({ width: 1440, height: 900, expected: expectedErrors });
  await screen.open("/admin/login");
  const { answers } = await watchResponses(screen);
  await loginAsStaff(screen, environment, "13900000003");
  expect(answers).toEqual([429, 200]);
  await alarmNotice;
  await screen.open("/admin/audit");
  await screen.page.getByRole("cell", { name: "短信发送量异常" }).first().waitFor();
  await closeWithoutErrors(screen);
  await closeWithoutErrors(consolePage);
});
