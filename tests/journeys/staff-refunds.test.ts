import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { setSandboxBehaviour } from "./support/sandbox.ts";
import { answerQuestion, createPaidOrder, createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Opens the staff app of a logged-in member. */
async function openStaffPage(number: string): Promise<{ screen: Phone; token: string }> {
  const token = await createStaffToken(environment, number);
  const storage = storageState(environment, { service_token: token });
  return { screen: await environment.phone({ width: 1440, height: 900, storage }), token };
}

/** Calls the API with a token. */
async function postAsStaff(token: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${environment.installation.url}/api/v1/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.text()).toBe(200);
}

/** Sets how the provider treats refunds from now on. */
async function setRefundBehaviour(refund: "success" | "refused"): Promise<void> {
  await setSandboxBehaviour(environment, "pay", { refund, refund_error: "NOT_ENOUGH", refund_delay_ms: 0 });
}

test("a refund that is refused is shown to the customer beside the order's status, and retried by staff", async () => {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer);
  const { screen, token } = await openStaffPage("13900000003");
  await screen.open("/admin/failed-refunds");
  await screen.page.getByText("没有需要处理的退款").waitFor();
  await setRefundBehaviour("refused");
  await postAsStaff(token, "order/refund", {
    order_id: order.id,
    refund_no: `journey-${order.id}`,
    type: "amount",
    amount: 500,
    reason_code: "少送一份",
  });
  const phone = await environment.phone({ storage: storageState(environment, { token: customer.token }) });
  await phone.open(`/order/${order.id}`);
  await phone.page.getByText("退款未成功，客服正在处理").first().waitFor();
  await phone.page.getByRole("heading", { level: 2, name: /^(已付款|已接单)$/ }).waitFor();
  await phone.page.getByText("退款未成功", { exact: true }).first().waitFor();
  await screen.page.getByText("商户可退款余额不足，请充值后重试").waitFor();
  expect(await seriousFindings(screen.page)).toEqual([]);
  await setRefundBehaviour("success");
  await screen.button(/^重试退款/).click();
  await screen.page.getByText("重新退款 ¥5.00？").waitFor();
  await answerQuestion(screen.page);
  await screen.page.getByText("没有需要处理的退款").waitFor();
  await phone.page.getByText("部分退款已原路退回").waitFor();
  await phone.page.getByRole("heading", { level: 2, name: /^(已付款|已接单)$/ }).waitFor();
  for (const one of [screen, phone]) {
    expect(one.unexpectedErrors).toEqual([]);
    await one.close();
  }
});

test("a refund that cannot be executed is marked as refunded by other means, with a note", async () => {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer);
  const { screen, token } = await openStaffPage("13900000001");
  await setRefundBehaviour("refused");
  await postAsStaff(token, "order/refund", {
    order_id: order.id,
    refund_no: `journey-${order.id}`,
    type: "full",
    reason_code: "少送一份",
  });
  await screen.open("/admin/failed-refunds");
  await screen.button(/^已用其他方式退回/).click();
  const dialog = screen.page.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "已用其他方式退回" }).isDisabled()).toBe(true);
  await dialog.getByLabel("退款方式说明").fill("微信转账，顾客已确认");
  await dialog.getByRole("button", { name: "已用其他方式退回" }).click();
  await screen.page.getByText("没有需要处理的退款").waitFor();
  const [row] = await environment.queryRows(
    "select refund_status, refunded_fen = paid_fen as whole from orders where id = $1",
    [order.id],
  );
  expect(row).toEqual({ refund_status: "refunded", whole: true });
  const phone = await environment.phone({ storage: storageState(environment, { token: customer.token }) });
  await phone.open(`/order/${order.id}`);
  await phone.page.getByText("已通过其他方式退回").first().waitFor();
  await setRefundBehaviour("success");
  for (const one of [screen, phone]) {
    expect(one.unexpectedErrors).toEqual([]);
    await one.close();
  }
});
