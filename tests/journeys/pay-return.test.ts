import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { listOrders, openCheckout } from "./support/checkout.ts";
import { setSandboxBehaviour } from "./support/sandbox.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
const cancelledText = "可能您取消了支付";

beforeAll(async () => {
  environment = await startEnvironment();
});

beforeEach(async () => {
  await setSandboxBehaviour(environment, "pay", { provider: "normal", notify: "normal" });
});

afterAll(async () => {
  await environment.close();
});

/** Opens the provider's page as a customer with an order. */
async function openCashier() {
  const { phone, customer } = await openCheckout(environment);
  await phone.button("提交订单").click();
  await phone.page.waitForURL(/\/pay\/cashier/);
  return { phone, customer };
}

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

test("a payment cancelled at the cashier is reported at once and can be paid again", async () => {
  const { phone, customer } = await openCashier();
  await phone.button("取消支付").click();
  await phone.page.waitForURL(/\/order\/[\w-]+$/);
  await phone.page.getByText("待付款").first().waitFor();
  await phone.page.getByText(cancelledText).first().waitFor();
  await expect.poll(() => phone.button("去支付").isEnabled()).toBe(true);
  await phone.button("已完成支付").waitFor();
  await phone.button("重新支付").click();
  await phone.page.waitForURL(/\/pay\/cashier/);
  await phone.button("确认支付").click();
  await phone.page.getByRole("heading", { name: "已付款" }).waitFor();
  expect(await listOrders(environment, customer)).toMatchObject([{ paid_fen: "3800" }]);
  await closeWithoutErrors(phone);
});

test("Back after paying, after cancelling and from the cashier leads to the menu and never to the cashier", async () => {
  for (const choice of ["确认支付", "取消支付", null]) {
    const { phone } = await openCashier();
    if (choice === null) await phone.page.goBack();
    else await phone.button(choice).click();
    await phone.page.waitForURL(/\/order\/[\w-]+$/);
    await phone.page
      .getByText(choice === "确认支付" ? "已付款" : cancelledText)
      .first()
      .waitFor();
    await phone.page.goBack();
    await phone.page.waitForURL(/\/takeaway-menu$/);
    await closeWithoutErrors(phone);
  }
});

test("money that arrives late is shown, though the customer had seen none", async () => {
  const { phone } = await openCashier();
  await setSandboxBehaviour(environment, "pay", { notify: "lost" });
  await phone.button("取消支付").click();
  await phone.page.getByText(cancelledText).waitFor();
  const [attempt] = await environment.queryRows<{ out_trade_no: string }>(
    "select out_trade_no from payment_attempts order by created_at desc limit 1",
  );
  const transaction = `${environment.installation.sandboxUrl}/pay/trades/${attempt?.out_trade_no}`;
  expect((await fetch(`${transaction}/pay`, { method: "POST" })).status).toBe(200);
  await phone.button("已完成支付").click();
  await phone.page.getByRole("heading", { name: "已付款" }).waitFor();
  await closeWithoutErrors(phone);
});

test("paying from the list leads through the order's page, and Back from there to the list", async () => {
  const { phone } = await openCashier();
  await phone.page.goBack();
  await phone.page.getByText(cancelledText).waitFor();
  await phone.open("/orders");
  await phone.button("去支付").first().click();
  await phone.page.waitForURL(/\/pay\/cashier/);
  await phone.button("确认支付").click();
  await phone.page.getByRole("heading", { name: "已付款" }).waitFor();
  expect(phone.path).toMatch(/^\/order\/[\w-]+$/);
  await phone.page.goBack();
  await phone.page.waitForURL(/\/orders$/);
  await closeWithoutErrors(phone);
});
