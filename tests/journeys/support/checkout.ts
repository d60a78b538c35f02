import { expect } from "vitest";
import type { Phone, PhoneOptions } from "../../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";
import { createCart, type Line, shrimpRice } from "./cart.ts";
import { type Customer, createCustomer, storageState } from "./customer.ts";

/** A customer at the priced checkout, ready to submit. */
export interface Checkout {
  phone: Phone;
  customer: Customer;
}

/** Opens the checkout, with a remark, for a new customer whose cart holds the lines. */
export async function openCheckout(
  environment: TestEnvironment,
  lines: readonly Line[] = [shrimpRice],
  options: PhoneOptions = {},
  prepare: (phone: Phone) => Promise<unknown> = async () => undefined,
): Promise<Checkout> {
  const customer = await createCustomer(environment);
  const storage = storageState(environment, { token: customer.token, takeawayCart: createCart(lines) });
  const phone = await environment.phone({ storage, ...options });
  await prepare(phone);
  await phone.open("/takeaway-menu");
  await phone.button("选好了").click();
  // The quote has arrived when the order can be submitted; later changes of a test are not in it.
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  await phone.page.getByLabel("备注").fill("放门口");
  return { phone, customer };
}

/** Lists the orders of a customer, oldest first. */
export async function listOrders(environment: TestEnvironment, customer: Customer) {
  return await environment.queryRows<{
    id: string;
    status: string;
    goods_fen: string;
    paid_fen: string;
    remark: string;
  }>(
    `select o.id, o.status, o.goods_fen, o.paid_fen, o.remark from orders o
       join users u on u.id = o.user_id where u.phone = $1 order by o.created_at`,
    [customer.phone],
  );
}
