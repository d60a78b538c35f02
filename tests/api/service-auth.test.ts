import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staffAuthEndpoints } from "#contract/staff/auth/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { createCustomer, createPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const agent = "13900000001";
const minute = 60_000;
const hour = 60 * minute;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  // The clock only advances in this file: a code created in the future would block the next one.
  app.clock.freeze();
});

afterAll(async () => {
  await app.close();
});

/** Lists the codes sent to a phone, newest first. */
async function listMessages(phone: string): Promise<{ code: string }[]> {
  const response = await fetch(`${app.sandbox.url}/sms?phone=${phone}`);
  return (await response.json()) as { code: string }[];
}

/** Requests a code and waits for the message, which is sent after the response. */
async function requestStaffCode(phone: string): Promise<string> {
  app.clock.advance(hour + minute);
  const before = (await listMessages(phone)).length;
  await new Client(app.server).data(staffAuthEndpoints.sendCode, { body: { phone } });
  await expect.poll(async () => (await listMessages(phone)).length).toBeGreaterThan(before);
  return (await listMessages(phone))[0]!.code;
}

function loginStaff(phone: string, code: string) {
  return new Client(app.server).call(staffAuthEndpoints.login, { body: { phone, code } });
}

async function createLoggedInStaff(phone: string): Promise<Client> {
  const response = await new Client(app.server).data(staffAuthEndpoints.login, {
    body: { phone, code: await requestStaffCode(phone) },
  });
  return new Client(app.server, response.token);
}

describe("the staff login", () => {
  test("accepts a listed member of staff, returns the member, and logs it", async () => {
    const code = await requestStaffCode(agent);
    const { token, staff } = await new Client(app.server).data(staffAuthEndpoints.login, {
      body: { phone: ` +86 ${agent} `, code },
    });
    expect(staff).toMatchObject({ name: "林晓", role: "agent", restaurant_id: null, restaurants: [] });
    expect(await new Client(app.server, token).data(staffAuthEndpoints.info)).toEqual(staff);
    const rows = await app.sql("select 1 from audit_log where action = 'staff.login' and actor = $1", [
      staff.staff_id,
    ]);
    expect(rows.length).toBeGreaterThan(0);
  });

  test("returns the restaurant of a restaurant's member", async () => {
    const client = await createLoggedInStaff("13900000002");
    expect(await client.data(staffAuthEndpoints.info)).toMatchObject({
      role: "store",
      restaurant_id: "SH001",
      restaurants: [{ restaurant_id: "SH001", name: "食单·徐家汇店" }],
    });
  });

  test("responds the same to an unlisted number, and sends nothing", async () => {
    const stranger = createPhone();
    const listed = createPhone();
    await app.sql("update staff set phone = $1 where phone = '13900000003'", [listed.phone]);
    const requestCode = async ({ phone, ip }: { phone: string; ip: string }) => {
      const input = { body: { phone }, ip };
      const { status, code, msg, data } = await new Client(app.server).call(
        staffAuthEndpoints.sendCode,
        input,
      );
      return { status, code, msg, data };
    };
    const [toListed, toStranger] = [await requestCode(listed), await requestCode(stranger)];
    expect(toStranger).toEqual(toListed);
    await expect.poll(() => listMessages(listed.phone)).toHaveLength(1);
    expect(await listMessages(stranger.phone)).toHaveLength(0);
    // The limits are the same too.
    expect((await requestCode(stranger)).status).toBe(429);
    expect((await requestCode(listed)).status).toBe(429);
    expect(await loginStaff(stranger.phone, "123456")).toMatchObject({ status: 401, error: "bad_code" });
  });

  test("refuses wrong, used and expired codes, and codes of the customers' login", async () => {
    const code = await requestStaffCode(agent);
    const wrong = code === "000000" ? "111111" : "000000";
    expect(await loginStaff(agent, wrong)).toMatchObject({ status: 401, error: "bad_code" });
    expect((await loginStaff(agent, code)).status).toBe(200);
    expect(await loginStaff(agent, code)).toMatchObject({ status: 401, error: "bad_code" });
    const old = await requestStaffCode(agent);
    app.clock.advance(5 * minute + 1000);
    expect(await loginStaff(agent, old)).toMatchObject({ status: 401, error: "bad_code" });
    app.clock.advance(hour);
    await new Client(app.server).data(userEndpoints.sendCode, { body: { phone: agent } });
    const [{ code: customers }] = (await listMessages(agent)) as [{ code: string }];
    expect(await loginStaff(agent, customers)).toMatchObject({ status: 401, error: "bad_code" });
  });

  test("an invalid number is reported before anything is sent", async () => {
    const response = await new Client(app.server).call(staffAuthEndpoints.sendCode, {
      body: { phone: "12" },
    });
    expect(response).toMatchObject({ status: 400, error: "validation" });
  });
});

describe("a staff session", () => {
  test("ends with the logout, and when the member is switched off", async () => {
    const client = await createLoggedInStaff("13900000002");
    await client.data(staffAuthEndpoints.logout);
    expect((await client.call(staffAuthEndpoints.info)).status).toBe(401);
    const other = await createLoggedInStaff("13900000002");
    await app.sql("update staff set disabled_at = now() where phone = '13900000002'");
    expect((await other.call(staffAuthEndpoints.info)).status).toBe(401);
    await app.sql("update staff set disabled_at = null where phone = '13900000002'");
  });

  test("ends after two idle hours and after twelve hours at most", async () => {
    const idle = await createLoggedInStaff(agent);
    app.clock.advance(2 * hour + 1000);
    expect((await idle.call(staffAuthEndpoints.info)).status).toBe(401);
    const busy = await createLoggedInStaff(agent);
    for (let hours = 1; hours <= 11; hours++) {
      app.clock.advance(hour);
      expect((await busy.call(staffAuthEndpoints.info)).status).toBe(200);
    }
    app.clock.advance(hour + 1000);
    expect((await busy.call(staffAuthEndpoints.info)).status).toBe(401);
  });

  test("is refused by customer endpoints, and a customer's session by staff endpoints", async () => {
    const client = await createLoggedInStaff(agent);
    expect((await client.call(userEndpoints.info)).status).toBe(401);
    const customer = await createCustomer(app);
    expect((await customer.call(staffAuthEndpoints.info)).status).toBe(401);
  });
});
