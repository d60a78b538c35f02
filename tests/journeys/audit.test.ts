import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { storageState } from "./support/customer.ts";
import { createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

test("an admin sees the changes of a day, and reads of customers' data once asked for, also after a reload", async () => {
  await environment.queryRows(
    `insert into audit_log (actor, action, target, detail, created_at) values
       ('operator:anna', 'restaurant.update', 'SH001', '{"phone":"1 → 2"}', '2025-03-02T15:59:59Z'),
       ('operator:anna', 'chat.read', 'nobody', '{}', '2025-03-02T02:00:00Z'),
       ('operator:anna', 'restaurant.close', 'SH099', '{}', '2025-03-02T16:00:00Z') returning id`,
  );
  const service_token = await createStaffToken(environment, "13900000003");
  const storage = storageState(environment, { service_token });
  const screen = await environment.phone({ width: 1440, height: 900, storage });
  const { page } = screen;
  await screen.open("/admin/audit");
  await page.getByLabel("开始日期").fill("2025-03-02");
  await page.getByLabel("结束日期").fill("2025-03-02");
  const rows = page.getByRole("row").filter({ hasText: "命令行 anna" });
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByText("更改门店").waitFor();
  await page.getByRole("switch", { name: "显示查看记录" }).click();
  await rows.getByText("查看消息").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.reload();
  await rows.getByText("查看消息").waitFor();
  expect(await rows.count()).toBe(2);
  await page.getByRole("link", { name: "门店 食单·徐家汇店" }).click();
  await page.getByRole("button", { name: "编辑 食单·徐家汇店" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/restaurants");
  expect(screen.unexpectedErrors).toEqual([]);
  await screen.close();
});
