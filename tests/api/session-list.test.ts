import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { userEndpoints as endpoints } from "#contract/user/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { requestAndReadCode, type TestPhone } from "../support/api/login.ts";
import { createPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49";
const windows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(() => app.clock.freeze());

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

/** Logs in with a given user agent. */
async function loginWith(phone: TestPhone, userAgent: string): Promise<Client> {
  app.clock.advance(minute + 1_000);
  const body = { phone: phone.phone, code: await requestAndReadCode(app, phone), loginType: "sms" as const };
  const input = { body, headers: { "user-agent": userAgent }, ip: phone.ip };
  return new Client(app.server, (await new Client(app.server).data(endpoints.login, input)).token);
}

const getStatus = async (client: Client) => (await client.call(endpoints.info)).status;
const listSessions = (client: Client) => client.data(endpoints.sessions, { query: {} });

test("a customer sees where the account is logged in, this device first", async () => {
  const phone = createPhone();
  const otherSession = await loginWith(phone, iPhone);
  const otherLoginAt = app.clock.now().toISOString();
  const currentSession = await loginWith(phone, windows);
  const currentLoginAt = app.clock.now().toISOString();
  app.clock.advance(10 * minute);
  expect(await getStatus(otherSession)).toBe(200);
  const { list, total } = await listSessions(currentSession);
  expect(total).toBe(2);
  expect(list).toMatchObject([
    { device: "Chrome · Windows", logged_in_at: currentLoginAt, is_current: true },
    {
      device: "微信 · iPhone",
      logged_in_at: otherLoginAt,
      last_seen_at: app.clock.now().toISOString(),
      is_current: false,
    },
  ]);
  expect((await listSessions(otherSession)).list.map(({ is_current }) => is_current)).toEqual([true, false]);
  const first = await currentSession.data(endpoints.sessions, { query: { pageSize: 1 } });
  expect(first).toMatchObject({ list: [{ is_current: true }], has_more: true });
});

test("the list contains neither tokens nor their hashes", async () => {
  const currentSession = await loginWith(createPhone(), windows);
  const shown = JSON.stringify(await listSessions(currentSession));
  const rows = await app.sql<{ hash: string }>("select hash from tokens");
  expect(rows.filter(({ hash }) => shown.includes(hash))).toEqual([]);
  expect(shown).not.toContain(currentSession.token);
});

test("one session can be ended, and is then no longer listed", async () => {
  const phone = createPhone();
  const otherSession = await loginWith(phone, iPhone);
  const currentSession = await loginWith(phone, windows);
  const [, other] = (await listSessions(currentSession)).list;
  const body = { session_id: other!.session_id };
  expect((await currentSession.call(endpoints.endSession, { body })).status).toBe(200);
  expect([await getStatus(currentSession), await getStatus(otherSession)]).toEqual([200, 401]);
  expect(await currentSession.call(endpoints.endSession, { body })).toMatchObject({
    status: 404,
    error: "not_found",
  });
  expect((await listSessions(currentSession)).total).toBe(1);
});

test("all others can be ended at once, and only those of this account", async () => {
  const phone = createPhone();
  const others = [await loginWith(phone, iPhone), await loginWith(phone, iPhone)];
  const currentSession = await loginWith(phone, windows);
  const stranger = await loginWith(createPhone(), windows);
  expect(await currentSession.data(endpoints.endOtherSessions)).toEqual({ ended: 2 });
  expect(await Promise.all([currentSession, stranger, ...others].map(getStatus))).toEqual([
    200, 200, 401, 401,
  ]);
  expect(await currentSession.data(endpoints.endOtherSessions)).toEqual({ ended: 0 });
});

test("another customer's session is not found", async () => {
  const [mine, theirs] = [await loginWith(createPhone(), iPhone), await loginWith(createPhone(), iPhone)];
  const [session] = (await listSessions(theirs)).list;
  const response = await mine.call(endpoints.endSession, { body: { session_id: session!.session_id } });
  expect(response).toMatchObject({ status: 404, error: "not_found" });
  expect(await getStatus(theirs)).toBe(200);
});

test("sessions from before devices were recorded are listed without one", async () => {
  const currentSession = await loginWith(createPhone(), iPhone);
  await app.sql("update tokens set device = null");
  expect((await listSessions(currentSession)).list).toMatchObject([{ device: "未知设备", is_current: true }]);
});
