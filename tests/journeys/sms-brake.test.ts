import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { staffEventsPath } from "#contract/live.ts";
import { newNumber, type Phone } from "../../scripts/lib/Phone.ts";
import { openStage, type Stage } from "../../scripts/lib/stage.ts";
import { kept, newCustomer, remembering } from "./support/customer.ts";
import { consolePath } from "./support/desk.ts";
import { enterAsStaff, newStaffToken } from "./support/staff.ts";

const shop = 3;
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ SMS_SHOP_TEN_MINUTES: String(shop) });
});

/** So many messages have just left that the next one costs work. */
beforeEach(async () => {
  await stage.rows(
    `insert into sms_codes (phone, purpose, code_hash, ip, created_at, expires_at)
       select '1350000000' || n, 'customer', 'x:y', '192.0.2.1', now(), now() from generate_series(1, $1::int) n`,
    [shop],
  );
});

afterAll(async () => {
  await stage.close();
});

/** A screen that notes what it said while it worked, and what it was answered. */
async function watched(screen: Phone) {
  const answers: number[] = [];
  screen.page.on("response", (response) => {
    if (response.url().includes("send-code")) answers.push(response.status());
  });
  await screen.page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      const note = document.querySelector("[role=status]")?.textContent ?? "";
      if (note !== "" && said.at(-1) !== note) said.push(note);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return {
    answers,
    said: () => screen.page.evaluate(() => (window as unknown as { said: string[] }).said),
  };
}

const refusal = /Failed to load resource: the server responded with a status of 429/;

async function end(screen: Phone): Promise<void> {
  expect(screen.complaints).toEqual([]);
  await screen.close();
}

test("while the brake acts a customer asks once, is told, and logs in", async () => {
  const phone = await stage.phone({ expected: refusal });
  const number = newNumber();
  await phone.open("/login");
  const { answers, said } = await watched(phone);
  await phone.page.getByLabel("手机号").fill(number);
  await phone.button("获取验证码").click();
  await phone.page.getByText("验证码已发送").waitFor();
  expect(await said()).toContain("正在安全验证…");
  expect(answers).toEqual([429, 200]);
  await phone.page.getByLabel("验证码", { exact: true }).fill(await stage.codeFor(number));
  await phone.button("登录").click();
  await phone.page.waitForURL(`${phone.url}/`);
  const { device } = await kept(phone.page);
  expect(device).toMatch(/^[0-9a-f]{32}$/);
  expect(await stage.rows("select audience from devices where audience = 'customer'")).toHaveLength(1);
  await end(phone);
});

test("a customer gets a code for a new number meanwhile", async () => {
  const { token, phone: before } = await newCustomer(stage);
  await stage.rows("update users set phone = null, openid = 'oBrake' where phone = $1", [before]);
  const phone = await stage.phone({ expected: refusal, storage: remembering(stage, { token }) });
  await phone.open("/profile");
  await phone.button("绑定手机号").click();
  const { answers } = await watched(phone);
  const number = newNumber();
  await phone.page.getByRole("textbox", { name: "手机号" }).fill(number);
  await phone.button("获取验证码").click();
  await phone.page.getByText("验证码已发送").waitFor();
  expect(answers).toEqual([429, 200]);
  const [code] = await stage.rows("select purpose from sms_codes where phone = $1", [number]);
  expect(code).toEqual({ purpose: "binding" });
  await end(phone);
});

test("staff log in meanwhile, and whoever sits at a desk is told", async () => {
  const storage = remembering(stage, { service_token: await newStaffToken(stage, "13900000001") });
  const desk = await stage.phone({ width: 1440, height: 900, storage });
  const streaming = desk.page.waitForResponse((response) => response.url().includes(staffEventsPath));
  await desk.open(consolePath);
  await streaming;
  const told = desk.page
    .getByText(`短信发送量异常：10分钟内超过${shop}条，已开启安全验证`)
    .waitFor({ timeout: 120_000 });
  // Whatever the tests before have told belongs to an episode that is over.
  await stage.rows("delete from shared_values where key = 'sms-brake'");
  const screen = await stage.phone({ width: 1440, height: 900, expected: refusal });
  await screen.open("/admin/login");
  const { answers } = await watched(screen);
  await enterAsStaff(screen, stage, "13900000003");
  expect(answers).toEqual([429, 200]);
  await told;
  await screen.open("/admin/audit");
  await screen.page.getByRole("cell", { name: "短信发送量异常" }).first().waitFor();
  await end(screen);
  await end(desk);
});
