import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Phone } from "../../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";
import { shrimpRice } from "./cart.ts";
import { type Customer, createToken } from "./customer.ts";

/** Creates a token for the member of staff with this number, as a login would. */
export async function createStaffToken(environment: TestEnvironment, number: string): Promise<string> {
  const [member] = await environment.queryRows<{ id: string }>("select id from staff where phone = $1", [
    number,
  ]);
  if (member === undefined) throw new Error(`no member of staff has ${number}`);
  return await createToken(environment, member.id, "staff");
}

/** Fills in the staff login, whose code is sent shortly after the response. */
export async function loginAsStaff(
  screen: Phone,
  environment: Pick<TestEnvironment, "readLatestCode">,
  number: string,
): Promise<void> {
  await screen.page.getByLabel("手机号").fill(number);
  await screen.requestCode();
  await expect.poll(() => environment.readLatestCode(number).catch(() => "")).toMatch(/^\d{6}$/);
  await screen.page.getByLabel("验证码", { exact: true }).fill(await environment.readLatestCode(number));
  await screen.button("登录").click();
  await screen.page.getByRole("navigation", { name: "工作台导航" }).waitFor();
}

/** Gives a new customer spendable points. */
export async function addPoints(
  environment: TestEnvironment,
  customer: Customer,
  points: number,
): Promise<void> {
  const userId = `journey${customer.phone}`;
  await environment.queryRows("insert into points_accounts (user_id, balance) values ($1, $2)", [
    userId,
    points,
  ]);
  await environment.queryRows(
    `insert into points_ledger (user_id, type, delta, balance_after, reference, available_at, created_at)
     values ($1, 'adjust', $2, $2, $3, now() - interval '1 minute', now() - interval '1 minute')`,
    [userId, points, randomUUID()],
  );
}

/** Advances an order as an admin. */
export async function advanceOrder(environment: TestEnvironment, orderId: string, to: string): Promise<void> {
  const [admin] = await environment.queryRows<{ id: string }>("select id from staff where role = 'admin'");
  const token = await createToken(environment, admin?.id ?? "", "staff");
  const response = await fetch(`${environment.installation.url}/api/v1/order/admin/advance`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ order_id: orderId, to }),
  });
  if (response.status !== 200) throw new Error(`${to} was refused: ${await response.text()}`);
}

/**
 * Creates an order by API and pays it at the provider: one takeaway dish, or the fields of `more`. Spends the
 * given number of points on it.
 */
export async function createPaidOrder(
  environment: TestEnvironment,
  customer: Customer,
  overrides: Record<string, unknown> = {},
  points = 0,
): Promise<{ id: string; pickupCode: string }> {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${environment.installation.url}/api/v1/order/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${customer.token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const reply = (await response.json()) as { data: T; msg: string };
    if (response.status !== 200) throw new Error(`${path}: ${reply.msg}`);
    return reply.data;
  };
  const orderForm = {
    order_type: "takeaway",
    restaurant_id: "SH001",
    items: [{ id: shrimpRice.id, quantity: 1 }],
    address_id: customer.addressId,
    ...overrides,
  };
  const { total_amount } = await call<{ total_amount: number }>("POST", "quote", orderForm);
  const { order_id } = await call<{ order_id: string }>("POST", "create", {
    ...orderForm,
    expected_total: total_amount,
    client_key: randomUUID(),
  });
  const { h5_url } = await call<{ h5_url: string }>("POST", "pay", { order_id, points_payment: points });
  await payAtCashier(h5_url);
  let code: string | null = null;
  await expect
    .poll(async () => {
      await call("GET", `pay/query?order_id=${order_id}`);
      code = (await call<{ pickup_code: string | null }>("GET", `detail?order_id=${order_id}`)).pickup_code;
      return code;
    })
    .not.toBeNull();
  return { id: order_id, pickupCode: code ?? "" };
}

/** Confirms the payment at the simulated cashier. */
async function payAtCashier(url: string): Promise<void> {
  const { origin, searchParams } = new URL(url);
  const response = await fetch(`${origin}/pay/cashier/${searchParams.get("prepay_id")}/pay`, {
    method: "POST",
    redirect: "manual",
  });
  if (response.status >= 400) throw new Error(`the cashier answered ${response.status}`);
}

/** Answers the yes-or-no question that a staff page shows. */
export async function answerQuestion(page: Page, isConfirmed = true): Promise<void> {
  const buttons = page.locator(".staff-question .ant-modal-footer button");
  await (isConfirmed ? buttons.last() : buttons.first()).click();
}

/** Chooses an option of a select on a staff page. */
export async function chooseOption(page: Page, select: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: select }).click();
  await page.locator(".ant-select-dropdown:visible").getByText(option, { exact: true }).click();
}
