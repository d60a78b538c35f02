import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSheets, writeCsv, writeWorkbook } from "#server/modules/catalogue/catalogue-file.rules.ts";
import { WorkbookReader } from "#server/platform/spreadsheets/WorkbookReader.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { storageState } from "./support/customer.ts";
import { createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

const workbooks = new WorkbookReader();
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await workbooks.stop();
  await environment.close();
});

test("an admin exports the catalogue, is told what is wrong with a file, and imports it once it is right", async () => {
  const service_token = await createStaffToken(environment, "13900000003");
  const storage = storageState(environment, { service_token });
  const admin = await environment.phone({ width: 1280, height: 720, storage, expected: /status of 400/ });
  const { page } = admin;
  await admin.open("/admin/catalogue");
  const download = page.waitForEvent("download");
  await admin.button("导出 Excel").click();
  const sheets = await readSheets(await readFile(await (await download).path()), "catalogue.xlsx", workbooks);
  expect(sheets.map(({ name }) => name)).toEqual(["门店", "菜单"]);
  const [, menu] = sheets;
  if (menu === undefined) throw new Error("there is no sheet of the menu");

  /** Chooses a file with the menu, in which cells are replaced. */
  const choose = async (name: string, from: string, to: string) => {
    const rows = menu.rows.map((row) => row.map((cell) => (cell === from ? to : cell)));
    const sheet = { name: "菜单", rows };
    const buffer = name.endsWith(".csv") ? writeCsv(sheet) : await writeWorkbook([sheet]);
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  };
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      name: "photo.csv",
      mimeType: "text/csv",
      buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    });
  await page.getByText("文件无法识别").waitFor();
  await choose("menu.csv", "33.00", "0");
  await page.getByText("处问题，改好后请重新选择文件").waitFor();
  await page.getByRole("row").filter({ hasText: "请填大于 0 的金额" }).first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(await admin.button("导入").count()).toBe(0);
  await choose("menu.xlsx", "nothing", "nothing");
  await page.getByText("文件和现在的内容相同，不需要导入").waitFor();
  await choose("menu.xlsx", "滑蛋虾仁饭", "滑蛋虾仁盖饭");
  await page.getByText("新增 0，修改 1，不变 97").waitFor();
  await page.getByRole("row").filter({ hasText: "菜品名称：滑蛋虾仁饭 → 滑蛋虾仁盖饭" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await admin.button("导入").click();
  await page.getByText("已导入", { exact: true }).waitFor();
  await page.getByRole("link", { name: "去菜单页发布" }).click();
  await page.getByRole("row").filter({ hasText: "滑蛋虾仁盖饭" }).getByText("待发布：菜品名称").waitFor();
  expect(admin.unexpectedErrors).toEqual([]);
  await admin.close();
});
