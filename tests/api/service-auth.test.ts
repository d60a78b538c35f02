import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serviceAuthEndpoints } from "#contract/service-auth/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { newCustomer, newPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const agent = "13900000001";
const minute = 60_000;
const hour = 60 * minute;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  // Time only goes on in this file: a code of the future would stand in the way of the next one.
  app.clock.freeze();
});

afterAll(async () => {
  await app.close();
});

/** The codes that reached a phone, newest first. */
async function messagesTo(phone: string): Promise<{ code: string }[]> {
  const response = await fetch(`${app.sandbox.url}/sms?phone=${phone}`);
  return (await response.json()) as { code: string }[];
}

/** Asks for a code and waits for the message, which leaves after the answer. */
async function staffCode(phone: string): Promise<string> {
  app.clock.pass(hour + minute);
  const before = (await messagesTo(phone)).length;
  await new Client(app.server).data(serviceAuthEndpoints.sendCode, { body: { phone } });
  await expect.poll(async () => (await messagesTo(phone)).length).toBeGreaterThan(before);
  return (await messagesTo(phone))[0]!.code;
}

function logIn(phone: string, code: string) {
  return new Client(app.server).call(serviceAuthEndpoints.login, { body: { phone, code } });
}

async function staffClient(phone: string): Promise<Client> {
  const answer = await new Client(app.server).data(serviceAuthEndpoints.login, {
    body: { phone, code: await staffCode(phone) },
  });
  return new Client(app.server, answer.token);
}

describe("the staff login", () => {
  test("lets somebody of the list in, tells who that is, and writes it down", async () => {
    const code = await staffCode(agent);
    const { token, staff } = await new Client(app.server).data(serviceAuthEndpoints.login, {
      body: { phone: ` +86 ${agent} `, code },
    });
    expect(staff).toMatchObject({ name: "林晓", role: "agent", restaurant_id: null });
    expect(await new Client(app.server, token).data(serviceAuthEndpoints.info)).toEqual(staff);
    const rows = await app.sql("select 1 from audit_log where action = 'staff.login' and actor = $1", [
      staff.staff_id,
    ]);
    expect(rows.length).toBeGreaterThan(0);
  });

  test("tells a store's member which store is theirs", async () => {
    const client = await staffClient("13900000002");
    expect(await client.data(serviceAuthEndpoints.info)).toMatchObject({
      role: "store",
      restaurant_id: "SH001",
    });
  });

  test("A4: answers a number that is not on the list the same, and sends nothing", async () => {
    const stranger = newPhone();
    const listed = newPhone();
    await app.sql("update staff set phone = $1 where phone = '13900000003'", [listed.phone]);
    const ask = async ({ phone, ip }: { phone: string; ip: string }) => {
      const input = { body: { phone }, ip };
      const { status, code, msg, data } = await new Client(app.server).call(
        serviceAuthEndpoints.sendCode,
        input,
      );
      return { status, code, msg, data };
    };
    const [toListed, toStranger] = [await ask(listed), await ask(stranger)];
    expect(toStranger).toEqual(toListed);
    await expect.poll(() => messagesTo(listed.phone)).toHaveLength(1);
    expect(await messagesTo(stranger.phone)).toHaveLength(0);
    // The limits are the same too.
    expect((await ask(stranger)).status).toBe(429);
    expect((await ask(listed)).status).toBe(429);
    expect(await logIn(stranger.phone, "123456")).toMatchObject({ status: 401, error: "bad_code" });
  });

  test("A2: refuses wrong, used and old codes, and codes of the customers' login", async () => {
    const code = await staffCode(agent);
    const wrong = code === "000000" ? "111111" : "000000";
    expect(await logIn(agent, wrong)).toMatchObject({ status: 401, error: "bad_code" });
    expect((await logIn(agent, code)).status).toBe(200);
    expect(await logIn(agent, code)).toMatchObject({ status: 401, error: "bad_code" });
    const old = await staffCode(agent);
    app.clock.pass(5 * minute + 1000);
    expect(await logIn(agent, old)).toMatchObject({ status: 401, error: "bad_code" });
    app.clock.pass(hour);
    await new Client(app.server).data(userEndpoints.sendCode, { body: { phone: agent } });
    const [{ code: customers }] = (await messagesTo(agent)) as [{ code: string }];
    expect(await logIn(agent, customers)).toMatchObject({ status: 401, error: "bad_code" });
  });

  test("a bad number is said before anything is sent", async () => {
    const answer = await new Client(app.server).call(serviceAuthEndpoints.sendCode, {
      body: { phone: "12" },
    });
    expect(answer).toMatchObject({ status: 400, error: "validation" });
  });
});

describe("a staff session", () => {
  test("ends with the logout, and with being switched off", async () => {
    const client = await staffClient("13900000002");
    await client.data(serviceAuthEndpoints.logout);
    expect((await client.call(serviceAuthEndpoints.info)).status).toBe(401);
    const other = await staffClient("13900000002");
    await app.sql("update staff set disabled_at = now() where phone = '13900000002'");
    expect((await other.call(serviceAuthEndpoints.info)).status).toBe(401);
    await app.sql("update staff set disabled_at = null where phone = '13900000002'");
  });

  test("ends after two idle hours and after twelve hours at most", async () => {
    const idle = await staffClient(agent);
    app.clock.pass(2 * hour + 1000);
    expect((await idle.call(serviceAuthEndpoints.info)).status).toBe(401);
    const busy = await staffClient(agent);
    for (let hours = 1; hours <= 11; hours++) {
      app.clock.pass(hour);
      expect((await busy.call(serviceAuthEndpoints.info)).status).toBe(200);
    }
    app.clock.pass(hour + 1000);
    expect((await busy.call(serviceAuthEndpoints.info)).status).toBe(401);
  });

  test("A6: is worth nothing to a customer's calls, and a customer's nothing here", async () => {
    const client = await staffClient(agent);
    expect((await client.call(userEndpoints.info)).status).toBe(401);
    const customer = await newCustomer(app);
    expect((await customer.call(serviceAuthEndpoints.info)).status).toBe(401);
  });
});
