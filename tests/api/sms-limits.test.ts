import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { staffAuthEndpoints } from "#contract/staff/auth/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { countMessages, login, requestAndReadCode, requestCode } from "../support/api/login.ts";
import { createCustomer, createPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { loginWechatCustomer } from "../support/api/wechat.ts";

const minute = 60_000;
const hour = 60 * minute;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ settings: { SMS_NETWORK_HOURLY: "30", SMS_NETWORK_DAILY: "40" } });
});

beforeEach(() => app.clock.freeze());

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

function requestStaffCode(phone: string, ip: string) {
  return new Client(app.server).call(staffAuthEndpoints.sendCode, { body: { phone }, ip });
}

describe("codes for one network", () => {
  test("suffice for thirty customers behind a restaurant's Wi-Fi, all of whom log in", async () => {
    const { ip } = createPhone();
    for (let n = 0; n < 30; n++) {
      const phone = { phone: createPhone().phone, ip };
      expect((await login(app, phone, await requestAndReadCode(app, phone))).status).toBe(200);
    }
  });

  test("are limited by the configured counts per hour and per day", async () => {
    const { ip } = createPhone();
    const requestSms = () => requestCode(app, { phone: createPhone().phone, ip });
    for (const [max, passed] of [
      [30, 0],
      [10, hour],
    ] as const) {
      app.clock.advance(passed);
      for (let n = 0; n < max; n++) expect((await requestSms()).status).toBe(200);
      const refused = await requestSms();
      expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
      const wait = Number(refused.headers["retry-after"]);
      expect(wait).toBeGreaterThan(passed === 0 ? 3_500 : 80_000);
    }
  });

  test("are counted for all addresses of an IPv6 network together, in every notation", async () => {
    const inside = (n: number) => `2001:db8:1:2:${n.toString(16)}::${n + 1}`;
    for (let n = 0; n < 30; n++)
      expect((await requestCode(app, { phone: createPhone().phone, ip: inside(n) })).status).toBe(200);
    const refused = await requestCode(app, { phone: createPhone().phone, ip: "2001:0db8:0001:0002:ffff::9" });
    expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
    expect((await requestCode(app, { phone: createPhone().phone, ip: "2001:db8:1:3::1" })).status).toBe(200);
  });
});

describe("codes for one purpose", () => {
  test("do not use up those of another: staff, logins and new numbers are counted separately", async () => {
    const { phone } = createPhone();
    for (let n = 0; n < 5; n++) {
      expect((await requestStaffCode(phone, createPhone().ip)).status).toBe(200);
      app.clock.advance(minute);
    }
    expect((await requestStaffCode(phone, createPhone().ip)).status).toBe(429);
    for (let n = 0; n < 5; n++) {
      expect((await requestCode(app, { phone, ip: createPhone().ip })).status).toBe(200);
      app.clock.advance(minute);
    }
    expect((await requestCode(app, { phone, ip: createPhone().ip })).status).toBe(429);
    const customer = await createCustomer(app);
    expect(
      (await customer.call(userEndpoints.sendCode, { body: { phone }, ip: createPhone().ip })).status,
    ).toBe(200);
    expect(await countMessages(app, phone)).toBe(6);
  });

  test("of a customer prove a number for a login and for an account alike, and never for staff", async () => {
    const [customer, phone] = [await loginWechatCustomer(app), createPhone()];
    const code = await requestAndReadCode(app, phone);
    const staff = await new Client(app.server).call(staffAuthEndpoints.login, {
      body: { phone: phone.phone, code },
      ip: phone.ip,
    });
    expect(staff).toMatchObject({ status: 401, error: "bad_code" });
    const body = { phone: phone.phone, code };
    const bound = await customer.call(userEndpoints.updateInfo, { body, ip: phone.ip });
    expect(bound).toMatchObject({ status: 200, data: { user_id: customer.userId } });
    expect((await login(app, phone, code)).status).toBe(401);
  });
});
