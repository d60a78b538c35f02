import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { postJson, testSandbox } from "../../testing/testSandbox.ts";
import { RotatingTokens } from "./RotatingTokens.ts";

const HOUR = 3_600_000;

/** Starts a sandbox with an app server that uses its open platform. */
async function setUpPlatform() {
  const sandbox = await testSandbox();
  const { env, url } = sandbox;
  const { WECHAT_APPID: appid, WECHAT_APP_SECRET: secret } = env;
  const get = async (path: string, query: Record<string, string>) => {
    const response = await fetch(`${url}${path}?${new URLSearchParams(query)}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, string>;
  };
  const exchange = (code: string, more: object = {}) =>
    get("/sns/oauth2/access_token", { appid, secret, code, grant_type: "authorization_code", ...more });
  const authorize = (query: string) =>
    fetch(`${url}/connect/oauth2/authorize?${query}`, { redirect: "manual" });
  const page = encodeURIComponent("http://127.0.0.1:8080/wechat-callback?a=1");
  const link = (scope = "snsapi_base", redirect = page) =>
    `appid=${appid}&redirect_uri=${redirect}&response_type=code&scope=${scope}&state=abc`;
  const codeOf = async () =>
    new URL((await authorize(link())).headers.get("location")!).searchParams.get("code")!;
  const behave = (change: object) => postJson(`${url}/wechat/behaviour`, change);
  return { ...sandbox, appid, secret, get, exchange, authorize, link, codeOf, behave };
}

describe("the authorisation page", () => {
  test("redirects silently with a code and the state", async () => {
    const { authorize, link } = await setUpPlatform();
    const answer = await authorize(link());
    expect(answer.status).toBe(302);
    const back = new URL(answer.headers.get("location")!);
    expect(back.href).toMatch(
      /^http:\/\/127\.0\.0\.1:8080\/wechat-callback\?a=1&code=[0-9a-f]{32}&state=abc$/,
    );
  });

  test("requests the profile; agreeing gives a code, refusing none", async () => {
    const { authorize, link, url } = await setUpPlatform();
    const consentPage = await (await authorize(link("snsapi_userinfo"))).text();
    const links = [...consentPage.matchAll(/href="(\/connect[^"]*)"/g)].map(([, href]) =>
      href!.replaceAll("&amp;", "&"),
    );
    expect(links).toHaveLength(2);
    const follow = async (href: string) =>
      new URL((await fetch(`${url}${href}`, { redirect: "manual" })).headers.get("location")!).searchParams;
    expect((await follow(links[0]!)).get("code")).toMatch(/^[0-9a-f]{32}$/);
    const refused = await follow(links[1]!);
    expect([refused.get("code"), refused.get("state")]).toEqual([null, "abc"]);
  });

  test("can be refused, and can be down; its redirects are recorded", async () => {
    const { authorize, link, behave, url } = await setUpPlatform();
    await behave({ authorize: "refuse" });
    const back = (await authorize(link())).headers.get("location");
    expect(back).toBe("http://127.0.0.1:8080/wechat-callback?a=1&state=abc");
    await behave({ authorize: "down" });
    await expect(authorize(link())).rejects.toThrow();
    const books = (await (await fetch(`${url}/wechat/books`)).json()) as { returns: string[] };
    expect(books.returns).toEqual([back]);
  });

  test("does not redirect from a link that WeChat would reject", async () => {
    const { authorize, link, appid } = await setUpPlatform();
    const wrong = [
      [link("snsapi_base", encodeURIComponent("https://evil.example/")), "10003"],
      [link("snsapi_base", "javascript:alert(1)"), "10003"],
      [link("snsapi_login"), "10005"],
      [link("snsapi_base", ""), "10010"],
      [link().replace(appid, "wx0"), "10013"],
      [link().replace("response_type=code", "response_type=token"), "10014"],
      [`redirect_uri=x&${link().replace(/redirect_uri=[^&]*&/, "")}`, "10015"],
      [link().replace("state=abc", "state=a%20b"), "10016"],
    ] as const;
    for (const [query, code] of wrong) {
      const answer = await authorize(query);
      expect({ query, status: answer.status }).toEqual({ query, status: 200 });
      expect(await answer.text()).toContain(code);
    }
  });
});

describe("a code", () => {
  test("is exchanged once, for the owner of the phone", async () => {
    const { exchange, codeOf, behave, get, appid } = await setUpPlatform();
    await behave({ user: "oSomebody" });
    const code = await codeOf();
    const grant = await exchange(code);
    expect(grant).toMatchObject({ openid: "oSomebody", scope: "snsapi_base", expires_in: 7200 });
    expect(await exchange(code)).toMatchObject({ errcode: 40163 });
    expect(
      await get("/sns/userinfo", { access_token: grant.access_token!, openid: "oSomebody" }),
    ).toMatchObject({
      errcode: 48001,
    });
    const refresh = { appid, grant_type: "refresh_token", refresh_token: grant.refresh_token! };
    expect(await get("/sns/oauth2/refresh_token", refresh)).toMatchObject({ openid: "oSomebody" });
    expect(await get("/sns/oauth2/refresh_token", { ...refresh, refresh_token: "x" })).toMatchObject({
      errcode: 40030,
    });
  });

  test("is rejected with WeChat's own error numbers", async () => {
    const { exchange, codeOf } = await setUpPlatform();
    const code = await codeOf();
    expect(await exchange("unknown")).toMatchObject({ errcode: 40029 });
    expect(await exchange("")).toMatchObject({ errcode: 41008 });
    expect(await exchange(code, { appid: "wx0" })).toMatchObject({ errcode: 40013 });
    expect(await exchange(code, { secret: "wrong" })).toMatchObject({ errcode: 40125 });
    expect((await exchange(code)).openid).toMatch(/^o/);
  });

  test("of a snapshot page belongs to a made-up user", async () => {
    const { exchange, codeOf, behave } = await setUpPlatform();
    await behave({ authorize: "snapshot" });
    const [first, second] = [await exchange(await codeOf()), await exchange(await codeOf())];
    expect(first.is_snapshotuser).toBe(1);
    expect(first.openid).not.toBe(second.openid);
  });
});

describe("the account's token and ticket", () => {
  test("are the same for all callers, and belong together", async () => {
    const { url, appid, secret, get } = await setUpPlatform();
    const stable = async () =>
      (await (
        await postJson(`${url}/cgi-bin/stable_token`, { grant_type: "client_credential", appid, secret })
      ).json()) as { access_token: string; expires_in: number };
    const [one, two] = [await stable(), await stable()];
    expect(one.access_token).toBe(two.access_token);
    expect(one.expires_in).toBeGreaterThan(0);
    const fetchPage = (access_token: string) =>
      get("/cgi-bin/ticket/getticket", { access_token, type: "jsapi" });
    expect(await fetchPage(one.access_token)).toMatchObject({
      errcode: 0,
      ticket: (await fetchPage(two.access_token)).ticket,
    });
    expect(await fetchPage("stolen")).toMatchObject({ errcode: 40001 });
  });

  test("rotate every two hours and overlap for five minutes", () => {
    const tokens = new RotatingTokens("key", 86);
    const start = 100 * 2 * HOUR;
    const first = tokens.current(start);
    expect(first.value).toHaveLength(86);
    expect(first.expiresInS).toBe(7_200);
    const late = start + 2 * HOUR - 60_000;
    expect(tokens.current(late).value).not.toBe(first.value);
    expect(tokens.isValid(first.value, late)).toBe(true);
    expect(tokens.isValid(first.value, start + 2 * HOUR)).toBe(false);
    expect(new RotatingTokens("key", 86).current(start).value).toBe(first.value);
  });
});

test("the client's check of wx.config requires ticket, page and domain to match", async () => {
  const { appid, env, wechatUrl } = await setUpPlatform();
  const ticket = new RotatingTokens(`ticket ${env.WECHAT_APP_SECRET}`, 86).current().value;
  const check = async (url: string, more: object = {}) => {
    const text = `jsapi_ticket=${ticket}&noncestr=n&timestamp=1&url=${url}`;
    const signature = createHash("sha1").update(text).digest("hex");
    const request = { url, appId: appid, timestamp: "1", nonceStr: "n", signature, ...more };
    const answer = await postJson(`${wechatUrl}/__wechat/verify`, request);
    return ((await answer.json()) as { result: string }).result;
  };
  const page = `${wechatUrl}/menu?a=1`;
  expect(await check(page)).toBe("ok");
  expect(await check(page, { url: `${wechatUrl}/other` })).toBe("invalid signature");
  expect(await check("https://evil.example/")).toBe("invalid url domain");
  const behave = (change: object) => postJson(`${wechatUrl}/__wechat/behaviour`, change);
  await behave({ config: "invalid" });
  expect(await check(page)).toBe("invalid signature");
  await behave({ config: "silent" });
  expect(await check(page)).toBe("silent");
  await behave({ config: "normal", authorize: "snapshot" });
  expect(await check(page)).not.toBe("ok");
});

test.each([
  ["error", { api: "error", errcode: 45011 }, { errcode: 45011 }],
  ["slow", { api: "slow", api_delay_ms: 50 }, { errcode: 40029 }],
])("the platform can be %s", async (_how, change, answer) => {
  const { behave, exchange } = await setUpPlatform();
  await behave(change);
  expect(await exchange("unknown")).toMatchObject(answer);
});
