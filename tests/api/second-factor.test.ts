import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { headOfficeEndpoints as office } from "#contract/head-office/endpoints.ts";
import { serviceAuthEndpoints as calls } from "#contract/service-auth/endpoints.ts";
import { SecondFactorError, secondFactorCommand } from "#server/secondFactorCommand.ts";
import { Client } from "../support/api/Client.ts";
import { newToken } from "../support/api/calls.ts";
import { bySms, codeOf, enrolled, newAdmin, secondStep, wrong } from "../support/api/secondFactor.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const step = 30_000;
let app: TestApp;
let optional: TestApp;
let admin: { id: string; phone: string };

beforeAll(async () => {
  [app, optional] = await Promise.all([
    startTestApp({ settings: { ADMIN_SECOND_FACTOR: "required" } }),
    startTestApp(),
  ]);
});

beforeEach(async () => {
  app.clock.freeze();
  optional.clock.freeze();
  admin = await newAdmin(app);
});

afterEach(() => {
  app.clock.reset();
  optional.clock.reset();
});

afterAll(async () => {
  await app.close();
  await optional.close();
});

const works = async (at: TestApp, token: string) =>
  (await new Client(at.server, token).call(calls.info)).status === 200;

describe("an admin of a shop that requires a second factor", () => {
  test("enrols at the first login and gets ten recovery codes once", async () => {
    const first = await bySms(app, admin);
    expect(first).toMatchObject({ status: 401, error: "second_factor_required" });
    expect(first.demand).toMatchObject({ is_enrolled: false, expires_in: 600 });
    const { ticket } = first.demand;
    const { secret, uri } = await new Client(app.server).data(calls.beginFactor, { body: { ticket } });
    expect(uri).toMatch(/^otpauth:\/\/totp\/.+secret=/);
    expect(uri).toContain(secret);
    const enrol = (code: string) =>
      new Client(app.server).call(calls.enrolFactor, { body: { ticket, code } });
    expect(await enrol(wrong(codeOf(app, secret)))).toMatchObject({ status: 401, error: "bad_factor" });
    const { data } = await enrol(codeOf(app, secret));
    expect(data.recovery_codes).toHaveLength(10);
    expect(new Set(data.recovery_codes).size).toBe(10);
    expect(data.staff).toMatchObject({ staff_id: admin.id, role: "admin" });
    expect(await works(app, data.token)).toBe(true);
    const again = await new Client(app.server).call(calls.beginFactor, { body: { ticket } });
    expect(again.error).toBe("ticket_expired");
    const [kept] = await app.sql<{ text: string }>(
      "select string_agg(c::text, ' ') as text from staff_recovery_codes c where staff_id = $1",
      [admin.id],
    );
    for (const code of data.recovery_codes) {
      expect(kept?.text).not.toContain(code);
      expect(kept?.text).not.toContain(code.replaceAll("-", ""));
    }
  });

  test("can do nothing with the ticket but the second step", async () => {
    const { ticket } = (await bySms(app, admin)).demand;
    const client = new Client(app.server, ticket);
    const refusal = { status: 401, error: "unauthenticated" };
    expect(await client.call(calls.info)).toMatchObject(refusal);
    expect(await client.call(office.audit)).toMatchObject(refusal);
    expect(await client.call(office.factors)).toMatchObject(refusal);
    expect(await app.sql("select 1 from tokens where subject_id = $1", [admin.id])).toEqual([]);
  });

  test("logs in with the code of the app, which is not good twice, nor one before it", async () => {
    const { secret } = await enrolled(app, admin);
    app.clock.pass(step * 3);
    const { demand } = await bySms(app, admin);
    expect(demand.is_enrolled).toBe(true);
    const code = codeOf(app, secret);
    const verify = (ticket: string, text: string) =>
      new Client(app.server).call(calls.verifyFactor, { body: { ticket, code: text } });
    const answer = await verify(demand.ticket, code);
    expect(answer.status).toBe(200);
    expect(await works(app, answer.data.token)).toBe(true);
    expect((await verify(demand.ticket, codeOf(app, secret, 1))).error).toBe("ticket_expired");
    const [{ last_step: last } = { last_step: 0 }] = await app.sql<{ last_step: number }>(
      "select last_step from staff_factors where staff_id = $1",
      [admin.id],
    );
    await app.sql("update staff_factors set last_step = $2 where staff_id = $1", [admin.id, last + 2]);
    expect((await secondStep(app, admin, () => codeOf(app, secret))).error).toBe("bad_factor");
  });

  test("of many logins at once with one code, one succeeds", async () => {
    const { secret } = await enrolled(app, admin);
    const tickets = [
      (await bySms(app, admin)).demand.ticket,
      (await bySms(app, admin)).demand.ticket,
      (await bySms(app, admin)).demand.ticket,
    ];
    const code = codeOf(app, secret);
    const answers = await Promise.all(
      tickets.map((ticket) => new Client(app.server).call(calls.verifyFactor, { body: { ticket, code } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test("logs in with a recovery code, typed in any way, once", async () => {
    const { recovery_codes: codes } = await enrolled(app, admin);
    const [one = "", other = ""] = codes;
    const typed = one.toLowerCase().replaceAll("-", " ");
    expect((await secondStep(app, admin, () => typed)).status).toBe(200);
    expect((await secondStep(app, admin, () => one)).error).toBe("bad_factor");
    const { data } = await secondStep(app, admin, () => other);
    const { list } = await new Client(app.server, data.token).data(office.factors, {
      query: { pageSize: 50 },
    });
    expect(list.find(({ is_self }) => is_self)).toMatchObject({ recovery_codes_left: 8 });
  });

  test("is locked for a quarter of an hour after five wrong codes, also with other tickets", async () => {
    const { secret } = await enrolled(app, admin);
    const { ticket } = (await bySms(app, admin)).demand;
    for (let nth = 0; nth < 5; nth++) {
      const body = { ticket, code: wrong(codeOf(app, secret)) };
      expect((await new Client(app.server).call(calls.verifyFactor, { body })).error).toBe("bad_factor");
    }
    const refused = await secondStep(app, admin, () => codeOf(app, secret));
    expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
    app.clock.pass(15 * 60_000);
    expect((await secondStep(app, admin, () => codeOf(app, secret))).status).toBe(200);
    await app.sweep("security");
    const noted = await app.sql(
      "select count from security_events where kind = 'wrong_factor' and subject = $1",
      [admin.id],
    );
    expect(noted).toEqual([{ count: 5 }]);
  });

  test("has ten minutes for the second step", async () => {
    const { secret } = await enrolled(app, admin);
    const { ticket } = (await bySms(app, admin)).demand;
    app.clock.pass(600_000);
    const body = { ticket, code: codeOf(app, secret) };
    expect((await new Client(app.server).call(calls.verifyFactor, { body })).error).toBe("ticket_expired");
  });

  test("who was dismissed after the text message does not get in", async () => {
    const { secret } = await enrolled(app, admin);
    const { ticket } = (await bySms(app, admin)).demand;
    await app.sql("update staff set disabled_at = now() where id = $1", [admin.id]);
    const body = { ticket, code: codeOf(app, secret) };
    expect((await new Client(app.server).call(calls.verifyFactor, { body })).error).toBe("ticket_expired");
  });
});

test("agents and stores log in as before", async () => {
  expect((await bySms(app, await newAdmin(app, "agent"))).status).toBe(200);
});

describe("a lost authenticator app", () => {
  test("is reset by a colleague, which ends the sessions and is written down", async () => {
    const session = await enrolled(app, admin);
    const colleague = await newAdmin(app);
    const token = await newToken(app, "staff", colleague.id);
    const helper = new Client(app.server, token);
    const reset = (staff_id: string) => helper.call(office.resetFactor, { body: { staff_id } });
    expect((await reset(colleague.id)).error).toBe("rule_broken");
    expect((await reset(admin.id)).status).toBe(200);
    expect((await reset(admin.id)).error).toBe("not_found");
    expect(await works(app, session.token)).toBe(false);
    expect((await bySms(app, admin)).demand.is_enrolled).toBe(false);
    const trail = await app.sql(
      "select actor from audit_log where action = 'second-factor.reset' and target = $1",
      [admin.id],
    );
    expect(trail).toEqual([{ actor: colleague.id }]);
  });

  test("of the last admin is reset by the command", async () => {
    const run = async (line: string) => {
      const printed: string[] = [];
      const place = { database: app.database, clock: app.clock, user: "wang" };
      await secondFactorCommand(line.split(" "), { ...place, print: (text) => printed.push(text) });
      return printed;
    };
    const session = await enrolled(app, admin);
    expect(await run(`reset ${admin.phone}`)).toEqual([
      "总部同事 has no second factor any more, and is logged out.",
    ]);
    expect(await works(app, session.token)).toBe(false);
    await expect(run(`reset ${admin.phone}`)).rejects.toThrow(SecondFactorError);
    await expect(run("reset 13711112222")).rejects.toThrow(/Nobody of the staff/);
    await expect(run("show")).rejects.toThrow(/Usage/);
    const trail = await app.sql(
      "select actor from audit_log where action = 'second-factor.reset' and target = $1",
      [admin.id],
    );
    expect(trail).toEqual([{ actor: "operator:wang" }]);
  });
});

describe("where a second factor is optional", () => {
  test("an admin logs in without, may enrol, and needs it from then on", async () => {
    const member = await newAdmin(optional);
    const before = await bySms(optional, member);
    expect(before.status).toBe(200);
    const client = new Client(optional.server, before.data.token);
    expect(await client.data(office.factors)).toMatchObject({ is_required: false });
    const { ticket } = await client.data(office.factorTicket);
    const { secret } = await client.data(calls.beginFactor, { body: { ticket } });
    const { token } = await client.data(calls.enrolFactor, {
      body: { ticket, code: codeOf(optional, secret) },
    });
    expect([await works(optional, before.data.token), await works(optional, token)]).toEqual([false, true]);
    const again = await new Client(optional.server, token).call(office.factorTicket);
    expect(again.error).toBe("conflict");
    expect((await bySms(optional, member)).error).toBe("second_factor_required");
  });
});
