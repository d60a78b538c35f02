import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { createSession } from "../support/api/login.ts";
import { createCustomer, createPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import {
  createOpenid,
  exchangeCode,
  loginWechatCustomer,
  requestAuthCode,
  setOpenPlatformBehaviour,
} from "../support/api/wechat.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(async () => {
  app.clock.reset();
  await setOpenPlatformBehaviour(app, { authorize: "normal", api: "normal", errcode: -1 });
});

afterAll(async () => {
  await app.close();
});

const getAuthUrl = (redirect_uri: string, scope?: "snsapi_userinfo") =>
  new Client(app.server).call(wechatEndpoints.authUrl, { query: { redirect_uri, ...(scope && { scope }) } });
const countUsers = async (openid: string) =>
  (await app.sql<{ n: number }>("select count(*) as n from users where openid = $1", [openid]))[0]!.n;

/** Follows the authorisation page as a browser does; returns where it redirects to. */
async function followAuthorisation(url: string): Promise<URL> {
  const response = await fetch(url, { redirect: "manual" });
  expect(response.status).toBe(302);
  return new URL(response.headers.get("location")!);
}

describe("the URL of the authorisation page", () => {
  test("has the documented parameter order, silent unless requested otherwise", async () => {
    const page = `${app.url}/wechat-callback?from=a b&x=%E9%A3%9F`;
    const { data } = await getAuthUrl(page);
    const base = `${app.sandbox.url}/connect/oauth2/authorize?appid=${app.keys.appid}`;
    expect(data.url).toBe(
      `${base}&redirect_uri=${encodeURIComponent(page)}&response_type=code&scope=snsapi_base&state=${data.state}#wechat_redirect`,
    );
    expect(data.state).toMatch(/^[0-9A-Za-z]{32,128}$/);
    expect((await getAuthUrl(page)).data.state).not.toBe(data.state);
    expect((await getAuthUrl(page, "snsapi_userinfo")).data.url).toContain("&scope=snsapi_userinfo&");
  });

  test("redirects back with a code and the same state, from the client's own origin too", async () => {
    for (const origin of [app.url, app.sandbox.wechatUrl]) {
      const { data } = await getAuthUrl(`${origin}/wechat-callback`);
      const back = await followAuthorisation(data.url);
      expect(back.origin + back.pathname).toBe(`${origin}/wechat-callback`);
      expect(back.searchParams.get("state")).toBe(data.state);
      expect((await exchangeCode(app, back.searchParams.get("code")!)).status).toBe(200);
    }
  });

  test("redirects back without a code when the user refuses", async () => {
    const { data } = await getAuthUrl(`${app.url}/wechat-callback`);
    await setOpenPlatformBehaviour(app, { authorize: "refuse" });
    const back = await followAuthorisation(data.url);
    expect([...back.searchParams.keys()]).toEqual(["state"]);
  });

  test.each([
    "https://evil.example/wechat-callback",
    "//evil.example/",
    "/wechat-callback",
    "javascript:alert(1)",
    "data:text/html,x",
  ])("is not shown for %s", async (page) => {
    expect(await getAuthUrl(page)).toMatchObject({ status: 400, error: "validation" });
  });

  test("is refused for addresses that only look like this app's", async () => {
    const { host, port } = new URL(app.url);
    const strange = [
      `http://${host}@evil.example/`,
      `http://${host}.evil.example/`,
      `https://${host}/`,
      `http://127.0.0.1:${Number(port) + 1}/`,
      `http://user:pw@${host}/`,
      `http:\\\\${host}\\@evil.example`,
      ` ${app.url}/`,
      `http:/${host}/`,
    ];
    for (const page of strange)
      expect({ page, ...(await getAuthUrl(page)) }).toMatchObject({ page, status: 400, error: "validation" });
  });
});

