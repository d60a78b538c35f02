import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatYuan } from "#contract/money.ts";
import type { Phone } from "../../scripts/lib/Phone.ts";
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

/** Waits until the figures of all orders are computed, which the server does in the background. */
async function waitForFigures(): Promise<void> {
  await expect
    .poll(() =>
      environment.queryRows(
        "select 1 from figures_progress where completed_at is not null and not exists (select from outdated_figures)",
      ),
    )
    .toHaveLength(1);
}

async function openFigures(expected?: RegExp, phone = "13900000003"): Promise<Phone> {
  const service_token = await createStaffToken(environment, phone);
  const storage = storageState(environment, { service_token });
  const admin = await environment.phone({ width: 1440, height: 900, storage, ...(expected && { expected }) });
  await admin.open("/admin/figures");
  return admin;
}

/** Reads from the orders what the page must show of the last thirty days. */
async function readMonth(): Promise<{ sales: number; orders: number }> {
  const [row] = await environment.queryRows<{ sales: number; orders: number }>(
    `select coalesce(sum(total_fen), 0)::int as sales, count(*)::int as orders from orders
      where (paid_at at time zone 'Asia/Shanghai')::date > (now() at time zone 'Asia/Shanghai')::date - 30`,
  );
  return row!;
}

test("head office reads a month's figures, narrows them to a restaurant, and saves them as a file", async () => {
  await waitForFigures();
  const admin = await openFigures();
  const { page } = admin;
  await page.getByRole("region", { name: "汇总" }).waitFor();
  await page.getByText("近30天", { exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toContain("from=");
  const { sales, orders } = await readMonth();
  expect(orders).toBeGreaterThan(0);
  const cards = page.getByRole("region", { name: "汇总" });
  await expect.poll(() => cards.innerText()).toContain(formatYuan(sales));
  await page.getByRole("img", { name: /^销售额走势/ }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  for (const tab of ["按时段", "点餐方式", "收款与退款", "菜品", "取消原因", "卡券与积分", "日结", "门店"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.getByRole("tabpanel", { name: tab }).getByRole("table").first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  }
  const restaurant = page.getByRole("button", { name: /食单/ }).first();
  const name = await restaurant.innerText();
  const download = page.waitForEvent("download");
  await admin.button("导出 CSV").click();
  const rows = parse(await readFile(await (await download).path()), { bom: true }) as string[][];
  expect(rows[0]?.slice(0, 4)).toEqual(["门店编号", "门店", "订单", "销售额"]);
  // The file is sorted by code, the page by sales.
  const codes = rows.slice(1).map(([code]) => code);
  expect(codes).toEqual([...codes].sort());
  const row = rows.find((cells) => cells[1] === name);
  expect(row).toBeDefined();
  expect(rows.slice(1).reduce((sum, row) => sum + Number(row[2]), 0)).toBe(orders);
  await restaurant.click();
  await page.getByText(/^只看门店 /).waitFor();
  await expect.poll(() => cards.innerText()).toContain(`¥${row?.[3]}`);
  // The range and the restaurant are in the address.
  await page.reload();
  await page.getByText(/^只看门店 /).waitFor();
  await admin.button("看全部门店").click();
  await expect.poll(() => cards.innerText()).toContain(formatYuan(sales));
  expect(admin.unexpectedErrors).toEqual([]);
});

test("a range that cannot be is told, a span without orders is empty, and a failure can be tried again", async () => {
  const admin = await openFigures(/status of 500|Failed to load/);
  const { page } = admin;
  await page.getByRole("region", { name: "汇总" }).waitFor();
  await page.getByLabel("结束日期").fill("2001-01-01");
  await page.getByText("结束日期不能早于开始日期").waitFor();
  await page.getByLabel("开始日期").fill("2001-01-01");
  await page.getByRole("tab", { name: "门店" }).click();
  await page.getByText("这段时间没有数据").waitFor();
  expect(await page.getByRole("region", { name: "汇总" }).innerText()).toContain("¥0.00");
  await page.route("**/figures/overview*", (route) => route.abort());
  await page.getByText("今天", { exact: true }).click();
  await page.getByRole("alert").getByRole("button", { name: "重试" }).waitFor();
  await page.unroute("**/figures/overview*");
  await page.getByRole("alert").getByRole("button", { name: "重试" }).click();
  await page.getByRole("region", { name: "汇总" }).waitFor();
});

test("restaurant staff read the figures of their own restaurant, and nothing of the chain", async () => {
  await waitForFigures();
  const staff = await openFigures(undefined, "13900000002");
  const { page } = staff;
  await page.getByRole("region", { name: "汇总" }).waitFor();
  await page.getByText("近30天", { exact: true }).click();
  const [own] = await environment.queryRows<{ sales: number }>(
    `select coalesce(sum(total_fen), 0)::int as sales from orders where restaurant_id = 'SH001'
        and (paid_at at time zone 'Asia/Shanghai')::date > (now() at time zone 'Asia/Shanghai')::date - 30`,
  );
  expect(own!.sales).toBeGreaterThan(0);
  const cards = page.getByRole("region", { name: "汇总" });
  await expect.poll(() => cards.innerText()).toContain(formatYuan(own!.sales));
  const tabs = await page.getByRole("tab").allInnerTexts();
  expect(tabs).toEqual(["按日期", "按时段", "点餐方式", "收款与退款", "菜品", "取消原因", "日结"]);
  await page.getByRole("tab", { name: "日结" }).click();
  await page.getByRole("tabpanel", { name: "日结" }).getByRole("table").waitFor();
  expect(await page.getByRole("button", { name: /导出/ }).count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  expect(staff.unexpectedErrors).toEqual([]);
});
