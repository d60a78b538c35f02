import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { storageState } from "./support/customer.ts";
import { chooseOption, createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Tries a number of wrong codes for a phone. */
async function guessCodes(phone: string, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++)
    await fetch(`${environment.installation.url}/api/v1/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ phone, code: "000000", loginType: "sms" }),
    });
}

test("an admin is alerted to an attack on any page, sees its hour marked, and opens its events", async () => {
  const service_token = await createStaffToken(environment, "13900000003");
  const storage = storageState(environment, { service_token });
  const screen = await environment.phone({ width: 1440, height: 900, storage });
  const { page } = screen;
  // Events are delivered once the stream's response has begun.
  const liveResponse = page.waitForResponse((response) => response.url().endsWith("/chat/admin/events"));
  await screen.open("/admin/security");
  await liveResponse;
  const peaks = page.getByRole("region", { name: "最近 24 小时" });
  await peaks.getByRole("row").filter({ hasText: "顾客验证码错误" }).waitFor();
  expect(await peaks.getByText("异常", { exact: true }).count()).toBe(0);
  await page.getByText("没有符合条件的事件").waitFor();
  await guessCodes("13712345678", 25);
  await page.getByText(/安全提醒：顾客验证码错误本小时已有 \d+ 次/).waitFor({ timeout: 60_000 });
  await page.reload();
  const row = peaks.getByRole("row").filter({ hasText: "顾客验证码错误" });
  await row.getByText("异常", { exact: true }).waitFor();
  const events = page.getByRole("region", { name: "安全事件" });
  await events.getByRole("button", { name: "137****5678" }).first().click();
  await chooseOption(page, "事件类型", "顾客验证码错误");
  await events.getByRole("cell", { name: "user/login" }).first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await chooseOption(page, "事件类型", "员工验证码错误");
  await page.getByText("没有符合条件的事件").waitFor();
  await screen.button("清除筛选").click();
  await events.getByRole("button", { name: "137****5678" }).first().waitFor();
  await screen.close();
});