describe("a code", () => {
  test("creates an account at the first visit and finds it at the next", async () => {
    const openid = createOpenid();
    const first = await exchangeCode(app, await requestAuthCode(app, { user: openid }));
    expect(first.data).toMatchObject({ is_new: true, user: { phone: null, has_wechat: true, points: 0 } });
    const second = await exchangeCode(app, await requestAuthCode(app, { user: openid }));
    expect(second.data).toMatchObject({ is_new: false, user: { user_id: first.data.user.user_id } });
    const info = await new Client(app.server, first.data.token).data(userEndpoints.info);
    expect(info).toEqual(second.data.user);
  });

  test("sent twice within a minute gives one session, also twenty times concurrently", async () => {
    const openid = createOpenid();
    const code = await requestAuthCode(app, { user: openid });
    const responses = await Promise.all(Array.from({ length: 20 }, () => exchangeCode(app, code)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ data }) => data.token)).size).toBe(1);
    app.clock.advance(59_000);
    expect((await exchangeCode(app, code, { token: responses[0]!.data.token })).data).toEqual(
      responses[0]!.data,
    );
    expect(await countUsers(openid)).toBe(1);
  });

  test("is invalid after a minute, and its session is saved nowhere in plain text", async () => {
    const code = await requestAuthCode(app, { user: createOpenid() });
    const { data } = await exchangeCode(app, code);
    const storedQuery = "select 1 from cache_entries v where v::text like '%' || $1 || '%'";
    expect(await app.sql(storedQuery, [data.token])).toEqual([]);
    expect(await app.sql(storedQuery, [code])).toEqual([]);
    app.clock.advance(61_000);
    expect(await exchangeCode(app, code)).toMatchObject({ status: 401, error: "bad_code" });
  });

  test("unknown to WeChat is refused, also when repeated", async () => {
    for (const code of ["made-up", "made-up", "'; drop table users; --"]) {
      expect(await exchangeCode(app, code)).toMatchObject({ status: 401, error: "bad_code" });
    }
  });

  test("of a snapshot page creates no account and binds none", async () => {
    const users = async () => (await app.sql<{ n: number }>("select count(*) as n from users"))[0]!.n;
    const customer = await createCustomer(app);
    const before = await users();
    for (const token of [null, customer.token]) {
      const code = await requestAuthCode(app, { snapshot: true });
      for (let n = 0; n < 2; n++)
        expect(await exchangeCode(app, code, { token })).toMatchObject({
          status: 422,
          error: "snapshot_user",
        });
    }
    expect(await users()).toBe(before);
    expect((await customer.data(userEndpoints.info)).has_wechat).toBe(false);
  });

  test("carries the invite code of the first visit", async () => {
    const inviter = await createSession(app, createPhone());
    const code = await requestAuthCode(app, { user: createOpenid() });
    const { data } = await exchangeCode(app, code, { invite_code: inviter.user.invite_code });
    expect(
      await app.sql("select inviter_id from invites where invitee_id = $1", [data.user.user_id]),
    ).toEqual([{ inviter_id: inviter.user.user_id }]);
  });

  test("of a disabled account logs in nowhere", async () => {
    const customer = await loginWechatCustomer(app);
    await app.sql("update users set disabled_at = now() where id = $1", [customer.userId]);
    const response = await exchangeCode(app, await requestAuthCode(app, { user: customer.openid }));
    expect(response).toMatchObject({ status: 403, error: "forbidden" });
  });
});

