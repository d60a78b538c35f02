import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { movePointsOf } from "../../scripts/lib/wallet.ts";
import { createCart, shrimpRice } from "./support/cart.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

test("every page shows the spendable points, and beside them the pending ones with their time", async () => {
  const customer = await createCustomer(environment);
  const userId = `journey${customer.phone}`;
  await movePointsOf(environment, userId, { type: "invite", delta: 1_200 });
  await movePointsOf(environment, userId, { type: "earn", delta: 50, daysAgo: 1, waitDays: 8 });
  const token = customer.token;
  const phone = await environment.phone({
    storage: storageState(environment, { token, takeawayCart: createCart([shrimpRice]) }),
  });
  const { page } = phone;
  const coming = /另有50积分，\d\d-\d\d \d\d:\d\d 起可用/;
  await phone.open("/profile");
  await page.getByRole("link", { name: "1200 积分" }).waitFor();
  await page.getByText(coming).waitFor();
  await phone.open("/points");
  await page.getByRole("region", { name: "可用积分" }).getByText("1200", { exact: true }).waitFor();
  await page.getByText(coming).waitFor();
  await phone.open("/withdraw");
  await page.getByRole("region", { name: "可用积分" }).getByText("1200", { exact: true }).waitFor();
  await page.getByText("其中1200积分可提现，折合 ¥12.00").waitFor();
  await page.getByText(coming).waitFor();
  await phone.open("/takeaway-menu");
  await phone.button("选好了").click();
  await page.getByText("可用1200积分，本单用1200积分抵¥12.00").waitFor();
  await page.getByText(coming).waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
