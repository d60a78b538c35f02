import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { userEndpoints } from "#contract/user/endpoints.ts";
import {
  bindPhone,
  createPhoneCustomer,
  getAccount,
  getProfile,
  proveOldPhone,
} from "../support/api/accountMerge.ts";
import { createSession, login, requestAndReadCode, requestCode } from "../support/api/login.ts";
import { createPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createBoundCard } from "../support/api/wallet.ts";
import { createOpenid, exchangeCode, loginWechatCustomer, requestAuthCode } from "../support/api/wechat.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

describe("binding an unused number", () => {
  test("adds it to the account, and both logins then work", async () => {
    const customer = await loginWechatCustomer(app);
    const phone = createPhone();
    const { data } = await bindPhone(app, customer, phone);
    expect(data).toMatchObject({ user_id: customer.userId, has_wechat: true });
    expect(data.phone).toBe(`${phone.phone.slice(0, 3)}****${phone.phone.slice(-4)}`);
    app.clock.advance(61_000);
    expect((await createSession(app, phone)).user).toEqual(data);
    const again = await exchangeCode(app, await requestAuthCode(app, { user: customer.openid }));
    expect(again.data.user).toEqual(data);
  });

  test("needs the right code for this very number, and both fields", async () => {
    const customer = await loginWechatCustomer(app);
    const [mine, other] = [createPhone(), createPhone()];
    const code = await requestAndReadCode(app, mine);
    await requestCode(app, other);
    const change = (body: object) => customer.call(userEndpoints.updateInfo, { body, ip: mine.ip });
    expect(await change({ phone: other.phone, code })).toMatchObject({ status: 401, error: "bad_code" });
    expect(await change({ phone: mine.phone })).toMatchObject({ status: 400 });
    expect(await change({ code })).toMatchObject({ status: 400 });
    expect((await getProfile(customer)).phone).toBeNull();
    expect((await change({ phone: mine.phone, code, nickname: "新名字" })).data.nickname).toBe("新名字");
    expect(await change({ phone: mine.phone, code })).toMatchObject({ status: 401, error: "bad_code" });
  });

  test("concurrently with one code works for the first of two only", async () => {
    const phone = createPhone();
    const [a, b] = [await loginWechatCustomer(app), await loginWechatCustomer(app)];
    const code = await requestAndReadCode(app, phone);
    const bindRequest = { body: { phone: phone.phone, code }, ip: phone.ip };
    const responses = await Promise.all([
      a.call(userEndpoints.updateInfo, bindRequest),
      b.call(userEndpoints.updateInfo, bindRequest),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe("two accounts are not merged", () => {
  test("when both have a WeChat user", async () => {
    const old = await createPhoneCustomer(app);
    await exchangeCode(app, await requestAuthCode(app, { user: createOpenid() }), { token: old.token });
    const fresh = await loginWechatCustomer(app);
    const response = await bindPhone(app, fresh, old.phone);
    expect(response).toMatchObject({ status: 409, error: "conflict" });
    expect(response.msg).toContain("已绑定其他微信");
    expect((await getProfile(fresh)).user_id).toBe(fresh.userId);
    expect((await getAccount(app, fresh.userId)).openid).toBe(fresh.openid);
  });

  test("when both have a number, or both a card, or the other one is closed", async () => {
    const [one, two] = [await createPhoneCustomer(app), await createPhoneCustomer(app)];
    await proveOldPhone(app, one);
    expect(await bindPhone(app, one, two.phone)).toMatchObject({ status: 409, error: "conflict" });
    const fresh = await loginWechatCustomer(app);
    for (const { userId } of [two, fresh]) await createBoundCard(app, userId, 500);
    app.clock.advance(61_000);
    expect(await bindPhone(app, fresh, two.phone)).toMatchObject({ status: 409, error: "conflict" });
    await app.sql("update users set disabled_at = now() where id = $1", [one.userId]);
    expect(await bindPhone(app, fresh, one.phone)).toMatchObject({ status: 403, error: "forbidden" });
    expect((await getProfile(fresh)).user_id).toBe(fresh.userId);
  });

  test("when only a wrong code was typed", async () => {
    const old = await createPhoneCustomer(app);
    const fresh = await loginWechatCustomer(app);
    await requestCode(app, old.phone);
    const body = { phone: old.phone.phone, code: "000000x" };
    expect(await fresh.call(userEndpoints.updateInfo, { body })).toMatchObject({ status: 401 });
    expect((await getProfile(fresh)).user_id).toBe(fresh.userId);
    expect((await login(app, old.phone, "000000x")).status).toBe(401);
  });
});