describe("a code sent by a logged-in customer", () => {
  test("binds a free WeChat user to the account, and only fills the profile when asked", async () => {
    const customer = await createCustomer(app);
    const before = await customer.data(userEndpoints.info);
    const openid = createOpenid();
    const silent = await exchangeCode(app, await requestAuthCode(app, { user: openid }), {
      token: customer.token,
    });
    expect(silent.data).toMatchObject({ is_new: false, user: { ...before, has_wechat: true } });
    const agreed = await requestAuthCode(app, { user: openid, scope: "snsapi_userinfo" });
    const filled = await exchangeCode(app, agreed, { token: customer.token, scope: "snsapi_userinfo" });
    expect(filled.data.user).toMatchObject({ user_id: before.user_id, nickname: `微友${openid.slice(-4)}` });
    expect(filled.data.user.avatar).toBe(`${app.sandbox.url}/wechat/avatars/${openid}`);
    expect(await customer.data(userEndpoints.info)).toEqual(filled.data.user);
  });

  test("never takes another account's WeChat user, nor gives an account a second one", async () => {
    const stranger = await loginWechatCustomer(app);
    const customer = await createCustomer(app);
    const code = await requestAuthCode(app, { user: stranger.openid });
    expect(await exchangeCode(app, code, { token: customer.token })).toMatchObject({
      status: 409,
      error: "conflict",
    });
    expect((await customer.data(userEndpoints.info)).has_wechat).toBe(false);
    const other = await requestAuthCode(app, { user: createOpenid() });
    expect(await exchangeCode(app, other, { token: stranger.token })).toMatchObject({ status: 409 });
    expect((await stranger.data(userEndpoints.info)).user_id).toBe(stranger.userId);
  });

  test("reveals no other customer's session within the minute", async () => {
    const code = await requestAuthCode(app, { user: createOpenid() });
    await exchangeCode(app, code);
    const someUser = await createCustomer(app);
    expect(await exchangeCode(app, code, { token: someUser.token })).toMatchObject({
      status: 401,
      error: "bad_code",
    });
  });

  test("binds to one of two accounts that request the same WeChat user concurrently", async () => {
    const openid = createOpenid();
    const [a, b] = [await createCustomer(app), await createCustomer(app)];
    const codes = [
      await requestAuthCode(app, { user: openid }),
      await requestAuthCode(app, { user: openid }),
    ] as const;
    const responses = await Promise.all([
      exchangeCode(app, codes[0], { token: a.token }),
      exchangeCode(app, codes[1], { token: b.token }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await countUsers(openid)).toBe(1);
  });
});

describe("when WeChat fails", () => {
  test.each([
    ["cuts the connection", { api: "down" }],
    ["answers a page of HTML", { api: "garbage" }],
    ["is busy", { api: "error", errcode: -1 }],
    ["does not know our secret", { api: "error", errcode: 40125 }],
  ] as const)("and %s, the code can be sent again later", async (_how, change) => {
    const code = await requestAuthCode(app, { user: createOpenid() });
    await setOpenPlatformBehaviour(app, change);
    expect(await exchangeCode(app, code)).toMatchObject({ status: 502, error: "wechat_failed" });
    await setOpenPlatformBehaviour(app, { api: "normal" });
    expect((await exchangeCode(app, code)).status).toBe(200);
  });

  test.each([40029, 40163, 41008, 42003, 42007])(
    "with %i, a new authorisation is needed",
    async (errcode) => {
      const code = await requestAuthCode(app, { user: createOpenid() });
      await setOpenPlatformBehaviour(app, { api: "error", errcode });
      expect(await exchangeCode(app, code)).toMatchObject({ status: 401, error: "bad_code" });
    },
  );

  test("by not responding in time, the error is returned", async () => {
    await setOpenPlatformBehaviour(app, { api: "slow", api_delay_ms: 6_000 });
    expect(await exchangeCode(app, await requestAuthCode(app))).toMatchObject({
      status: 502,
      error: "wechat_failed",
    });
  });

  test("by being slow, concurrent requests with one code share one response", async () => {
    const openid = createOpenid();
    const code = await requestAuthCode(app, { user: openid });
    await setOpenPlatformBehaviour(app, { api: "slow", api_delay_ms: 1_000 });
    const responses = await Promise.all([exchangeCode(app, code), exchangeCode(app, code)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[0]!.data.token).toBe(responses[1]!.data.token);
  });
});
