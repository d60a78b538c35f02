import { addressEndpoints } from "#contract/address/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { Client } from "./Client.ts";
import { freshCode, type Phone, sessionOf } from "./login.ts";
import { codeFor, homeForm, newPhone } from "./people.ts";
import type { TestApp } from "./testApp.ts";
import { newWechatCustomer } from "./wechat.ts";

/** Binds a number with a fresh code. */
export async function bindPhone(app: TestApp, customer: Client, phone: Phone) {
  const body = { phone: phone.phone, code: await freshCode(app, phone) };
  return await customer.call(userEndpoints.updateInfo, { body, ip: phone.ip });
}

/** A customer by text message, a minute ago so that the number can get its next code. */
export async function phoneCustomer(app: TestApp, invite_code?: string) {
  const phone = newPhone();
  const session = await sessionOf(app, phone, invite_code === undefined ? {} : { invite_code });
  app.clock.pass(61_000);
  const userId = session.user.user_id;
  return Object.assign(new Client(app.server, session.token), { phone, userId, user: session.user });
}

/** The code that is sent to the number of an account, which is about to be changed. */
export async function oldPhoneCode(app: TestApp, customer: Client & { phone: Phone }): Promise<string> {
  await customer.data(userEndpoints.sendOldPhoneCode, { ip: customer.phone.ip });
  return await codeFor(app, customer.phone.phone);
}

/** Proves the number of an account, so that it may be changed. */
export async function proveOldPhone(app: TestApp, customer: Client & { phone: Phone }): Promise<void> {
  const body = { code: await oldPhoneCode(app, customer) };
  await customer.data(userEndpoints.proveOldPhone, { body, ip: customer.phone.ip });
}

/** A customer by WeChat with an address to order to. */
export async function wechatCustomer(app: TestApp) {
  const customer = await newWechatCustomer(app);
  const { id: addressId } = await customer.data(addressEndpoints.add, { body: homeForm });
  return Object.assign(customer, { addressId });
}

/** An account's row. */
export async function accountOf(app: TestApp, userId: string): Promise<Record<string, unknown>> {
  return (await app.sql("select * from users where id = $1", [userId]))[0]!;
}

/** What a customer sees of the own account. */
export function infoOf(customer: Client) {
  return customer.data(userEndpoints.info);
}
