import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Phone } from "../../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";
import { type Customer, createCustomer, storageState } from "./customer.ts";
import { createStaffToken } from "./staff.ts";

const agentPhone = "13900000001";
export const consolePath = "/admin/customer-service";

/** Opens the staff console as a logged-in agent. */
export async function openConsole(environment: TestEnvironment, path = consolePath): Promise<Phone> {
  const service_token = await createStaffToken(environment, agentPhone);
  const storage = storageState(environment, { service_token });
  const screen = await environment.phone({ width: 1440, height: 900, storage });
  await screen.open(path);
  return screen;
}

/** Opens the phone of a logged-in customer. */
export async function openCustomerPhone(
  environment: TestEnvironment,
  { token }: Customer,
  path: string,
): Promise<Phone> {
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  await phone.open(path);
  return phone;
}

/** Creates a customer with a nickname. */
export async function createNamedCustomer(
  environment: TestEnvironment,
  name: string,
): Promise<Customer & { id: string }> {
  const customer = await createCustomer(environment);
  await environment.queryRows("update users set nickname = $2 where phone = $1", [customer.phone, name]);
  return { ...customer, id: `journey${customer.phone}` };
}

/** Inserts an earlier message of a customer. */
export async function sendAsCustomer(
  environment: TestEnvironment,
  customer: Customer,
  content: string,
): Promise<void> {
  const response = await fetch(`${environment.installation.url}/api/v1/chat/send`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${customer.token}` },
    body: JSON.stringify({ type: "text", content, client_key: randomUUID() }),
  });
  expect(response.status).toBe(200);
}

/** Returns the number in the title of the page, 0 without one. */
export async function readUnreadCount(screen: Phone): Promise<number> {
  return Number(/^\((\d+)\) 客服工作台/.exec(await screen.page.title())?.[1] ?? 0);
}

/** Closes the screens; throws when an error occurred that was not shown. */
export async function closeWithoutErrors(...screens: Phone[]): Promise<void> {
  for (const screen of screens) {
    expect(screen.unexpectedErrors).toEqual([]);
    await screen.close();
  }
}
