import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCustomer } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Opens the login by a button of a page that was opened after /takeaway, as a visitor. */
async function openLogin(path: string, button: string): Promise<Phone> {
  const phone = await environment.phone();
  await phone.open("/takeaway");
  await phone.open(path);
  await phone.button(button).first().click();
  await phone.page.waitForURL(/\/login\?/);
  return phone;
}

test.each([
  ["/orders", "去登录"],
  ["/profile", "登录"],
  ["/order/someorder", "去登录"],
  ["/restaurant-select", "收藏"],
])("Back after a login from %s is one press to the page before it", async (path, button) => {
  const { phone: number } = await createCustomer(environment);
  const phone = await openLogin(path, button);
  await phone.login(number);
  expect(phone.path).toBe(path);
  await phone.waitUntilIdle();
  await phone.page.goBack();
  await phone.page.waitForURL(`${phone.url}/takeaway`);
  await phone.close();
});

test("a visitor who goes back from the login is on the page it was opened from", async () => {
  const phone = await openLogin("/orders", "去登录");
  await phone.page.goBack();
  await phone.page.waitForURL(`${phone.url}/orders`);
  await phone.button("去登录").waitFor();
  await phone.close();
});
