import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { serviceAuthEndpoints } from "#contract/service-auth/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { askCode, freshCode, logIn, messagesTo } from "../support/api/login.ts";
import { newCustomer, newPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { newWechatCustomer } from "../support/api/wechat.ts";

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

function askStaffCode(phone: string, ip: string) {
  return new Client(app.server).call(serviceAuthEndpoints.sendCode, { body: { phone }, ip });
}

describe("codes for one network", () => {
  test("are enough for thirty customers behind a shop's Wi-Fi, all of whom log in", async () => {
    const { ip } = newPhone();
    for (let n = 0; n < 30; n++) {
      const phone = { phone: newPhone().phone, ip };
      expect((await logIn(app, phone, await freshCode(app, phone))).status).toBe(200);
    }
  });

  test("end at the setting for an hour, and at the one for a day", async () => {
    const { ip } = newPhone();
    const ask = () => askCode(app, { phone: newPhone().phone, ip });
    for (const [most, passed] of [
      [30, 0],
      [10, hour],
    ] as const) {
      app.clock.pass(passed);
      for (let n = 0; n < most; n++) expect((await ask()).status).toBe(200);
      const refused = await ask();
      expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
      const wait = Number(refused.headers["retry-after"]);
      expect(wait).toBeGreaterThan(passed === 0 ? 3_500 : 80_000);
    }
  });

  test("are counted for all addresses of an IPv6 network together, however they are written", async () => {
    const inside = (n: number) => `2001:db8:1:2:${n.toString(16)}::${n + 1}`;
    for (let n = 0; n < 30; n++)
      expect((await askCode(app, { phone: newPhone().phone, ip: inside(n) })).status).toBe(200);
    const refused = await askCode(app, { phone: newPhone().phone, ip: "2001:0db8:0001:0002:ffff::9" });
    expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
    expect((await askCode(app, { phone: newPhone().phone, ip: "2001:db8:1:3::1" })).status).toBe(200);
  });
});

describe("codes for one purpose", () => {
  test("do not use up those of another: staff, logins and new numbers are counted apart", async () => {
    const { phone } = newPhone();
    for (let n = 0; n < 5; n++) {
      expect((await askStaffCode(phone, newPhone().ip)).status).toBe(200);
      app.clock.pass(minute);
    }
    expect((await askStaffCode(phone, newPhone().ip)).status).toBe(429);
    for (let n = 0; n < 5; n++) {
      expect((await askCode(app, { phone, ip: newPhone().ip })).status).toBe(200);
      app.clock.pass(minute);
    }
    expect((await askCode(app, { phone, ip: newPhone().ip })).status).toBe(429);
    const customer = await newCustomer(app);
    expect((await customer.call(userEndpoints.sendCode, { body: { phone }, ip: newPhone().ip })).status).toBe(
      200,
    );
    expect(await messagesTo(app, phone)).toBe(6);
  });

  test("of a customer prove a number for a login and for an account alike, and never for staff", async () => {
    const [customer, phone] = [await newWechatCustomer(app), newPhone()];
    const code = await freshCode(app, phone);
    const staff = await new Client(app.server).call(serviceAuthEndpoints.login, {
      body: { phone: phone.phone, code },
      ip: phone.ip,
    });
    expect(staff).toMatchObject({ status: 401, error: "bad_code" });
    const body = { phone: phone.phone, code };
    const bound = await customer.call(userEndpoints.updateInfo, { body, ip: phone.ip });
    expect(bound).toMatchObject({ status: 200, data: { user_id: customer.userId } });
    expect((await logIn(app, phone, code)).status).toBe(401);
  });
});
