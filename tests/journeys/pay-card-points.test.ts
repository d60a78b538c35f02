import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { issueCard, movePointsOf, requestAs } from "../../scripts/lib/wallet.ts";
import { type Checkout, listOrders, openCheckout } from "./support/checkout.ts";
import { createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let admin: string;
const expectedErrors = /Failed to load resource|starting a payment failed|payment failed|ERR_/;

beforeAll(async () => {
  environment = await startEnvironment();
  admin = await createStaffToken(environment, "13900000003");
});

afterAll(async () => {
  await environment.close();
});

/**
 * Opens the checkout (33 yuan and 5 for delivery) with points and a card with a balance in fen, or no card.
 */
async function openCheckoutWith(
  points: number,
  cardFen: number | null,
): Promise<Checkout & { userId: string }> {
  const opened = await openCheckout(
    environment,
    undefined,
    { expected: expectedErrors },
    async () => undefined,
  );
  const { customer, phone } = opened;
  const userId = `journey${customer.phone}`;
  if (points > 0) await movePointsOf(environment, userId, { type: "earn", delta: points });
  if (cardFen !== null) await insertCard(customer.token, cardFen);
  await phone.page.reload();
  await expect.poll(() => phone.button(/^提交订单/).isEnabled()).toBe(true);
  return { ...opened, userId };
}

async function insertCard(token: string, fen: number): Promise<void> {
  await requestAs(environment, token, "POST", "card/bind", await issueCard(environment, admin, fen));
}

const methodRadio = (phone: Phone, name: string) => phone.page.getByRole("radio", { name, exact: true });

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

test("an order is paid by card and points at once; refunds come back as money and points", async () => {
  const { phone, customer, userId } = await openCheckoutWith(1_000, 10_000);
  const { page } = phone;
  await page.getByText("可用1000积分，本单用1000积分抵¥10.00").waitFor();
  await page.getByLabel("使用积分").check();
  await page.getByText("-¥10.00").waitFor();
  await page.getByText("余额 ¥100.00").waitFor();
  await methodRadio(phone, "会员卡支付").check();
  await phone.button(/^提交订单/).click();
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  await page.getByText("会员卡支付").waitFor();
  await page.getByText("1000积分").waitFor();
  const [order] = await listOrders(environment, customer);
  expect(order).toMatchObject({ goods_fen: "3300", paid_fen: "2800" });
  expect(await requestAs(environment, customer.token, "GET", "card")).toMatchObject({ balance: 7_200 });
  expect(await requestAs(environment, customer.token, "GET", "points")).toMatchObject({
    available: 0,
    reserved: 0,
  });

  const refundInput = { order_id: order?.id, refund_no: `refund-${userId}`, type: "amount", amount: 1_900 };
  await requestAs(environment, admin, "POST", "order/refund", { ...refundInput, reason_code: "少了一份" });
  await page.reload();
  await page.getByText(/^已原路退回/).waitFor({ timeout: 60_000 });
  const detail = await requestAs<{ refunds: { money: number; points: number }[] }>(
    environment,
    customer.token,
    "GET",
    `order/detail?order_id=${order?.id}`,
  );
  const [refund] = detail.refunds;
  expect([refund?.money, refund?.points].every((part) => (part ?? 0) > 0)).toBe(true);
  await page.getByText(`¥${((refund?.money ?? 0) / 100).toFixed(2)} + ${refund?.points}积分`).waitFor();
  await closeWithoutErrors(phone);
});

test("a low card balance is reported in advance, and the link to bind one leads back to the order", async () => {
  const { phone, customer } = await openCheckoutWith(0, 3_000);
  const { page } = phone;
  await page.getByText("余额 ¥30.00，还差 ¥8.00").waitFor();
  expect(await methodRadio(phone, "会员卡支付").isDisabled()).toBe(true);
  await page.getByText("可用0积分，满100才能用").waitFor();
  expect(await page.getByLabel("使用积分").isDisabled()).toBe(true);
  expect(await listOrders(environment, customer)).toEqual([]);
  await closeWithoutErrors(phone);
  const other = await openCheckoutWith(0, null);
  await other.phone.button("去绑定").click();
  await other.phone.page.waitForURL(/\/card$/);
  const { number, pin } = await issueCard(environment, admin, 5_000);
  await other.phone.page.getByLabel("卡号").fill(number.replace(/(\d{4})/g, "$1 "));
  await other.phone.page.getByLabel("密码").fill(pin);
  await other.phone.button("绑定").click();
  await other.phone.page.getByText("¥50.00").first().waitFor();
  await other.phone.page.goBack();
  await methodRadio(other.phone, "会员卡支付").check();
  await closeWithoutErrors(other.phone);
});

test("a payment abandoned at the cashier is made by another method from the order, and once", async () => {
  const { phone, customer } = await openCheckoutWith(1_000, 10_000);
  const { page } = phone;
  await phone.button(/^提交订单/).click();
  await page.waitForURL(/\/pay\/cashier/);
  await phone.button("取消支付").click();
  await page.getByText("待付款").first().waitFor();
  await page.getByLabel("使用积分").check();
  await methodRadio(phone, "会员卡支付").check();
  await phone.button("去支付").click();
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  const [order] = await listOrders(environment, customer);
  expect(order).toMatchObject({ paid_fen: "2800" });
  expect(await requestAs(environment, customer.token, "GET", "card")).toMatchObject({ balance: 7_200 });
  await closeWithoutErrors(phone);
});

test("a card payment whose response was lost is charged once, and the order shows it", async () => {
  const { phone, customer } = await openCheckoutWith(0, 10_000);
  const { page } = phone;
  let isLost = true;
  await page.route("**/api/v1/order/pay", async (route) => {
    if (!isLost) return route.continue();
    isLost = false;
    await route.fetch();
    await route.abort();
  });
  await methodRadio(phone, "会员卡支付").check();
  await phone.button(/^提交订单/).click();
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  expect(await requestAs(environment, customer.token, "GET", "card")).toMatchObject({ balance: 6_200 });
  await closeWithoutErrors(phone);
});
