import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { startOwnEnvironment } from "./support/startEnvironment.ts";

const admin = "13900000003";
const waitOptions = { timeout: 30_000 };
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startOwnEnvironment({ ADMIN_SECOND_FACTOR: "required" });
});

afterAll(async () => {
  await environment.close();
});

/** Counts the text messages sent to the admin. */
async function countMessages(): Promise<number> {
  const response = await fetch(`${environment.installation.sandboxUrl}/sms?phone=${admin}`);
  return ((await response.json()) as unknown[]).length;
}

/** Does the first step of the staff login, after resetting the limit of one message a minute. */
async function submitSmsCode(screen: Phone): Promise<void> {
  await environment.queryRows(
    "update sms_codes set created_at = created_at - interval '1 hour' where phone = $1",
    [admin],
  );
  await screen.open("/admin/login");
  const before = await countMessages();
  await screen.page.getByLabel("手机号").fill(admin);
  await screen.requestCode();
  // The message is sent after the response.
  await expect.poll(countMessages, waitOptions).toBe(before + 1);
  await screen.page.getByLabel("验证码", { exact: true }).fill(await environment.readLatestCode(admin));
  await screen.button("登录").click();
}

/** Types a code of the second step. */
async function submitTotpCode(screen: Phone, code: string, button: "绑定" | "验证"): Promise<void> {
  await screen.page.getByLabel("动态验证码").fill(code);
  await screen.button(button).click();
}

/** Doubles the points of a yuan, which asks for a code: a used one is refused, a new one saves. */
async function changePoints(screen: Phone, totp: TOTP): Promise<void> {
  await screen.open("/admin/settings?section=points");
  const panel = screen.page.getByRole("tabpanel").filter({ visible: true });
  await panel.getByLabel("餐品每实付 1 元得（积分）").fill("2");
  await panel.getByRole("button", { name: "保存", exact: true }).click();
  const dialog = screen.page.getByRole("dialog", { name: "确认修改积分设置" });
  await dialog.getByText("餐品每实付 1 元得 1积分 → 2积分").waitFor();
  await dialog.getByRole("button", { name: "确认修改" }).click();
  const prompt = screen.page.getByRole("dialog", { name: "确认是本人操作" });
  const code = prompt.getByLabel("动态验证码");
  await code.fill(totp.generate({ timestamp: 0 }));
  await prompt.getByRole("button", { name: "确认", exact: true }).click();
  await prompt.getByText("动态验证码错误或已使用").waitFor();
  expect(await seriousFindings(screen.page)).toEqual([]);
  // The code of the current time step was used to bind the app.
  await environment.queryRows("update staff_factors set last_step = 0");
  // As an authenticator shows it.
  await code.fill(totp.generate().replace(/(?=\d{3}$)/, " "));
  await code.press("Enter");
  await prompt.waitFor({ state: "hidden" });
  await panel.getByText("由").waitFor();
  expect(
    await environment.queryRows("select value from chain_settings where section = 'points'"),
  ).toMatchObject([{ value: { per_yuan: 2 } }]);
}

const consoleNavigation = (screen: Phone) => screen.page.getByRole("navigation", { name: "工作台导航" });

test("an admin binds an app at the first login, and logs in with its code, or with a recovery code once", async () => {
  const first = await environment.phone({ width: 1440, height: 900 });
  await submitSmsCode(first);
  await first.page.getByRole("heading", { name: "绑定验证器" }).waitFor();
  await first.page.getByRole("img", { name: "验证器二维码" }).waitFor();
  expect(await seriousFindings(first.page)).toEqual([]);
  const shown = await first.page.getByText("不能扫码时手动输入密钥").innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(shown.split(" ").at(-1) ?? "") });
  await submitTotpCode(first, "000000", "绑定");
  await first.page.getByText("动态验证码错误或已使用").waitFor();
  await submitTotpCode(first, totp.generate(), "绑定");
  await first.page.getByRole("heading", { name: "请保存恢复码" }).waitFor();
  const codes = await first.page.getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  expect(await seriousFindings(first.page)).toEqual([]);
  await first.button("我已保存，继续").click();
  await consoleNavigation(first).waitFor();
  await first.open("/admin/second-factor");
  await first.page.getByRole("row").filter({ hasText: "（我）" }).getByText("开启").waitFor();
  expect(await seriousFindings(first.page)).toEqual([]);
  await changePoints(first, totp);
  await first.close();

  const second = await environment.phone({ width: 1440, height: 900 });
  await submitSmsCode(second);
  await second.page.getByRole("heading", { name: "动态验证" }).waitFor();
  expect(await seriousFindings(second.page)).toEqual([]);
  // The code of the current time step is used up; the next step's code is already valid.
  await submitTotpCode(second, totp.generate({ timestamp: Date.now() + 30_000 }), "验证");
  await consoleNavigation(second).waitFor();
  await second.close();

  const third = await environment.phone({ width: 390, height: 844 });
  await submitSmsCode(third);
  await submitTotpCode(third, codes[0]?.toLowerCase() ?? "", "验证");
  await expect
    .poll(
      () => environment.queryRows("select 1 from staff_recovery_codes where used_at is not null"),
      waitOptions,
    )
    .toHaveLength(1);
  await consoleNavigation(third).waitFor({ state: "attached" });
  await third.close();

  const fourth = await environment.phone({ width: 1440, height: 900 });
  await submitSmsCode(fourth);
  await submitTotpCode(fourth, codes[0] ?? "", "验证");
  await fourth.page.getByText("动态验证码错误或已使用").waitFor();
  await fourth.button("返回登录").click();
  await fourth.page.getByLabel("手机号").waitFor();
  await fourth.close();
});
