import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import { staffEventsPath } from "#contract/events.ts";
import { maskPhone } from "#contract/phone.ts";
import { adminEndpoints as endpoints } from "#contract/staff/admin/endpoints.ts";
import { type SecurityEventKind, securityEventKinds } from "#contract/staff/admin/security.schema.ts";
import { staffAuthEndpoints } from "#contract/staff/auth/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { addMs } from "#server/platform/time/clock.ts";
import { bindPhone, createPhoneCustomer, proveOldPhone } from "../support/api/accountMerge.ts";
import { createBuyer } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { differentCode, login, requestAndReadCode } from "../support/api/login.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { deliverNotification, signNotification } from "../support/api/paymentProvider.ts";
import { createPhone, readLatestCode } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

const hour = 3_600_000;
const log: string[] = [];
let minutes = 0;
let app: TestApp;
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp({ log: (line) => log.push(line) });
  admin = await createStaffClient(app, "admin");
});

/** Each test has its own minute, with the clock frozen. */
beforeEach(async () => {
  minutes += 3;
  app.clock.freeze();
  app.clock.advance(minutes * 60_000);
  await app.sweep("security");
  await app.sql("delete from security_events");
  await app.sql("delete from security_counts");
  log.length = 0;
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

/** Lists the events of one kind as an admin. */
async function listEvents(kind: SecurityEventKind, query: object = {}) {
  await app.sweep("security");
  return (await admin.data(endpoints.securityEvents, { query: { kind, ...query } })).list;
}

async function getPeak(kind: SecurityEventKind) {
  const { list } = await admin.data(endpoints.securityPeaks);
  return list.find((one) => one.kind === kind)!;
}

/** Tries a number of wrong codes for one phone from one address. */
async function guessCodes(count: number, from = createPhone()): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    const body = { phone: from.phone, code: "000000", loginType: "sms" };
    await new Client(app.server).call(userEndpoints.login, { body, ip: from.ip });
  }
}

describe("possible attacks are recorded", () => {
  test("a wrong code of a customer, with the phone masked and without the code", async () => {
    const from = createPhone();
    const code = differentCode(await requestAndReadCode(app, from));
    expect((await login(app, from, code)).error).toBe("bad_code");
    expect((await login(app, from, code)).error).toBe("bad_code");
    const [event, ...more] = await listEvents("wrong_code");
    expect(event).toMatchObject({
      count: 2,
      subject: maskPhone(from.phone),
      subject_name: null,
      network: from.ip,
      what: "user/login",
    });
    expect(more).toEqual([]);
    const [{ text } = { text: "" }] = await app.sql<{ text: string }>(
      "select string_agg(e::text, ' ') as text from security_events e",
    );
    expect(text).not.toContain(from.phone);
    expect(text).not.toContain(code);
  });

  test("a wrong code of staff", async () => {
    const body = { phone: "13900000003", code: "000000" };
    const ip = "2001:db8:0:5:1::9";
    expect((await new Client(app.server).call(staffAuthEndpoints.login, { body, ip })).error).toBe(
      "bad_code",
    );
    expect(await listEvents("wrong_staff_code")).toMatchObject([
      { subject: "139****0003", network: "2001:db8:0:5::/64", what: "service_auth/login" },
    ]);
  });

  test("a call that the caller's role may not make", async () => {
    const agent = await createStaffClient(app, "agent");
    expect((await agent.call(endpoints.audit)).status).toBe(403);
    expect(await listEvents("refused")).toMatchObject([
      { subject: agent.id, what: "chat/admin/audit", count: 1 },
    ]);
    expect((await listEvents("refused"))[0]?.subject_name).not.toBeNull();
  });

  test("a wrong PIN, and an attempt on a locked card", async () => {
    const { token, userId } = await createBuyer(app);
    const buyer = new Client(app.server, token);
    const body = { number: "8800000000000000", pin: "123789" };
    const ip = createPhone().ip;
    const errors: (string | undefined)[] = [];
    for (let nth = 0; nth < 8; nth++) errors.push((await buyer.call(cardEndpoints.bind, { body, ip })).error);
    const times = (word: string) => errors.filter((error) => error === word).length;
    const seen = { subject: userId, network: ip };
    expect(await listEvents("wrong_pin")).toMatchObject([{ ...seen, count: times("bad_pin") }]);
    expect(await listEvents("pin_locked")).toMatchObject([{ ...seen, count: times("card_locked") }]);
  });

  test("a notification that is not the provider's", async () => {
    const { body, headers } = signNotification(app, JSON.stringify({ id: "nothing" }));
    const forged = { body, headers: { ...headers, "wechatpay-signature": "AAAA" } };
    expect(await deliverNotification(app, forged)).toBe(401);
    expect(await listEvents("refused_notice")).toMatchObject([{ count: 1, network: "127.0.0.1" }]);
  });

  test("a changed phone, but not a first one", async () => {
    const customer = await createPhoneCustomer(app);
    await proveOldPhone(app, customer);
    expect((await bindPhone(app, customer, createPhone())).status).toBe(200);
    expect(await listEvents("phone_changed")).toMatchObject([{ subject: customer.userId, count: 1 }]);
  });

  test("a staff login with a new browser, once", async () => {
    const phone = "13900000003";
    const enter = async (browser: string) => {
      const { ip } = createPhone();
      await new Client(app.server).data(staffAuthEndpoints.sendCode, { body: { phone }, ip });
      await expect.poll(() => readLatestCode(app, phone), waitOptions).toMatch(/^\d{6}$/);
      const body = { phone, code: await readLatestCode(app, phone) };
      await new Client(app.server).data(staffAuthEndpoints.login, {
        body,
        ip,
        headers: { "user-agent": browser },
      });
      app.clock.advance(61_000);
    };
    await enter("Browser A");
    await enter("Browser A");
    expect(await listEvents("new_staff_device")).toHaveLength(1);
    await enter("Browser B");
    expect(await listEvents("new_staff_device")).toHaveLength(2);
  });
});

