import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { closeWithoutErrors } from "./support/console.ts";
import { type Customer, createCustomer, createToken, storageState } from "./support/customer.ts";
import { customerPopups, openPopupPage } from "./support/customerPopups.ts";
import { button, expectClosable } from "./support/popups.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let customer: Customer;

beforeAll(async () => {
  environment = await startEnvironment();
  customer = await createCustomer(environment);
});

afterAll(async () => {
  await environment.close();
});

test.each(customerPopups)(
  "a customer opens and leaves the popup by keyboard and by Back: %s",
  async (_, popup) => {
    const phone = await openPopupPage({ environment, customer }, popup);
    await expectClosable(phone, popup);
    await closeWithoutErrors(phone);
  },
);

test("the popup that binds a phone number, and the one that takes an invite code, are left likewise", async () => {
  const id = `popups${randomUUID().slice(0, 8)}`;
  await environment.queryRows(
    "insert into users (id, nickname, invite_code, created_at) values ($1, '小明', $1, now())",
    [id],
  );
  const storage = storageState(environment, { token: await createToken(environment, id) });
  const phone = await environment.phone({ storage });
  await phone.open("/profile");
  await expectClosable(phone, { opener: button("绑定手机号"), name: "绑定手机号" });
  await phone.open("/invite");
  await expectClosable(phone, { opener: button("填写好友的邀请码"), name: "填写邀请码" });
  await closeWithoutErrors(phone);
});
