import { request } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { sha256 } from "#server/platform/security/ids.ts";
import { Client } from "../support/api/Client.ts";
import { createSession, login, requestAndReadCode } from "../support/api/login.ts";
import { createPhone } from "../support/api/people.ts";
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

/** Returns the status of the profile request with this token. */
async function getStatus(token: string): Promise<number> {
  return (await new Client(app.server, token).call(userEndpoints.info)).status;
}

describe("logging in", () => {
  test("creates an account the first time and finds it the next time", async () => {
    const phone = createPhone();
    const first = await createSession(app, phone);
    expect(first).toMatchObject({ is_new: true, user: { points: 0, has_wechat: false, avatar: null } });
    expect(first.user.phone).toBe(`${phone.phone.slice(0, 3)}****${phone.phone.slice(-4)}`);
    expect(first.user.invite_code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
    app.clock.advance(minute);
    const second = await createSession(app, phone);
    expect(second).toMatchObject({ is_new: false, user: { user_id: first.user.user_id } });
    expect(second.token).not.toBe(first.token);
  });

  test("gives one session and creates one account when a code is sent ten times concurrently", async () => {
    const phone = createPhone();
    const code = await requestAndReadCode(app, phone);
    const responses = await Promise.all(Array.from({ length: 10 }, () => login(app, phone, code)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
    expect(await app.sql("select id from users where phone = $1", [phone.phone])).toHaveLength(1);
  });

  test("is refused for a disabled account, whose sessions end", async () => {
    const phone = createPhone();
    const { token, user } = await createSession(app, phone);
    await app.sql("update users set disabled_at = now() where id = $1", [user.user_id]);
    expect(await getStatus(token)).toBe(401);
    app.clock.advance(minute);
    expect(await login(app, phone, await requestAndReadCode(app, phone))).toMatchObject({
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
    const [first, second] = [
      await createSession(app, createPhone()),
      await createSession(app, createPhone()),
    ];
    const phone = createPhone();
    const invited = await createSession(app, phone, {
      invite_code: ` ${first.user.invite_code.toLowerCase()} `,
    });
    app.clock.advance(minute);
    await createSession(app, phone, { invite_code: second.user.invite_code });
    expect(await inviterOf(invited.user.user_id)).toBe(first.user.user_id);
  });

  test.each(["NOSUCH22", "'; drop table users; --", "邀请", ""])(
    "that is wrong (%j) never blocks",
    async (code) => {
      const session = await createSession(app, createPhone(), { invite_code: code });
      expect(session.is_new).toBe(true);
      expect(await inviterOf(session.user.user_id)).toBeUndefined();
    },
  );

  test("of the customer's own changes nothing", async () => {
    const phone = createPhone();
    const own = await createSession(app, phone);
    app.clock.advance(minute);
    await createSession(app, phone, { invite_code: own.user.invite_code });
    expect(await inviterOf(own.user.user_id)).toBeUndefined();
  });

  test("that would close a circle changes nothing", async () => {
    const [a, b, c] = [createPhone(), createPhone(), createPhone()];
    const first = await createSession(app, a);
    const second = await createSession(app, b, { invite_code: first.user.invite_code });
    const third = await createSession(app, c, { invite_code: second.user.invite_code });
    app.clock.advance(minute);
    await createSession(app, a, { invite_code: third.user.invite_code });
    expect(await inviterOf(first.user.user_id)).toBeUndefined();
    expect(await inviterOf(third.user.user_id)).toBe(second.user.user_id);
  });

  test("of two customers who invite each other concurrently binds only one of them", async () => {
    for (let round = 0; round < 8; round++) {
      const phones = [createPhone(), createPhone()] as const;
      const [a, b] = [await createSession(app, phones[0]), await createSession(app, phones[1])];
      app.clock.advance(minute);
      const codes = [
        await requestAndReadCode(app, phones[0]),
        await requestAndReadCode(app, phones[1]),
      ] as const;
      await Promise.all([
        login(app, phones[0], codes[0], { invite_code: b.user.invite_code }),
        login(app, phones[1], codes[1], { invite_code: a.user.invite_code }),
      ]);
      const bound = [await inviterOf(a.user.user_id), await inviterOf(b.user.user_id)];
      expect(bound.filter((item) => item !== undefined)).toHaveLength(1);
    }
  });
});

describe("a session", () => {
  test("is saved as a hash only", async () => {
    const { token } = await createSession(app, createPhone());
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await app.sql("select audience from tokens where hash = $1", [sha256(token)])).toHaveLength(1);
    expect(await app.sql("select 1 from tokens t where t::text like '%' || $1 || '%'", [token])).toEqual([]);
  });

  test("lives for thirty days from its last use", async () => {
    const { token } = await createSession(app, createPhone());
    for (let n = 0; n < 3; n++) {
      app.clock.advance(29 * day);
      expect(await getStatus(token)).toBe(200);
    }
    app.clock.advance(30 * day);
    expect(await getStatus(token)).toBe(401);
  });

  test("ends at logout, on the server, and the others of the same customer continue", async () => {
    const phone = createPhone();
    const currentSession = await createSession(app, phone);
    app.clock.advance(minute);
    const otherSession = await createSession(app, phone);
    expect((await new Client(app.server, currentSession.token).call(userEndpoints.logout)).status).toBe(200);
    expect([await getStatus(currentSession.token), await getStatus(otherSession.token)]).toEqual([401, 200]);
    expect((await new Client(app.server, currentSession.token).call(userEndpoints.logout)).status).toBe(401);
  });

  test("is one of ten at most: the oldest is ended", async () => {
    const phone = createPhone();
    const tokens: string[] = [];
    for (let n = 0; n < 12; n++) {
      tokens.push((await createSession(app, phone)).token);
      app.clock.advance(3 * 3_600_000);
    }
    expect(await Promise.all(tokens.map(getStatus))).toEqual([401, 401, ...Array(10).fill(200)]);
  });
});

describe("a forged token is refused", () => {
  let good: string;

  beforeAll(async () => {
    good = (await createSession(app, createPhone())).token;
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
    const response = await new Client(app.server).call(userEndpoints.info, { headers });
    expect(response).toMatchObject({ status: 401, code: 401, error: "unauthenticated", data: {} });
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
    expect(await rawStatus(authorizations(good))).toBe(401);
    expect(await rawStatus([`Bearer ${good}`])).toBe(200);
  });

  test("of a megabyte over the wire is rejected by the parser", async () => {
    expect(await rawStatus([`Bearer ${"A".repeat(1_000_000)}`])).toBe(431);
  });
});

/** Returns the status over a real connection, with these Authorization headers. */
function rawStatus(authorizations: string[]): Promise<number | undefined> {
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