describe("a flood", () => {
  test("writes at most thirty rows per kind and minute, and every event is counted", async () => {
    for (let nth = 0; nth < 60; nth++) await guessCodes(1);
    const list = await listEvents("wrong_code", { pageSize: 50 });
    expect(list).toHaveLength(31);
    expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(60);
    expect(list.filter(({ subject }) => subject === "")).toMatchObject([
      { network: "", what: "", count: 30 },
    ]);
    expect((await getPeak("wrong_code")).total).toBe(60);
  });

  test("is deleted after 30 days", async () => {
    await guessCodes(1);
    await app.sweep("security");
    await app.sql("update security_events set created_at = created_at - interval '31 days'");
    await app.sql("update security_counts set hour = hour - interval '31 days'");
    await guessCodes(1);
    await app.sweep("security");
    await app.sweep("clean-up");
    expect(await listEvents("wrong_code")).toHaveLength(1);
    expect(await app.sql("select kind from security_counts")).toHaveLength(1);
  });

  test("is still written after an outage of the database", async () => {
    await guessCodes(3);
    await app.sql("alter table security_counts rename to elsewhere");
    await expect(app.sweep("security")).rejects.toThrow();
    await app.sql("alter table elsewhere rename to security_counts");
    await guessCodes(1);
    expect((await listEvents("wrong_code")).reduce((sum, { count }) => sum + count, 0)).toBe(4);
  });
});

describe("a peak", () => {
  test("is shown, and reported to admins once per kind and hour, across concurrent processes", async () => {
    const stream = await EventReader.open(app.url, admin.token, undefined, staffEventsPath);
    await expect.poll(() => stream.events.length, waitOptions).toBeGreaterThan(0);
    await guessCodes(19);
    await app.sweep("security");
    expect((await getPeak("wrong_code")).hours.at(-1)).toMatchObject({ count: 19, is_peak: false });
    await guessCodes(1);
    await Promise.all([app.sweep("security"), app.sweep("security"), app.sweep("security")]);
    await guessCodes(5);
    await app.sweep("security");
    expect((await getPeak("wrong_code")).hours.at(-1)).toMatchObject({ count: 25, usual: 0, is_peak: true });
    await expect
      .poll(() => stream.listStaffEvents("office_alarm"), waitOptions)
      .toMatchObject([{ kind: "security_peak", what: "wrong_code", count: 20 }]);
    const warnings = log.map((line) => JSON.parse(line)).filter(({ event }) => event === "office_alarm");
    expect(warnings).toEqual([expect.objectContaining({ what: "wrong_code", level: 40 })]);
    stream.close();
  });

  test("is none where that count is usual", async () => {
    const values = Array.from({ length: 168 }, (_, nth) => addMs(app.clock.now(), -(nth + 1) * hour));
    for (const at of values)
      await app.sql(
        "insert into security_counts (kind, hour, count) values ('wrong_code', date_trunc('hour', $1::timestamptz), 5)",
        [at.toISOString()],
      );
    await guessCodes(24);
    await app.sweep("security");
    expect((await getPeak("wrong_code")).hours.at(-1)).toMatchObject({ count: 24, usual: 5, is_peak: false });
    expect(await app.sql("select kind from security_counts where alarmed_at is not null")).toEqual([]);
  });

  test("is shown among 24 hours of every kind", async () => {
    const { list } = await admin.data(endpoints.securityPeaks);
    expect(list.map(({ kind }) => kind)).toEqual([...securityEventKinds]);
    expect(list.map(({ hours }) => hours.length)).toEqual(securityEventKinds.map(() => 24));
  });
});

test("the list is paginated, and filtered by subject and by origin", async () => {
  const [one, other] = [createPhone(), createPhone()];
  await guessCodes(2, one);
  await guessCodes(1, other);
  await app.sweep("security");
  const page = (query: object) => admin.data(endpoints.securityEvents, { query });
  expect(await page({ pageSize: 1 })).toMatchObject({ list: [{ network: other.ip }], has_more: true });
  expect(await page({ pageSize: 1, page: 2 })).toMatchObject({
    list: [{ network: one.ip }],
    has_more: false,
  });
  expect((await page({ network: one.ip })).list).toMatchObject([{ count: 2 }]);
  expect((await page({ subject: maskPhone(other.phone) })).list).toMatchObject([{ count: 1 }]);
});
