import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accountEndpoints } from "#contract/account/endpoints.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { bindPhone, createPhoneCustomer, proveOldPhone } from "../support/api/accountMerge.ts";
import { Client } from "../support/api/Client.ts";
import { createSession, setSmsBehaviour } from "../support/api/login.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { createPhone } from "../support/api/people.ts";
import { createAdmin, enrollSecondFactor, totpCode } from "../support/api/secondFactor.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createOpenid, exchangeCode, loginWechatCustomer, requestAuthCode } from "../support/api/wechat.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ settings: { ADMIN_SECOND_FACTOR: "required" } });
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

async function readMessages(phone: string): Promise<string[]> {
  const response = await fetch(`${app.sandbox.url}/sms?phone=${phone}`);
  return ((await response.json()) as { text: string }[]).map(({ text }) => text);
}

const getStatus = async (client: Client) => (await client.call(userEndpoints.info)).status;

describe("the old number of an account", () => {
  test("is told of the new one, masked", async () => {
    const customer = await createPhoneCustomer(app);
    await proveOldPhone(app, customer);
    const next = createPhone();
    await bindPhone(app, customer, next);
    const masked = `${next.phone.slice(0, 3)}****${next.phone.slice(-4)}`;
    await expect
      .poll(async () => (await readMessages(customer.phone.phone))[0])
      .toBe(`「食单」您的账号已更换手机号为 ${masked}。如非本人操作，请立即联系客服。`);
  });

  test("that cannot be reached holds up no change", async () => {
    const customer = await createPhoneCustomer(app);
    const agent = await createStaffClient(app, "agent");
    const body = { phone: createPhone().phone, reason: "手机丢失" };
    await setSmsBehaviour(app, "fail");
    const params = { userId: customer.userId };
    const { status } = await agent.call(staffChatEndpoints.changePhone, { params, body });
    await setSmsBehaviour(app, "ok");
    expect(status).toBe(200);
  });

  test("is changed by an admin with a second factor only with its code", async () => {
    const customer = await createPhoneCustomer(app);
    const { token, secret } = await enrollSecondFactor(app, await createAdmin(app));
    const admin = new Client(app.server, token);
    const params = { userId: customer.userId };
    const body = { phone: createPhone().phone, reason: "手机丢失" };
    const change = (code?: string) =>
      admin.call(staffChatEndpoints.changePhone, {
        params,
        body: code === undefined ? body : { ...body, code },
      });
    expect(await change()).toMatchObject({ status: 422, error: "rule_broken", data: { field: "code" } });
    expect(await change("000000")).toMatchObject({ status: 422, error: "rule_broken" });
    expect((await change(totpCode(app, secret, 1))).status).toBe(200);
  });
});

describe("WeChat", () => {
  test("is unbound from an account with a number, which ends the other sessions, and bound again", async () => {
    const customer = await createPhoneCustomer(app);
    const openid = createOpenid();
    const bind = async () =>
      await exchangeCode(app, await requestAuthCode(app, { user: openid }), { token: customer.token });
    await bind();
    const other = new Client(app.server, (await createSession(app, customer.phone)).token);
    expect((await customer.call(accountEndpoints.unbindWechat)).status).toBe(200);
    expect(await customer.data(userEndpoints.info)).toMatchObject({ has_wechat: false });
    expect([await getStatus(customer), await getStatus(other)]).toEqual([200, 401]);
    expect((await customer.call(accountEndpoints.unbindWechat)).status).toBe(200);
    expect((await bind()).data.user).toMatchObject({ user_id: customer.userId, has_wechat: true });
  });

  test("stays with an account that has no other login", async () => {
    const customer = await loginWechatCustomer(app);
    expect(await customer.call(accountEndpoints.unbindWechat)).toMatchObject({
      status: 422,
      error: "rule_broken",
      msg: "请先绑定手机号，否则解绑后无法登录",
    });
    expect(await customer.data(userEndpoints.info)).toMatchObject({ has_wechat: true });
  });
});
