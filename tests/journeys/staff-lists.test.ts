import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { storageState } from "./support/customer.ts";
import { createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
  await environment.queryRows(
    `insert into vouchers (id, partner, title, items, status, issued_by, created_at, expires_at)
     select 'list' || n, case n % 2 when 0 then '巷口书店' else '北岸影院' end, '午市套餐', '[]',
       case when n > 4 then 'void' else 'issued' end, 'operator:anna',
       timestamptz '2026-03-01 10:00+08' + n * interval '1 day', timestamptz '2090-01-01'
     from generate_series(1, 6) n`,
  );
});

afterAll(async () => {
  await environment.close();
});

test("a list is filtered by state, text and day, keeps that in its address, hides columns and is saved as a file", async () => {
  const service_token = await createStaffToken(environment, "13900000003");
  const admin = await environment.phone({
    width: 1440,
    height: 900,
    storage: storageState(environment, { service_token }),
  });
  const { page } = admin;
  await admin.open("/admin/vouchers");
  const rows = page.getByRole("row").filter({ hasText: "午市套餐" });
  await expect.poll(() => rows.count()).toBe(6);
  await page.getByRole("combobox", { name: "状态" }).click();
  await page.getByTitle("未使用", { exact: true }).last().click();
  await expect.poll(() => rows.count()).toBe(4);
  await page.getByRole("searchbox", { name: "完整的券号或合作商家" }).fill("巷口书店");
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByLabel("开始日期").fill("2026-03-04");
  await expect.poll(() => rows.count()).toBe(1);
  expect(await seriousFindings(page)).toEqual([]);
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(2);
  await page.goForward();
  await expect.poll(() => rows.count()).toBe(1);

  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
  expect(new URL(page.url()).search).toBe(
    `?status=issued&keyword=${encodeURIComponent("巷口书店")}&from=2026-03-04`,
  );

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "导出 CSV" }).click();
  const file = await (await downloading).path();
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("list4,午市套餐,巷口书店,未使用,2026-03-05 10:00");

  await page.getByRole("button", { name: "选择列" }).click();
  await page.getByRole("checkbox", { name: "合作商家" }).uncheck();
  await page.getByRole("columnheader", { name: "合作商家" }).waitFor({ state: "detached" });
  expect(await seriousFindings(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await page.getByRole("columnheader", { name: "合作商家" }).count()).toBe(0);
  await page.getByRole("button", { name: "清除筛选" }).click();
  await expect.poll(() => rows.count()).toBe(6);
  expect(admin.unexpectedErrors).toEqual([]);
  await admin.close();
});
