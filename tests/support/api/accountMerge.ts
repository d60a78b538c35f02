import { addressEndpoints } from "#contract/address/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { Client } from "./Client.ts";
import { createSession, requestAndReadCode, type TestPhone } from "./login.ts";
import { createPhone, homeAddressForm, readLatestCode } from "./people.ts";
import type { TestApp } from "./testApp.ts";
import { loginWechatCustomer } from "./wechat.ts";

/** Binds a number with a fresh code. */
export async function bindPhone(app: TestApp, customer: Client, phone: TestPhone) {
  const body = { phone: phone.phone, code: await requestAndReadCode(app, phone) };
  return await customer.call(userEndpoints.updateInfo, { body, ip: phone.ip });
}

/** Creates a customer by text message, dated a minute ago so that the number can get its next code. */
export async function createPhoneCustomer(app: TestApp, invite_code?: string) {
  const phone = createPhone();
  const session = await createSession(app, phone, invite_code === undefined ? {} : { invite_code });
  app.clock.advance(61_000);
  const userId = session.user.user_id;
  return Object.assign(new Client(app.server, session.token), { phone, userId, user: session.user });
}

/** Requests the code sent to an account's current number, which is about to be changed. */
export async function requestOldPhoneCode(
  app: TestApp,
  customer: Client & { phone: TestPhone },
): Promise<string> {
  await customer.data(userEndpoints.sendOldPhoneCode, { ip: customer.phone.ip });
  return await readLatestCode(app, customer.phone.phone);
}

/** Verifies an account's current number, so that it may be changed. */
export async function proveOldPhone(app: TestApp, customer: Client & { phone: TestPhone }): Promise<void> {
  const body = { code: await requestOldPhoneCode(app, customer) };
  await customer.data(userEndpoints.proveOldPhone, { body, ip: customer.phone.ip });
}

/** Creates a customer by WeChat with a delivery address. */
export async function createWechatCustomer(app: TestApp) {
  const customer = await loginWechatCustomer(app);
  const { id: addressId } = await customer.data(addressEndpoints.add, { body: homeAddressForm });
  return Object.assign(customer, { addressId });
}

/** Reads an account's row. */
export async function getAccount(app: TestApp, userId: string): Promise<Record<string, unknown>> {
  return (await app.sql("select * from users where id = $1", [userId]))[0]!;
}

/** Returns a customer's own profile. */
export function getProfile(customer: Client) {
  return customer.data(userEndpoints.info);
}
