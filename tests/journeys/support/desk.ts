import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Phone } from "../../../scripts/lib/Phone.ts";
import type { Stage } from "../../../scripts/lib/stage.ts";
import { type Customer, newCustomer, remembering } from "./customer.ts";
import { newStaffToken } from "./staff.ts";

const agent = "13900000001";
export const consolePath = "/admin/customer-service";

/** A desk at which an agent is logged in. */
export async function openDesk(stage: Stage, path = consolePath): Promise<Phone> {
  const service_token = await newStaffToken(stage, agent);
  const storage = remembering(stage, { service_token });
  const screen = await stage.phone({ width: 1440, height: 900, storage });
  await screen.open(path);
  return screen;
}

/** The phone of a customer who is logged in. */
export async function openPhone(stage: Stage, { token }: Customer, path: string): Promise<Phone> {
  const phone = await stage.phone({ storage: remembering(stage, { token }) });
  await phone.open(path);
  return phone;
}

/** A customer with a name of their own. */
export async function newNamed(stage: Stage, name: string): Promise<Customer & { id: string }> {
  const customer = await newCustomer(stage);
  await stage.rows("update users set nickname = $2 where phone = $1", [customer.phone, name]);
  return { ...customer, id: `journey${customer.phone}` };
}

/** Something a customer wrote before. */
export async function hasWritten(stage: Stage, customer: Customer, content: string): Promise<void> {
  const response = await fetch(`${stage.installation.url}/api/v1/chat/send`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${customer.token}` },
    body: JSON.stringify({ type: "text", content, client_key: randomUUID() }),
  });
  expect(response.status).toBe(200);
}

/** The number in the title of the page, 0 without one. */
export async function unreadIn(screen: Phone): Promise<number> {
  return Number(/^\((\d+)\) 客服工作台/.exec(await screen.page.title())?.[1] ?? 0);
}

/** Puts them away; fails when something went wrong that nobody saw. */
export async function end(...screens: Phone[]): Promise<void> {
  for (const screen of screens) {
    expect(screen.complaints).toEqual([]);
    await screen.close();
  }
}
