import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { userEndpoints as calls } from "#contract/user/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { freshCode, type Phone } from "../support/api/login.ts";
import { newPhone } from "../support/api/people.ts";
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

/** Logs in with a browser. */
async function enter(phone: Phone, userAgent: string): Promise<Client> {
  app.clock.pass(minute + 1_000);
  const body = { phone: phone.phone, code: await freshCode(app, phone), loginType: "sms" as const };
  const input = { body, headers: { "user-agent": userAgent }, ip: phone.ip };
  return new Client(app.server, (await new Client(app.server).data(calls.login, input)).token);
}

const statusOf = async (client: Client) => (await client.call(calls.info)).status;
const listOf = (client: Client) => client.data(calls.sessions, { query: {} });

test("a customer sees where the account is logged in, this device first", async () => {
  const phone = newPhone();
  const there = await enter(phone, iPhone);
  const thereAt = app.clock.now().toISOString();
  const here = await enter(phone, windows);
  const hereAt = app.clock.now().toISOString();
  app.clock.pass(10 * minute);
  expect(await statusOf(there)).toBe(200);
  const { list, total } = await listOf(here);
  expect(total).toBe(2);
  expect(list).toMatchObject([
    { device: "Chrome · Windows", logged_in_at: hereAt, is_current: true },
    {
      device: "微信 · iPhone",
      logged_in_at: thereAt,
      last_seen_at: app.clock.now().toISOString(),
      is_current: false,
    },
  ]);
  expect((await listOf(there)).list.map(({ is_current }) => is_current)).toEqual([true, false]);
  const first = await here.data(calls.sessions, { query: { pageSize: 1 } });
  expect(first).toMatchObject({ list: [{ is_current: true }], has_more: true });
});

test("the list names neither tokens nor what they are looked up by", async () => {
  const here = await enter(newPhone(), windows);
  const shown = JSON.stringify(await listOf(here));
  const rows = await app.sql<{ hash: string }>("select hash from tokens");
  expect(rows.filter(({ hash }) => shown.includes(hash))).toEqual([]);
  expect(shown).not.toContain(here.token);
});

test("one can be ended, and what has ended is not there any more", async () => {
  const phone = newPhone();
  const there = await enter(phone, iPhone);
  const here = await enter(phone, windows);
  const [, other] = (await listOf(here)).list;
  const body = { session_id: other!.session_id };
  expect((await here.call(calls.endSession, { body })).status).toBe(200);
  expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
  expect(await here.call(calls.endSession, { body })).toMatchObject({ status: 404, error: "not_found" });
  expect((await listOf(here)).total).toBe(1);
});

test("all others can be ended at once, and only those of this account", async () => {
  const phone = newPhone();
  const others = [await enter(phone, iPhone), await enter(phone, iPhone)];
  const here = await enter(phone, windows);
  const stranger = await enter(newPhone(), windows);
  expect(await here.data(calls.endOtherSessions)).toEqual({ ended: 2 });
  expect(await Promise.all([here, stranger, ...others].map(statusOf))).toEqual([200, 200, 401, 401]);
  expect(await here.data(calls.endOtherSessions)).toEqual({ ended: 0 });
});

test("somebody else's session is not found", async () => {
  const [mine, theirs] = [await enter(newPhone(), iPhone), await enter(newPhone(), iPhone)];
  const [session] = (await listOf(theirs)).list;
  const answer = await mine.call(calls.endSession, { body: { session_id: session!.session_id } });
  expect(answer).toMatchObject({ status: 404, error: "not_found" });
  expect(await statusOf(theirs)).toBe(200);
});

test("sessions from before the device was kept are there without it", async () => {
  const here = await enter(newPhone(), iPhone);
  await app.sql("update tokens set device = null");
  expect((await listOf(here)).list).toMatchObject([{ device: "未知设备", is_current: true }]);
});
