import { accountEndpoints } from "#contract/account/endpoints.ts";
import type { Client } from "./Client.ts";
import type { TestPhone } from "./login.ts";
import { readLatestCode } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** Time in which a deletion can be cancelled, with figures of its own: the server's are what is tested. */
export const deletionWaitMs = 7 * 86_400_000;

/** Requests a code for the deletion, and reads it from the phone. */
export async function requestDeletionCode(app: TestApp, customer: Client, phone: TestPhone): Promise<string> {
  await customer.data(accountEndpoints.sendDeletionCode, { ip: phone.ip });
  return await readLatestCode(app, phone.phone);
}

/** Requests the deletion of an account with a number. */
export async function requestDeletion(app: TestApp, customer: Client, phone: TestPhone) {
  const code = await requestDeletionCode(app, customer, phone);
  return await customer.call(accountEndpoints.requestDeletion, { body: { code }, ip: phone.ip });
}
