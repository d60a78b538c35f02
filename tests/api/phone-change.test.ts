import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import { userEndpoints as endpoints } from "#contract/user/endpoints.ts";
import {
  bindPhone,
  createPhoneCustomer,
  getAccount,
  getProfile,
  proveOldPhone,
  requestOldPhoneCode,
} from "../support/api/accountMerge.ts";
import { Client } from "../support/api/Client.ts";
import { createSession, differentCode, requestAndReadCode, type TestPhone } from "../support/api/login.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { createPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { loginWechatCustomer } from "../support/api/wechat.ts";

const minute = 60_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

/** Opens a second session of a customer, as on another device. */
async function loginElsewhere(phone: TestPhone): Promise<Client> {
  app.clock.advance(minute + 1_000);
  return new Client(app.server, (await createSession(app, phone)).token);
}

const getStatus = async (client: Client) => (await client.call(endpoints.info)).status;

describe("changing the number of an account", () => {
  test("is refused without a proof of the old one, and the code stays valid", async () => {
    const customer = await createPhoneCustomer(app);
    const next = createPhone();
    const { ip } = next;
    const body = { phone: next.phone, code: await requestAndReadCode(app, next) };
    expect(await customer.call(endpoints.updateInfo, { body, ip })).toMatchObject({
      status: 422,
      error: "old_phone_required",
      msg: "为了账号安全，请先验证原手机号",
    });
    expect((await getAccount(app, customer.userId)).phone).toBe(customer.phone.phone);
    await proveOldPhone(app, customer);
    expect((await customer.call(endpoints.updateInfo, { body, ip })).status).toBe(200);
    expect((await getAccount(app, customer.userId)).phone).toBe(next.phone);
  });

  test("ends every other session, and keeps this one", async () => {
    const customer = await createPhoneCustomer(app);
    const other = await loginElsewhere(customer.phone);
    await proveOldPhone(app, customer);
    expect((await bindPhone(app, customer, createPhone())).status).toBe(200);
    expect([await getStatus(customer), await getStatus(other)]).toEqual([200, 401]);
  });

  test("is allowed once per proof", async () => {
    const customer = await createPhoneCustomer(app);
    await proveOldPhone(app, customer);
    const next = createPhone();
    expect((await bindPhone(app, customer, next)).status).toBe(200);
    expect((await bindPhone(app, customer, createPhone())).error).toBe("old_phone_required");
  });

  test("is allowed for ten minutes after the proof", async () => {
    const customer = await createPhoneCustomer(app);
    app.clock.freeze();
    const code = await requestOldPhoneCode(app, customer);
    const { ip } = customer.phone;
    expect(await customer.data(endpoints.proveOldPhone, { body: { code }, ip })).toEqual({ expires_in: 600 });
    app.clock.advance(10 * minute);
    expect((await bindPhone(app, customer, createPhone())).error).toBe("old_phone_required");
  });

  test("is allowed only in the session that proved the old one", async () => {
    const customer = await createPhoneCustomer(app);
    const other = await loginElsewhere(customer.phone);
    await proveOldPhone(app, customer);
    expect((await bindPhone(app, other, createPhone())).error).toBe("old_phone_required");
  });

  test("is not proved by a wrong code, a used code, or a login code", async () => {
    const customer = await createPhoneCustomer(app);
    const code = await requestOldPhoneCode(app, customer);
    const { ip } = customer.phone;
    const tryWith = (text: string) => customer.call(endpoints.proveOldPhone, { body: { code: text }, ip });
    expect(await tryWith(differentCode(code))).toMatchObject({ status: 401, error: "bad_code" });
    expect((await tryWith(code)).status).toBe(200);
    expect((await tryWith(code)).error).toBe("bad_code");
    app.clock.advance(6 * minute);
    expect((await tryWith(await requestAndReadCode(app, customer.phone))).error).toBe("bad_code");
  });

  test("does not log in with the code for the old number", async () => {
    const customer = await createPhoneCustomer(app);
    const body = {
      phone: customer.phone.phone,
      code: await requestOldPhoneCode(app, customer),
      loginType: "sms" as const,
    };
    const { ip } = customer.phone;
    expect((await new Client(app.server).call(endpoints.login, { body, ip })).error).toBe("bad_code");
  });

  test("to the same number needs no proof, and changes nothing", async () => {
    const customer = await createPhoneCustomer(app);
    const other = await loginElsewhere(customer.phone);
    app.clock.advance(minute + 1_000);
    expect((await bindPhone(app, customer, customer.phone)).status).toBe(200);
    expect(await getStatus(other)).toBe(200);
  });

  test("to two numbers concurrently sets one of them", async () => {
    const customer = await createPhoneCustomer(app);
    await proveOldPhone(app, customer);
    const requests = await Promise.all(
      [createPhone(), createPhone()].map(async (to) => ({
        body: { phone: to.phone, code: await requestAndReadCode(app, to) },
        ip: to.ip,
      })),
    );
    const responses = await Promise.all(
      requests.map((orderForm) => customer.call(endpoints.updateInfo, orderForm)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const won = requests[responses.findIndex(({ status }) => status === 200)];
    expect((await getAccount(app, customer.userId)).phone).toBe(won?.body.phone);
  });
});

describe("the first number of a WeChat customer", () => {
  test("needs no old number and ends no session", async () => {
    const customer = await loginWechatCustomer(app);
    expect((await bindPhone(app, customer, createPhone())).status).toBe(200);
    expect(await getStatus(customer)).toBe(200);
  });

  test("has no old number to prove", async () => {
    const customer = await loginWechatCustomer(app);
    expect(await customer.call(endpoints.sendOldPhoneCode)).toMatchObject({
      status: 422,
      error: "rule_broken",
    });
    expect(await customer.call(endpoints.proveOldPhone, { body: { code: "123456" } })).toMatchObject({
      status: 422,
      error: "rule_broken",
    });
  });
});

describe("a customer who has lost the number", () => {
  const change = async (role: "agent" | "store" | "admin", userId: string, body: object) => {
    const member = await createStaffClient(app, role);
    const answer = await member.call(staffChatEndpoints.changePhone, { params: { userId }, body } as never);
    return { member, answer };
  };

  test("gets another from staff, with the reason in the log; every session ends", async () => {
    const customer = await createPhoneCustomer(app);
    const next = createPhone();
    const body = { phone: next.phone, reason: "手机丢失，已核对最近三笔订单" };
    const { member, answer } = await change("agent", customer.userId, body);
    const masked = `${next.phone.slice(0, 3)}****${next.phone.slice(-4)}`;
    expect(answer).toMatchObject({ status: 200, data: { phone: masked } });
    expect(await getStatus(customer)).toBe(401);
    expect((await createSession(app, next)).user.user_id).toBe(customer.userId);
    const auditEntries = await app.sql(
      "select detail from audit_log where actor = $1 and action = 'customer.phone' and target = $2",
      [member.id, customer.userId],
    );
    expect(auditEntries).toEqual([
      { detail: { reason: body.reason, from: customer.user.phone, to: masked } },
    ]);
    expect(
      (
        await new Client(app.server, member.token).call(staffChatEndpoints.changePhone, {
          params: { userId: customer.userId },
          body,
        })
      ).status,
    ).toBe(200);
    expect(
      await app.sql("select 1 from audit_log where action = 'customer.phone' and target = $1", [
        customer.userId,
      ]),
    ).toHaveLength(1);
  });

  test("is refused a number that has an account, and a change without a reason", async () => {
    const [customer, other] = [await createPhoneCustomer(app), await createPhoneCustomer(app)];
    const taken = await change("admin", customer.userId, { phone: other.phone.phone, reason: "换号" });
    expect(taken.answer).toMatchObject({ status: 409, error: "conflict" });
    for (const reason of ["", "  "]) {
      const { answer } = await change("admin", customer.userId, { phone: createPhone().phone, reason });
      expect(answer).toMatchObject({ status: 400 });
    }
    expect((await getProfile(customer)).phone).toBe(customer.user.phone);
    expect(
      await app.sql("select 1 from audit_log where action = 'customer.phone' and target = $1", [
        customer.userId,
      ]),
    ).toEqual([]);
  });

  test("or never had one binds a number without staff", async () => {
    const customer = await loginWechatCustomer(app);
    const body = { phone: createPhone().phone, reason: "换号" };
    expect((await change("agent", customer.userId, body)).answer).toMatchObject({
      status: 422,
      error: "rule_broken",
    });
    expect((await change("agent", "nobody", body)).answer).toMatchObject({ status: 404 });
  });
});
