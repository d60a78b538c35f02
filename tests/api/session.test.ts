import { request } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { sha256 } from "#server/platform/ids.ts";
import { Client } from "../support/api/Client.ts";
import { freshCode, logIn, sessionOf } from "../support/api/login.ts";
import { newPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
const day = 86_400_000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(() => app.clock.freeze());

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

/** What asking for the own account answers with this token. */
async function statusWith(token: string): Promise<number> {
  return (await new Client(app.server, token).call(userEndpoints.info)).status;
}

describe("logging in", () => {
  test("makes an account at the first time and finds it again at the next", async () => {
    const phone = newPhone();
    const first = await sessionOf(app, phone);
    expect(first).toMatchObject({ is_new: true, user: { points: 0, has_wechat: false, avatar: null } });
    expect(first.user.phone).toBe(`${phone.phone.slice(0, 3)}****${phone.phone.slice(-4)}`);
    expect(first.user.invite_code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
    app.clock.pass(minute);
    const second = await sessionOf(app, phone);
    expect(second).toMatchObject({ is_new: false, user: { user_id: first.user.user_id } });
    expect(second.token).not.toBe(first.token);
  });

  test("gives one session and makes one account when a code is sent ten times at once", async () => {
    const phone = newPhone();
    const code = await freshCode(app, phone);
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(app, phone, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
    expect(await app.sql("select id from users where phone = $1", [phone.phone])).toHaveLength(1);
  });

  test("is refused for an account that was switched off, and its sessions end", async () => {
    const phone = newPhone();
    const { token, user } = await sessionOf(app, phone);
    await app.sql("update users set disabled_at = now() where id = $1", [user.user_id]);
    expect(await statusWith(token)).toBe(401);
    app.clock.pass(minute);
    expect(await logIn(app, phone, await freshCode(app, phone))).toMatchObject({
      status: 403,
      error: "forbidden",
    });
  });
});

describe("an invite code at login", () => {
  const inviterOf = async (userId: string) =>
    (
      await app.sql<{ inviter_id: string }>("select inviter_id from invites where invitee_id = $1", [userId])
    )[0]?.inviter_id;

  test("binds to the inviter, once: the first one wins", async () => {
    const [first, second] = [await sessionOf(app, newPhone()), await sessionOf(app, newPhone())];
    const phone = newPhone();
    const invited = await sessionOf(app, phone, { invite_code: ` ${first.user.invite_code.toLowerCase()} ` });
    app.clock.pass(minute);
    await sessionOf(app, phone, { invite_code: second.user.invite_code });
    expect(await inviterOf(invited.user.user_id)).toBe(first.user.user_id);
  });

  test.each(["NOSUCH22", "'; drop table users; --", "邀请", ""])(
    "that is wrong (%j) never blocks",
    async (code) => {
      const session = await sessionOf(app, newPhone(), { invite_code: code });
      expect(session.is_new).toBe(true);
      expect(await inviterOf(session.user.user_id)).toBeUndefined();
    },
  );

  test("of one's own changes nothing", async () => {
    const phone = newPhone();
    const own = await sessionOf(app, phone);
    app.clock.pass(minute);
    await sessionOf(app, phone, { invite_code: own.user.invite_code });
    expect(await inviterOf(own.user.user_id)).toBeUndefined();
  });

  test("M23: that would close a circle changes nothing", async () => {
    const [a, b, c] = [newPhone(), newPhone(), newPhone()];
    const first = await sessionOf(app, a);
    const second = await sessionOf(app, b, { invite_code: first.user.invite_code });
    const third = await sessionOf(app, c, { invite_code: second.user.invite_code });
    app.clock.pass(minute);
    await sessionOf(app, a, { invite_code: third.user.invite_code });
    expect(await inviterOf(first.user.user_id)).toBeUndefined();
    expect(await inviterOf(third.user.user_id)).toBe(second.user.user_id);
  });

  test("M23: of two people who invite each other at the same moment binds one of them only", async () => {
    for (let round = 0; round < 8; round++) {
      const phones = [newPhone(), newPhone()] as const;
      const [a, b] = [await sessionOf(app, phones[0]), await sessionOf(app, phones[1])];
      app.clock.pass(minute);
      const codes = [await freshCode(app, phones[0]), await freshCode(app, phones[1])] as const;
      await Promise.all([
        logIn(app, phones[0], codes[0], { invite_code: b.user.invite_code }),
        logIn(app, phones[1], codes[1], { invite_code: a.user.invite_code }),
      ]);
      const bound = [await inviterOf(a.user.user_id), await inviterOf(b.user.user_id)];
      expect(bound.filter((one) => one !== undefined)).toHaveLength(1);
    }
  });
});

describe("A13: a session", () => {
  test("is kept as a hash only", async () => {
    const { token } = await sessionOf(app, newPhone());
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await app.sql("select audience from tokens where hash = $1", [sha256(token)])).toHaveLength(1);
    expect(await app.sql("select 1 from tokens t where t::text like '%' || $1 || '%'", [token])).toEqual([]);
  });

  test("lives for thirty days from its last use", async () => {
    const { token } = await sessionOf(app, newPhone());
    for (let n = 0; n < 3; n++) {
      app.clock.pass(29 * day);
      expect(await statusWith(token)).toBe(200);
    }
    app.clock.pass(30 * day);
    expect(await statusWith(token)).toBe(401);
  });

  test("A11: ends at logout, on the server, and the others of the same customer go on", async () => {
    const phone = newPhone();
    const here = await sessionOf(app, phone);
    app.clock.pass(minute);
    const there = await sessionOf(app, phone);
    expect((await new Client(app.server, here.token).call(userEndpoints.logout)).status).toBe(200);
    expect([await statusWith(here.token), await statusWith(there.token)]).toEqual([401, 200]);
    expect((await new Client(app.server, here.token).call(userEndpoints.logout)).status).toBe(401);
  });

  test("is one of ten at most: the oldest goes", async () => {
    const phone = newPhone();
    const tokens: string[] = [];
    for (let n = 0; n < 12; n++) {
      tokens.push((await sessionOf(app, phone)).token);
      app.clock.pass(3 * 3_600_000);
    }
    expect(await Promise.all(tokens.map(statusWith))).toEqual([401, 401, ...Array(10).fill(200)]);
  });
});

describe("A5: a forged token is refused", () => {
  let good: string;

  beforeAll(async () => {
    good = (await sessionOf(app, newPhone())).token;
  });

  const flip = (token: string) => (token.startsWith("A") ? "B" : "A") + token.slice(1);
  const forgeries: [string, (token: string) => string | undefined][] = [
    ["missing", () => undefined],
    ["empty", () => ""],
    ["bare", (token) => token],
    ["another scheme", (token) => `Basic ${token}`],
    ["lower-case scheme", (token) => `bearer ${token}`],
    ["two blanks", (token) => `Bearer  ${token}`],
    ["a blank behind", (token) => `Bearer ${token} `],
    ["truncated", (token) => `Bearer ${token.slice(0, -1)}`],
    ["longer", (token) => `Bearer ${token}A`],
    ["one bit off", (token) => `Bearer ${flip(token)}`],
    ["the stored hash", (token) => `Bearer ${sha256(token)}`],
    ["null", () => "Bearer null"],
    ["undefined", () => "Bearer undefined"],
    ["SQL", () => "Bearer ' or '1'='1' --"],
    ["two in one header", (token) => `Bearer ${token}, Bearer ${token}`],
    ["huge", () => `Bearer ${"A".repeat(1_000_000)}`],
  ];

  test.each(forgeries)("%s", async (_what, forge) => {
    const authorization = forge(good);
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await new Client(app.server).call(userEndpoints.info, { headers });
    expect(answer).toMatchObject({ status: 401, code: 401, error: "unauthenticated", data: {} });
  });

  test("in the query or a cookie", async () => {
    const url = `${userEndpoints.info.path}?token=${good}&access_token=${good}`;
    const response = await app.server.inject({ url, headers: { cookie: `token=${good}` } });
    expect(response.statusCode).toBe(401);
  });

  test.each([
    ["a good one first", (token: string) => [`Bearer ${token}`, `Bearer ${flip(token)}`]],
    ["a good one last", (token: string) => [`Bearer ${flip(token)}`, `Bearer ${token}`]],
    ["both the same", (token: string) => [`Bearer ${token}`, `Bearer ${token}`]],
  ])("in two headers, %s", async (_what, authorizations) => {
    expect(await wireStatus(authorizations(good))).toBe(401);
    expect(await wireStatus([`Bearer ${good}`])).toBe(200);
  });

  test("of a megabyte over the wire does not get past the parser", async () => {
    expect(await wireStatus([`Bearer ${"A".repeat(1_000_000)}`])).toBe(431);
  });
});

/** The status over a real connection, with these Authorization headers. */
function wireStatus(authorizations: string[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = ["host", "localhost", "connection", "close"].concat(
      ...authorizations.map((value) => ["authorization", value]),
    );
    const call = request(`${app.url}${userEndpoints.info.path}`, { headers });
    call.on("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.on("error", reject);
    call.end();
  });
}
