import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
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

test("a restaurant's staff sell out a whole category until the next opening, resume it, and limit a dish by day", async () => {
  const service_token = await createStaffToken(environment, "13900000002");
  const storage = storageState(environment, { service_token });
  const staff = await environment.phone({ width: 1280, height: 720, storage });
  const { page } = staff;
  await staff.open("/admin/dishes");
  const customer = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token: customer.token }) });

  await page.getByRole("combobox", { name: "分类" }).click();
  await page.getByTitle("沙拉轻食", { exact: true }).click();
  await page.getByRole("cell", { name: "早餐", exact: true }).first().waitFor({ state: "detached" });
  await page.getByRole("checkbox", { name: "全选" }).check();
  await staff.button("设为售罄").click();
  const soldOut = page.getByRole("dialog", { name: /个菜品售罄$/ });
  await soldOut.getByText("指定时间").click();
  await soldOut.getByRole("button", { name: "设为售罄" }).click();
  await soldOut.getByText("请选择恢复供应的时间").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await soldOut.getByText("下一个营业日").click();
  await soldOut.getByRole("button", { name: "设为售罄" }).click();
  await soldOut.waitFor({ state: "hidden" });
  await page
    .getByText(/^到 \d{4}-\d{2}-\d{2} 00:00$/)
    .first()
    .waitFor();
  const soldOutRows = await environment.queryRows<{ n: number }>(
    `select count(*)::int as n from store_dishes s join dishes d on d.id = s.dish_id
      where s.restaurant_id = 'SH001' and d.category_id = 'salad' and not s.sold_out`,
  );
  expect(soldOutRows[0]?.n).toBe(0);
  await phone.open("/menu?restaurant_id=SH001");
  await phone.page.getByRole("button", { name: "沙拉轻食" }).click();
  await phone.page.getByText("已售罄").first().waitFor();

  await page.getByRole("checkbox", { name: "全选" }).check();
  await staff.button("恢复售卖").click();
  await page
    .getByText(/^到 \d{4}/)
    .first()
    .waitFor({ state: "detached" });
  await staff
    .button(/的库存$/)
    .first()
    .click();
  const stock = page.getByRole("dialog", { name: /的库存$/ });
  await stock.getByLabel("每天份数").fill("12");
  await stock.getByRole("button", { name: "保存" }).click();
  await stock.waitFor({ state: "hidden" });
  await page.getByText("剩 12 份，每天 12 份").waitFor();
  expect([...staff.unexpectedErrors, ...phone.unexpectedErrors]).toEqual([]);
  await staff.close();
  await phone.close();
});
