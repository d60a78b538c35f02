import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { movePointsOf, requestAs } from "../../scripts/lib/wallet.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
/** A refused or lost response is logged by the browser and by the app. */
const expectedErrors = /Failed to load resource|asking for a withdrawal failed|ERR_/;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Opens the withdrawal page of a customer with a number of points from invites. */
async function openWithdraw(points: number): Promise<{ phone: Phone; userId: string; token: string }> {
  const customer = await createCustomer(environment);
  const userId = `journey${customer.phone}`;
  await movePointsOf(environment, userId, { type: "invite", delta: points });
  const storage = storageState(environment, { token: customer.token });
  const phone = await environment.phone({ storage, expected: expectedErrors });
  await phone.open("/withdraw");
  await phone.page.getByText("提现规则").waitFor();
  return { phone, userId, token: customer.token };
}

const listWithdrawals = (userId: string) =>
  environment.queryRows<{ id: string; points: number; status: string }>(
    "select id, points, status from withdrawals where user_id = $1",
    [userId],
  );

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

test("rules and fee are shown before a withdrawal is requested; a rejected one shows why, and the points are back", async () => {
  const { phone, userId } = await openWithdraw(3_000);
  const { page } = phone;
  const amount = page.getByLabel("提现积分", { exact: true });
  await page.getByText(/每天一次/).waitFor();
  await page.getByText("手续费免费").waitFor();
  await amount.fill("999");
  await page.getByText("至少提现1000积分").waitFor();
  expect(await phone.button("下一步").isDisabled()).toBe(true);
  await phone.button("全部").click();
  expect(await amount.inputValue()).toBe("3000");
  await amount.fill("1500");
  await page.getByText("到账 ¥15.00").first().waitFor();
  await phone.button("下一步").click();
  const sheet = page.getByRole("dialog", { name: "确认提现" });
  expect(await sheet.textContent()).toMatch(/1500积分.*手续费.*免费.*预计到账.*¥15\.00/);
  expect(await listWithdrawals(userId)).toEqual([]);
  await phone.button("确认提现").click();
  await page.getByText("审核中").waitFor();
  await page.getByText("今天已经申请过，明天再来吧").waitFor();
  const [requested] = await listWithdrawals(userId);
  expect(requested).toMatchObject({ points: 1_500, status: "reviewing" });

  const admin = await createStaffToken(environment, "13900000003");
  const review = {
    withdrawal_id: requested?.id,
    approve: false,
    reason: "收款信息不符",
    client_key: "review-1",
  };
  await requestAs(environment, admin, "POST", "user/admin/withdrawals/review", review);
  await page.reload();
  await page.getByText("未通过", { exact: true }).waitFor();
  await page.getByText("原因：收款信息不符，积分已退回").waitFor();
  await page.getByText("其中3000积分可提现，折合 ¥30.00").waitFor();
  const ledger = await environment.queryRows(
    "select type, delta from points_ledger where user_id = $1 and type like 'withdraw%' order by id",
    [userId],
  );
  expect(ledger).toEqual([
    { type: "withdraw", delta: -1_500 },
    { type: "withdraw_return", delta: 1_500 },
  ]);
  await closeWithoutErrors(phone);
});

test("a withdrawal whose response is lost preserves the input, is retried, and happens once", async () => {
  const { phone, userId } = await openWithdraw(2_000);
  const { page } = phone;
  let isLost = true;
  await page.route("**/api/v1/user/withdraw", async (route) => {
    if (!isLost) return route.continue();
    isLost = false;
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel("提现积分", { exact: true }).fill("1200");
  await phone.button("下一步").click();
  await phone.button("确认提现").click();
  await page.getByText("没有收到回复，请重试，不会重复提现").waitFor();
  await phone.button("确认提现").click();
  await page.getByText("审核中").waitFor();
  expect(await listWithdrawals(userId)).toMatchObject([{ points: 1_200 }]);
  await closeWithoutErrors(phone);
});

test("a customer with too few points sees the minimum, and cannot request", async () => {
  const { phone, userId } = await openWithdraw(300);
  await phone.page.getByText("邀请获得的积分满1000即可提现").waitFor();
  expect(await phone.page.getByLabel("提现积分", { exact: true }).isDisabled()).toBe(true);
  expect(await phone.button("下一步").isDisabled()).toBe(true);
  expect(await listWithdrawals(userId)).toEqual([]);
  await closeWithoutErrors(phone);
});
