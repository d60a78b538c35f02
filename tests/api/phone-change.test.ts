import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { chatAdminEndpoints } from "#contract/chat-admin/endpoints.ts";
import { userEndpoints as calls } from "#contract/user/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { newMember } from "../support/api/kitchen.ts";
import { freshCode, otherThan, type Phone, sessionOf } from "../support/api/login.ts";
import {
  accountOf,
  bindPhone,
  infoOf,
  oldPhoneCode,
  phoneCustomer,
  proveOldPhone,
} from "../support/api/merging.ts";
import { newPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { newWechatCustomer } from "../support/api/wechat.ts";

const minute = 60_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

/** A second session of a customer, as on another device. */
async function elsewhere(phone: Phone): Promise<Client> {
  app.clock.pass(minute + 1_000);
  return new Client(app.server, (await sessionOf(app, phone)).token);
}

const statusOf = async (client: Client) => (await client.call(calls.info)).status;

describe("another number for an account that has one", () => {
  test("is refused without a proof of the old one, and its code is not used up", async () => {
    const customer = await phoneCustomer(app);
    const next = newPhone();
    const { ip } = next;
    const body = { phone: next.phone, code: await freshCode(app, next) };
    expect(await customer.call(calls.updateInfo, { body, ip })).toMatchObject({
      status: 422,
      error: "old_phone_required",
      msg: "为了账号安全，请先验证原手机号",
    });
    expect((await accountOf(app, customer.userId)).phone).toBe(customer.phone.phone);
    await proveOldPhone(app, customer);
    expect((await customer.call(calls.updateInfo, { body, ip })).status).toBe(200);
    expect((await accountOf(app, customer.userId)).phone).toBe(next.phone);
  });

  test("ends every other session, and this one goes on", async () => {
    const customer = await phoneCustomer(app);
    const other = await elsewhere(customer.phone);
    await proveOldPhone(app, customer);
    expect((await bindPhone(app, customer, newPhone())).status).toBe(200);
    expect([await statusOf(customer), await statusOf(other)]).toEqual([200, 401]);
  });

  test("is allowed once a proof", async () => {
    const customer = await phoneCustomer(app);
    await proveOldPhone(app, customer);
    const next = newPhone();
    expect((await bindPhone(app, customer, next)).status).toBe(200);
    expect((await bindPhone(app, customer, newPhone())).error).toBe("old_phone_required");
  });

  test("is allowed for ten minutes after the proof", async () => {
    const customer = await phoneCustomer(app);
    app.clock.freeze();
    const code = await oldPhoneCode(app, customer);
    const { ip } = customer.phone;
    expect(await customer.data(calls.proveOldPhone, { body: { code }, ip })).toEqual({ expires_in: 600 });
    app.clock.pass(10 * minute);
    expect((await bindPhone(app, customer, newPhone())).error).toBe("old_phone_required");
  });

  test("is allowed in the session that proved it alone", async () => {
    const customer = await phoneCustomer(app);
    const other = await elsewhere(customer.phone);
    await proveOldPhone(app, customer);
    expect((await bindPhone(app, other, newPhone())).error).toBe("old_phone_required");
  });

  test("is not proved by a wrong code, by one used already, or by one for logging in", async () => {
    const customer = await phoneCustomer(app);
    const code = await oldPhoneCode(app, customer);
    const { ip } = customer.phone;
    const tryWith = (text: string) => customer.call(calls.proveOldPhone, { body: { code: text }, ip });
    expect(await tryWith(otherThan(code))).toMatchObject({ status: 401, error: "bad_code" });
    expect((await tryWith(code)).status).toBe(200);
    expect((await tryWith(code)).error).toBe("bad_code");
    app.clock.pass(6 * minute);
    expect((await tryWith(await freshCode(app, customer.phone))).error).toBe("bad_code");
  });

  test("does not log in by the code for the old one", async () => {
    const customer = await phoneCustomer(app);
    const body = {
      phone: customer.phone.phone,
      code: await oldPhoneCode(app, customer),
      loginType: "sms" as const,
    };
    const { ip } = customer.phone;
    expect((await new Client(app.server).call(calls.login, { body, ip })).error).toBe("bad_code");
  });

  test("that is the one it has needs no proof, and changes nothing", async () => {
    const customer = await phoneCustomer(app);
    const other = await elsewhere(customer.phone);
    app.clock.pass(minute + 1_000);
    expect((await bindPhone(app, customer, customer.phone)).status).toBe(200);
    expect(await statusOf(other)).toBe(200);
  });

  test("that is changed to two at once becomes one of them", async () => {
    const customer = await phoneCustomer(app);
    await proveOldPhone(app, customer);
    const wishes = await Promise.all(
      [newPhone(), newPhone()].map(async (to) => ({
        body: { phone: to.phone, code: await freshCode(app, to) },
        ip: to.ip,
      })),
    );
    const answers = await Promise.all(wishes.map((wish) => customer.call(calls.updateInfo, wish)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const won = wishes[answers.findIndex(({ status }) => status === 200)];
    expect((await accountOf(app, customer.userId)).phone).toBe(won?.body.phone);
  });
});

describe("the first number of a WeChat customer", () => {
  test("needs no old one and ends no session", async () => {
    const customer = await newWechatCustomer(app);
    expect((await bindPhone(app, customer, newPhone())).status).toBe(200);
    expect(await statusOf(customer)).toBe(200);
  });

  test("cannot be proved, as there is none", async () => {
    const customer = await newWechatCustomer(app);
    expect(await customer.call(calls.sendOldPhoneCode)).toMatchObject({ status: 422, error: "rule_broken" });
    expect(await customer.call(calls.proveOldPhone, { body: { code: "123456" } })).toMatchObject({
      status: 422,
      error: "rule_broken",
    });
  });
});

describe("a customer who has lost the number", () => {
  const change = async (role: "agent" | "store" | "admin", userId: string, body: object) => {
    const member = await newMember(app, role);
    const answer = await member.call(chatAdminEndpoints.changePhone, { params: { userId }, body } as never);
    return { member, answer };
  };

  test("gets another from staff, with the reason in the log; every session ends", async () => {
    const customer = await phoneCustomer(app);
    const next = newPhone();
    const body = { phone: next.phone, reason: "手机丢失，已核对最近三笔订单" };
    const { member, answer } = await change("agent", customer.userId, body);
    const masked = `${next.phone.slice(0, 3)}****${next.phone.slice(-4)}`;
    expect(answer).toMatchObject({ status: 200, data: { phone: masked } });
    expect(await statusOf(customer)).toBe(401);
    expect((await sessionOf(app, next)).user.user_id).toBe(customer.userId);
    const trail = await app.sql(
      "select detail from audit_log where actor = $1 and action = 'customer.phone' and target = $2",
      [member.id, customer.userId],
    );
    expect(trail).toEqual([{ detail: { reason: body.reason, from: customer.user.phone, to: masked } }]);
    expect(
      (
        await new Client(app.server, member.token).call(chatAdminEndpoints.changePhone, {
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

  test("does not get a number that has an account, nor one without a reason", async () => {
    const [customer, other] = [await phoneCustomer(app), await phoneCustomer(app)];
    const taken = await change("admin", customer.userId, { phone: other.phone.phone, reason: "换号" });
    expect(taken.answer).toMatchObject({ status: 409, error: "conflict" });
    for (const reason of ["", "  "]) {
      const { answer } = await change("admin", customer.userId, { phone: newPhone().phone, reason });
      expect(answer).toMatchObject({ status: 400 });
    }
    expect((await infoOf(customer)).phone).toBe(customer.user.phone);
    expect(
      await app.sql("select 1 from audit_log where action = 'customer.phone' and target = $1", [
        customer.userId,
      ]),
    ).toEqual([]);
  });

  test("who never had one binds it without staff", async () => {
    const customer = await newWechatCustomer(app);
    const body = { phone: newPhone().phone, reason: "换号" };
    expect((await change("agent", customer.userId, body)).answer).toMatchObject({
      status: 422,
      error: "rule_broken",
    });
    expect((await change("agent", "nobody", body)).answer).toMatchObject({ status: 404 });
  });
});
