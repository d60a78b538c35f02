import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createPicture, packArchive } from "../support/api/archives.ts";
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

test("an admin is told what is wrong with an archive of pictures, imports it once it is right, and exports it again", async () => {
  const service_token = await createStaffToken(environment, "13900000003");
  const storage = storageState(environment, { service_token });
  const admin = await environment.phone({ width: 1280, height: 900, storage, expected: /status of 422/ });
  const { page } = admin;
  await admin.open("/admin/catalogue");
  const section = page.getByRole("region", { name: "菜品图片" });
  const choose = (name: string, buffer: Buffer) =>
    section.locator("input[type=file]").setInputFiles({ name, mimeType: "application/zip", buffer });
  await section.getByRole("button", { name: "导出图片" }).click();
  await page.getByText("还没有上传过菜品图片").waitFor();
  await choose("photo.zip", Buffer.from("no archive"));
  await section.getByText("文件无法识别，请选择 ZIP 压缩包").waitFor();

  const pictures = { "秋季/10205.jpg": await createPicture(1), "10401.jpg": await createPicture(2) };
  await choose("wrong.zip", await packArchive({ ...pictures, "nobody.jpg": pictures["10401.jpg"] }));
  await section.getByText("有 1 处问题，改好后请重新选择文件").waitFor();
  await section.getByRole("row").filter({ hasText: "没有编号为 nobody 的菜品" }).waitFor();
  await choose(
    "wrong.zip",
    await packArchive({ ...pictures, "a/10401.png": pictures["10401.jpg"], "b.txt": Buffer.from("b") }),
  );
  await section.getByText("有 2 处问题，改好后请重新选择文件").waitFor();
  await section.getByRole("row").filter({ hasText: "是同一个菜品的图片" }).waitFor();
  expect(await section.getByRole("button", { name: "导入图片" }).count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);

  const good = await packArchive(pictures);
  await choose("good.zip", good);
  await section.getByText("good.zip 的检查结果：新图片 2，不变 0").waitFor();
  await section.getByRole("row").filter({ hasText: "秋季/10205.jpg" }).getByText("新图片").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await section.getByRole("button", { name: "导入图片" }).click();
  await section.getByText("已导入 2 张图片").waitFor();
  await choose("good.zip", good);
  await section.getByText("图片和现在的相同，不需要导入").waitFor();

  const download = page.waitForEvent("download");
  await section.getByRole("button", { name: "导出图片" }).click();
  const exported = await readFile(await (await download).path());
  await choose("pictures.zip", exported);
  await section.getByText("pictures.zip 的检查结果：新图片 0，不变 2").waitFor();
  await page.goto(`${admin.url}/admin/menu?state=draft`);
  await page.getByText("待发布：图片").nth(1).waitFor();
  expect(admin.unexpectedErrors).toEqual([]);
  await admin.close();
});
