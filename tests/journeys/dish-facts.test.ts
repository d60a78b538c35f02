import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { shrimpRice } from "./support/cart.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

const { name } = shrimpRice;

test("allergens and nutrients of a dish are set in a folded part of its form, and shown in its details", async () => {
  const service_token = await createStaffToken(environment, "13900000003");
  const admin = await environment.phone({
    width: 1440,
    height: 900,
    storage: storageState(environment, { service_token }),
  });
  await admin.open(`/admin/menu?keyword=${encodeURIComponent(name)}`);
  await admin.button(`编辑 ${name}`).click();
  const dialog = admin.page.getByRole("dialog", { name: `编辑 ${name}` });
  expect(await dialog.getByLabel("能量（千焦）").count()).toBe(0);
  await dialog.getByText("过敏原和营养成分").click();
  await dialog.getByRole("checkbox", { name: "蛋类" }).check();
  await dialog.getByRole("checkbox", { name: "甲壳类" }).check();
  await dialog.getByLabel("能量（千焦）").fill("2105.55");
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.getByText("请输入数字，最多一位小数").waitFor();
  expect(await seriousFindings(admin.page)).toEqual([]);
  await dialog.getByLabel("能量（千焦）").fill("2105.5");
  await dialog.getByLabel("钠（毫克）").fill("800");
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "hidden" });
  await admin.page.getByText("待发布：过敏原、能量（千焦）、钠（毫克）").waitFor();
  await admin.button(/^发布 \d+ 项修改$/).click();
  await admin.page.getByRole("dialog", { name: "发布修改" }).getByRole("button", { name: "确定" }).click();
  await admin.page.getByText("待发布：过敏原").waitFor({ state: "detached" });
  await admin.button(`编辑 ${name}`).click();
  expect(await dialog.getByLabel("能量（千焦）").inputValue()).toBe("2105.5");
  expect(admin.unexpectedErrors).toEqual([]);
  await admin.close();

  const { token } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  await phone.open(`/takeaway-menu?dish=${shrimpRice.id}`);
  const sheet = phone.page.getByRole("dialog", { name });
  await sheet.getByText("过敏原：含甲壳类、蛋类").waitFor();
  const rows = sheet.getByRole("table", { name: "营养成分（每份）" }).getByRole("row");
  expect(await rows.allInnerTexts()).toEqual(["能量\t2105.5 kJ", "钠\t800 mg"]);
  await sheet.getByRole("button", { name: `增加${name}` }).click();
  await phone.button(/^选好了$/).waitFor();
  expect(await seriousFindings(phone.page)).toEqual([]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
