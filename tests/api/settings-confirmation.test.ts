import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import { chainSettingsEndpoints as endpoints } from "#contract/staff/chain-settings/endpoints.ts";
import { staffMemberEndpoints as members } from "#contract/staff/member/endpoints.ts";
import { createIdempotencyKey } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { createToken } from "../support/api/namedEndpoints.ts";
import { createPhone } from "../support/api/people.ts";
import {
  createAdmin,
  differentCode,
  enrollSecondFactor,
  submitSecondFactor,
  totpCode,
} from "../support/api/secondFactor.ts";
import { readSettings } from "../support/api/settings.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const stepMs = 30_000;
let app: TestApp;
let admin: Client;
let secret: string;
let person: { id: string; phone: string };

beforeAll(async () => {
  app = await startTestApp({ settings: { ADMIN_SECOND_FACTOR: "required" } });
});

beforeEach(async () => {
  app.clock.freeze();
  person = await createAdmin(app);
  const session = await enrollSecondFactor(app, person);
  admin = new Client(app.server, session.token);
  secret = session.secret;
  // The code of the current time step was used to enrol.
  app.clock.advance(stepMs);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

/** Saves another minimum of points to spend, with a code if one is given. */
async function savePoints(changes: { per_yuan: number }, code?: string) {
  const { version, value } = await readSettings(admin, "points");
  return await admin.call(endpoints.save, {
    body: {
      section: "points",
      version,
      value: { ...value, ...changes },
      ...(code !== undefined && { code }),
    },
  });
}

/** Returns another rate than the one that holds. */
async function anotherRate(): Promise<{ per_yuan: number }> {
  return { per_yuan: ((await readSettings(admin, "points")).value.per_yuan % 5) + 1 };
}

describe("a change of points, rewards, refunds or rights", () => {
  test("is saved with a code of the authenticator app, which is good once", async () => {
    const rate = await anotherRate();
    const code = totpCode(app, secret);
    expect(await savePoints(rate, code)).toMatchObject({ status: 200, data: { value: rate } });
    const again = await savePoints(await anotherRate(), code);
    expect(again).toMatchObject({ status: 422, error: "rule_broken", data: { field: "code" } });
    expect((await readSettings(admin, "points")).value).toMatchObject(rate);
  });

  test.each([
    ["no code", () => undefined, "请输入动态验证码"],
    ["a wrong code", () => differentCode(totpCode(app, secret)), "动态验证码错误或已使用"],
  ])("is refused with %s", async (_name, code, message) => {
    const before = await readSettings(admin, "points");
    const refused = await savePoints(await anotherRate(), code());
    expect(refused).toMatchObject({ status: 422, msg: message, data: { field: "code" } });
    expect(await readSettings(admin, "points")).toEqual(before);
  });

  test("ends the sessions after five wrong codes, and the next login waits", async () => {
    const wrong = differentCode(totpCode(app, secret));
    const rate = await anotherRate();
    for (let nth = 0; nth < 5; nth += 1) expect((await savePoints(rate, wrong)).status).toBe(422);
    expect((await admin.call(endpoints.list)).status).toBe(401);
    const late = await submitSecondFactor(app, person, () => totpCode(app, secret));
    expect(late).toMatchObject({ status: 429, error: "rate_limited" });
    app.clock.advance(15 * 60_000);
    const session = await submitSecondFactor(app, person, () => totpCode(app, secret));
    expect(session.status).toBe(200);
  });

  test("tells a conflict before the code is used", async () => {
    const { version, value } = await readSettings(admin, "points");
    await savePoints(await anotherRate(), totpCode(app, secret));
    app.clock.advance(stepMs);
    const code = totpCode(app, secret);
    const body = { section: "points" as const, version, value: { ...value, per_yuan: 9 }, code };
    expect(await admin.call(endpoints.save, { body })).toMatchObject({ status: 409, error: "conflict" });
    expect((await savePoints(await anotherRate(), code)).status).toBe(200);
  });

  test("that changes nothing needs no code", async () => {
    const { value } = await readSettings(admin, "points");
    expect((await savePoints(value)).status).toBe(200);
  });

  test("is refused for a session that began before the second factor was required", async () => {
    const { id } = await createAdmin(app);
    const other = new Client(app.server, await createToken(app, "staff", id));
    const { version, value } = await readSettings(other, "refunds");
    const body = { section: "refunds" as const, version, value: { ...value, agent_max: 100 } };
    expect(await other.call(endpoints.save, { body })).toMatchObject({
      status: 403,
      msg: "请重新登录并绑定验证器后再修改",
    });
  });
});

test("a change of another section needs no code", async () => {
  const { version, value } = await readSettings(admin, "brand");
  const body = { section: "brand" as const, version, value: { ...value, slogan: "现炒现送" } };
  expect((await admin.call(endpoints.save, { body })).status).toBe(200);
});

test("an admin without a second factor, where none is required, needs no code", async () => {
  const demo = await startTestApp();
  try {
    const { id } = await createAdmin(demo);
    const other = new Client(demo.server, await createToken(demo, "staff", id));
    const { version, value } = await readSettings(other, "refunds");
    const body = { section: "refunds" as const, version, value: { ...value, agent_max: 100 } };
    expect((await other.call(endpoints.save, { body })).status).toBe(200);
  } finally {
    await demo.close();
  }
});

describe("what gives an admin's rights", () => {
  const form = (role: "admin" | "agent") => ({
    name: "新同事",
    role,
    phone: createPhone().phone,
    client_key: createIdempotencyKey(),
  });

  test("takes a code when a member is added as an admin, and none for others", async () => {
    const body = form("admin");
    const refused = await admin.call(members.add, { body });
    expect(refused).toMatchObject({ status: 422, data: { field: "code" } });
    expect(await app.sql("select 1 from staff where phone = $1", [body.phone])).toEqual([]);
    const code = totpCode(app, secret);
    expect((await admin.call(members.add, { body: { ...body, code } })).status).toBe(200);
    expect((await admin.call(members.add, { body: form("agent") })).status).toBe(200);
  });

  test("takes a code when a member becomes an admin, and none for another name", async () => {
    const { staff_id } = await admin.data(members.add, { body: form("agent") });
    const body = { staff_id, name: "新同事", role: "admin" as const };
    expect(await admin.call(members.update, { body })).toMatchObject({
      status: 422,
      data: { field: "code" },
    });
    const code = totpCode(app, secret);
    expect((await admin.call(members.update, { body: { ...body, code } })).status).toBe(200);
    expect((await admin.call(members.update, { body: { ...body, name: "老同事" } })).status).toBe(200);
  });

  test("takes a code when the second factor of a colleague is removed", async () => {
    const colleague = await createAdmin(app);
    await enrollSecondFactor(app, colleague);
    const body = { staff_id: colleague.id };
    const refused = await admin.call(adminEndpoints.resetFactor, { body });
    expect(refused).toMatchObject({ status: 422, data: { field: "code" } });
    const code = totpCode(app, secret);
    expect((await admin.call(adminEndpoints.resetFactor, { body: { ...body, code } })).status).toBe(200);
  });
});
