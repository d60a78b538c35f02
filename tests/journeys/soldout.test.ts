import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { friedShrimp, shrimpRice } from "./support/cart.ts";
import { openCheckout } from "./support/checkout.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { createPaidOrder, createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

async function openBoard() {
  const service_token = await createStaffToken(environment, "13900000002");
  const screen = await environment.phone({
    width: 1440,
    height: 900,
    storage: storageState(environment, { service_token }),
  });
  await screen.open("/admin/orders");
  return screen;
}

test("the choice for sold-out dishes is made at checkout, saved for the visit and stored with the order", async () => {
  const { phone, customer } = await openCheckout(environment, [shrimpRice], { width: 320, height: 640 });
  const choice = (name: string) => phone.page.getByRole("radio", { name });
  expect(await choice("先联系我").isChecked()).toBe(true);
  await choice("去掉并退款").check();
  await phone.page.getByText("去掉缺货的商品，款项原路退回").waitFor();
  expect(await seriousFindings(phone.page)).toEqual([]);
  await phone.page.reload();
  await expect.poll(() => choice("去掉并退款").isChecked()).toBe(true);
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  await phone.button("提交订单").click();
  await phone.page.waitForURL(/\/pay\/cashier/);
  const rows = await environment.queryRows("select soldout_policy from orders where user_id = $1", [
    `journey${customer.phone}`,
  ]);
  expect(rows).toEqual([{ soldout_policy: "remove" }]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a restaurant reports a dish that it cannot make: the customer is asked, and the agreed refund is made", async () => {
  const customer = await createCustomer(environment);
  const items = [
    { id: shrimpRice.id, quantity: 1 },
    { id: friedShrimp.id, quantity: 1 },
  ];
  const order = await createPaidOrder(environment, customer, { items });
  const phone = await environment.phone({ storage: storageState(environment, { token: customer.token }) });
  await phone.open(`/order/${order.id}`);
  await phone.page.getByText("先联系我").waitFor();
  const screen = await openBoard();
  const card = screen.page.getByRole("article", { name: order.pickupCode });
  await card.getByText("缺货时：联系顾客").waitFor();
  const dialog = screen.page.getByRole("dialog");
  await card.getByRole("button", { name: `${order.pickupCode} 缺货` }).click();
  expect(await dialog.getByRole("button", { name: "提交" }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: `增加${friedShrimp.name}` }).click();
  expect(await seriousFindings(screen.page)).toEqual([]);
  await dialog.getByRole("button", { name: "提交" }).click();
  await card.getByText("缺 1 份，等顾客答复").waitFor();
  await phone.page.getByText("部分商品缺货").first().waitFor();
  await phone.button("联系客服选择").click();
  await phone.page.getByText(/黄金炸虾（三只）×1。请在这里回复我们/).waitFor();
  await card.getByRole("button", { name: `${order.pickupCode} 缺货` }).click();
  await dialog.getByRole("radio", { name: "顾客已同意去掉并退款" }).check();
  await dialog.getByRole("button", { name: "提交" }).click();
  await card.getByText("已退 1 份").waitFor();
  await phone.open(`/order/${order.id}`);
  await phone.page.getByText("已退1份").waitFor();
  await expect
    .poll(() => environment.queryRows("select money_fen::int from refunds where order_id = $1", [order.id]))
    .toEqual([{ money_fen: friedShrimp.priceFen }]);
  expect([...screen.unexpectedErrors, ...phone.unexpectedErrors]).toEqual([]);
  await screen.close();
  await phone.close();
});
