import { addressEndpoints } from "#contract/address/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { Client } from "./Client.ts";
import { freshCode, type Phone, sessionOf } from "./login.ts";
import { homeForm, newPhone } from "./people.ts";
import type { TestApp } from "./testApp.ts";
import { newWechatCustomer } from "./wechat.ts";

/** Binds a number with a fresh code. */
export async function bindPhone(app: TestApp, customer: Client, phone: Phone) {
  const body = { phone: phone.phone, code: await freshCode(app, phone) };
  return await customer.call(userEndpoints.updateInfo, { body });
}

/** A customer by text message, a minute ago so that the number can get its next code. */
export async function phoneCustomer(app: TestApp, invite_code?: string) {
  const phone = newPhone();
  const session = await sessionOf(app, phone, invite_code === undefined ? {} : { invite_code });
  app.clock.pass(61_000);
  const userId = session.user.user_id;
  return Object.assign(new Client(app.server, session.token), { phone, userId, user: session.user });
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
