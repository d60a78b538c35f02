import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import { staffAuthEndpoints as endpoints } from "#contract/staff/auth/endpoints.ts";
import { secondFactorCommand } from "#server/cli/second-factor.ts";
import { CliError } from "#server/platform/CliError.ts";
import { Client } from "../support/api/Client.ts";
import {
  createAdmin,
  differentCode,
  enrollSecondFactor,
  loginBySms,
  submitSecondFactor,
  totpCode,
} from "../support/api/secondFactor.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const stepMs = 30_000;
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
  admin = await createAdmin(app);
});

afterEach(() => {
  app.clock.reset();
  optional.clock.reset();
});

afterAll(async () => {
  await app.close();
  await optional.close();
});

const isTokenValid = async (at: TestApp, token: string) =>
  (await new Client(at.server, token).call(endpoints.info)).status === 200;

describe("an admin of an app that requires a second factor", () => {
  test("enrols at the first login and gets ten recovery codes once", async () => {
    const first = await loginBySms(app, admin);
    expect(first).toMatchObject({ status: 401, error: "second_factor_required" });
    expect(first.demand).toMatchObject({ is_enrolled: false, expires_in: 600 });
    const { ticket } = first.demand;
    const { secret, uri } = await new Client(app.server).data(endpoints.beginFactor, { body: { ticket } });
    expect(uri).toMatch(/^otpauth:\/\/totp\/.+secret=/);
    expect(uri).toContain(secret);
    const enrol = (code: string) =>
      new Client(app.server).call(endpoints.enrolFactor, { body: { ticket, code } });
    expect(await enrol(differentCode(totpCode(app, secret)))).toMatchObject({
      status: 401,
      error: "bad_factor",
    });
    const { data } = await enrol(totpCode(app, secret));
    expect(data.recovery_codes).toHaveLength(10);
    expect(new Set(data.recovery_codes).size).toBe(10);
    expect(data.staff).toMatchObject({ staff_id: admin.id, role: "admin" });
    expect(await isTokenValid(app, data.token)).toBe(true);
    const again = await new Client(app.server).call(endpoints.beginFactor, { body: { ticket } });
    expect(again.error).toBe("ticket_expired");
    const [stored] = await app.sql<{ text: string }>(
      "select string_agg(c::text, ' ') as text from staff_recovery_codes c where staff_id = $1",
      [admin.id],
    );
    for (const code of data.recovery_codes) {
      expect(stored?.text).not.toContain(code);
      expect(stored?.text).not.toContain(code.replaceAll("-", ""));
    }
  });

  test("can do only the second step with the ticket", async () => {
    const { ticket } = (await loginBySms(app, admin)).demand;
    const client = new Client(app.server, ticket);
    const refusal = { status: 401, error: "unauthenticated" };
    expect(await client.call(endpoints.info)).toMatchObject(refusal);
    expect(await client.call(adminEndpoints.audit)).toMatchObject(refusal);
    expect(await client.call(adminEndpoints.factors)).toMatchObject(refusal);
    expect(await app.sql("select 1 from tokens where subject_id = $1", [admin.id])).toEqual([]);
  });

  test("logs in with the code of the app, which is valid once, as is none before it", async () => {
    const { secret } = await enrollSecondFactor(app, admin);
    app.clock.advance(stepMs * 3);
    const { demand } = await loginBySms(app, admin);
    expect(demand.is_enrolled).toBe(true);
    const code = totpCode(app, secret);
    const verify = (ticket: string, text: string) =>
      new Client(app.server).call(endpoints.verifyFactor, { body: { ticket, code: text } });
    const response = await verify(demand.ticket, code);
    expect(response.status).toBe(200);
    expect(await isTokenValid(app, response.data.token)).toBe(true);
    expect((await verify(demand.ticket, totpCode(app, secret, 1))).error).toBe("ticket_expired");
    // The next login is three steps later; its code is refused like one that has been used already.
    await app.sql("update staff_factors set last_step = last_step + 3 where staff_id = $1", [admin.id]);
    expect((await submitSecondFactor(app, admin, () => totpCode(app, secret))).error).toBe("bad_factor");
    expect((await submitSecondFactor(app, admin, () => totpCode(app, secret))).status).toBe(200);
  });

  test("succeeds once for many concurrent logins with one code", async () => {
    const { secret } = await enrollSecondFactor(app, admin);
    const tickets = [
      (await loginBySms(app, admin)).demand.ticket,
      (await loginBySms(app, admin)).demand.ticket,
      (await loginBySms(app, admin)).demand.ticket,
    ];
    const code = totpCode(app, secret);
    const responses = await Promise.all(
      tickets.map((ticket) =>
        new Client(app.server).call(endpoints.verifyFactor, { body: { ticket, code } }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test("logs in with a recovery code, typed in any way, once", async () => {
    const { recovery_codes: codes } = await enrollSecondFactor(app, admin);
    const [one = "", other = ""] = codes;
    const typed = one.toLowerCase().replaceAll("-", " ");
    expect((await submitSecondFactor(app, admin, () => typed)).status).toBe(200);
    expect((await submitSecondFactor(app, admin, () => one)).error).toBe("bad_factor");
    const { data } = await submitSecondFactor(app, admin, () => other);
    const { list } = await new Client(app.server, data.token).data(adminEndpoints.factors, {
      query: { pageSize: 50 },
    });
    expect(list.find(({ is_self }) => is_self)).toMatchObject({ recovery_codes_left: 8 });
  });

  test("is locked for a quarter of an hour after five wrong codes, also with other tickets", async () => {
    const { secret } = await enrollSecondFactor(app, admin);
    const { ticket } = (await loginBySms(app, admin)).demand;
    for (let nth = 0; nth < 5; nth++) {
      const body = { ticket, code: differentCode(totpCode(app, secret)) };
      expect((await new Client(app.server).call(endpoints.verifyFactor, { body })).error).toBe("bad_factor");
    }
    const refused = await submitSecondFactor(app, admin, () => totpCode(app, secret));
    expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
    app.clock.advance(15 * 60_000);
    expect((await submitSecondFactor(app, admin, () => totpCode(app, secret))).status).toBe(200);
    await app.sweep("security");
    const noted = await app.sql(
      "select count from security_events where kind = 'wrong_factor' and subject = $1",
      [admin.id],
    );
    expect(noted).toEqual([{ count: 5 }]);
  });

  test("has ten minutes for the second step", async () => {
    const { secret } = await enrollSecondFactor(app, admin);
    const { ticket } = (await loginBySms(app, admin)).demand;
    app.clock.advance(600_000);
    const body = { ticket, code: totpCode(app, secret) };
    expect((await new Client(app.server).call(endpoints.verifyFactor, { body })).error).toBe(
      "ticket_expired",
    );
  });

  test("who was dismissed after the text message cannot log in", async () => {
    const { secret } = await enrollSecondFactor(app, admin);
    const { ticket } = (await loginBySms(app, admin)).demand;
    await app.sql("update staff set disabled_at = now() where id = $1", [admin.id]);
    const body = { ticket, code: totpCode(app, secret) };
    expect((await new Client(app.server).call(endpoints.verifyFactor, { body })).error).toBe(
      "ticket_expired",
    );
  });
});

test("agents and restaurant staff log in without a second factor", async () => {
  expect((await loginBySms(app, await createAdmin(app, "agent"))).status).toBe(200);
});

describe("a lost authenticator app", () => {
  test("is reset by a colleague, which ends the sessions and is logged", async () => {
    const session = await enrollSecondFactor(app, admin);
    const colleague = await createAdmin(app);
    const { token, secret } = await enrollSecondFactor(app, colleague);
    const helper = new Client(app.server, token);
    const reset = (staff_id: string) => {
      app.clock.advance(stepMs);
      const body = { staff_id, code: totpCode(app, secret) };
      return helper.call(adminEndpoints.resetFactor, { body });
    };
    expect((await reset(colleague.id)).error).toBe("rule_broken");
    expect((await reset(admin.id)).status).toBe(200);
    expect((await reset(admin.id)).error).toBe("not_found");
    expect(await isTokenValid(app, session.token)).toBe(false);
    expect((await loginBySms(app, admin)).demand.is_enrolled).toBe(false);
    const auditEntries = await app.sql(
      "select actor from audit_log where action = 'second-factor.reset' and target = $1",
      [admin.id],
    );
    expect(auditEntries).toEqual([{ actor: colleague.id }]);
  });

  test("of the last admin is reset by the command", async () => {
    const run = async (line: string) => {
      const printed: string[] = [];
      const place = { database: app.database, clock: app.clock, user: "wang" };
      await secondFactorCommand(line.split(" "), { ...place, print: (text) => printed.push(text) });
      return printed;
    };
    const session = await enrollSecondFactor(app, admin);
    expect(await run(`reset ${admin.phone}`)).toEqual([
      "总部同事 has no second factor any more, and is logged out.",
    ]);
    expect(await isTokenValid(app, session.token)).toBe(false);
    await expect(run(`reset ${admin.phone}`)).rejects.toThrow(CliError);
    await expect(run("reset 13711112222")).rejects.toThrow(/No member of staff/);
    await expect(run("show")).rejects.toThrow(/Usage/);
    const auditEntries = await app.sql(
      "select actor from audit_log where action = 'second-factor.reset' and target = $1",
      [admin.id],
    );
    expect(auditEntries).toEqual([{ actor: "operator:wang" }]);
  });
});

describe("where a second factor is optional", () => {
  test("an admin logs in without one, may enrol, and needs it from then on", async () => {
    const member = await createAdmin(optional);
    const before = await loginBySms(optional, member);
    expect(before.status).toBe(200);
    const client = new Client(optional.server, before.data.token);
    expect(await client.data(adminEndpoints.factors)).toMatchObject({ is_required: false });
    const { ticket } = await client.data(adminEndpoints.factorTicket);
    const { secret } = await client.data(endpoints.beginFactor, { body: { ticket } });
    const { token } = await client.data(endpoints.enrolFactor, {
      body: { ticket, code: totpCode(optional, secret) },
    });
    expect([await isTokenValid(optional, before.data.token), await isTokenValid(optional, token)]).toEqual([
      false,
      true,
    ]);
    const again = await new Client(optional.server, token).call(adminEndpoints.factorTicket);
    expect(again.error).toBe("conflict");
    expect((await loginBySms(optional, member)).error).toBe("second_factor_required");
  });
});
