import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import { buildApp } from "#server/app.ts";
import { parseConfig } from "#server/config.ts";
import { signPageUrl } from "#server/modules/wechat/JsSdkSigner.ts";
import { RotatingTokens } from "../../src/sandbox/wechat/open/RotatingTokens.ts";
import { Client } from "../support/api/Client.ts";
import { type HostileServer, startHostileServer } from "../support/api/hostileServer.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { countPlatformRequests, setOpenPlatformBehaviour } from "../support/api/wechat.ts";

let app: TestApp;
let hostile: HostileServer;

beforeAll(async () => {
  [app, hostile] = await Promise.all([startTestApp(), startHostileServer()]);
});

afterEach(async () => {
  app.clock.reset();
  await setOpenPlatformBehaviour(app, { api: "normal" });
  await app.sql("delete from cache_entries where key like 'wechat:%'");
});

afterAll(async () => {
  await Promise.all([app.close(), hostile.close()]);
});

const signUrl = (url: string, server = app.server) =>
  new Client(server).call(wechatEndpoints.jsConfig, { query: { url } });
const currentTicket = () => new RotatingTokens(`ticket ${app.keys.wechatAppSecret}`, 86).current().value;

/** Starts another process of the same installation, optionally with another WeChat. */
async function startOtherServer(settings: Record<string, string> = {}) {
  const config = parseConfig({ ...app.sandbox.env, PUBLIC_URL: app.url, ...settings });
  return (await buildApp({ config, database: app.database, clock: app.clock, logger: false })).server;
}

test("the official sample has the official signature", () => {
  const sample = {
    ticket: "sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg",
    nonceStr: "Wm3WZYTPz0wzccnW",
    timestamp: 1_414_587_457,
    url: "http://mp.weixin.qq.com?params=value",
  };
  expect(signPageUrl(sample)).toBe("0f9de62fce790f9a083d5c99e95740ceb90c27ed");
});

describe("a page", () => {
  test("of this app is signed with its URL without the hash", async () => {
    for (const origin of [app.url, app.sandbox.wechatUrl]) {
      const url = `${origin}/menu?store=1&name=%E9%A3%9F%20单`;
      const { data } = await signUrl(`${url}#list`);
      const { nonceStr, timestamp } = data;
      expect(data.appId).toBe(app.keys.appid);
      expect(data.signature).toBe(signPageUrl({ ticket: currentTicket(), nonceStr, timestamp, url }));
    }
  });

  test("of another origin is never signed", async () => {
    const endpoints = await countPlatformRequests(app);
    const { host } = new URL(app.url);
    const strange = [
      "https://evil.example/",
      `https://${host}/`,
      `http://${host}.evil.example/`,
      `http://${host}@evil.example/`,
      "/menu",
      "#",
      "file:///etc/passwd",
    ];
    for (const url of strange)
      expect({ url, ...(await signUrl(url)) }).toMatchObject({ url, status: 400, error: "validation" });
    expect(await countPlatformRequests(app)).toEqual(endpoints);
  });
});

describe("token and ticket", () => {
  test("are fetched once for twenty calls at two servers on one database, and again when they expire", async () => {
    const second = await startOtherServer();
    const before = await countPlatformRequests(app);
    const fetched = async () => {
      const now = await countPlatformRequests(app);
      return ["/cgi-bin/stable_token", "/cgi-bin/ticket/getticket"].map(
        (path) => (now[path] ?? 0) - (before[path] ?? 0),
      );
    };
    await setOpenPlatformBehaviour(app, { api: "slow", api_delay_ms: 300 });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signUrl(`${app.url}/`, n % 2 ? app.server : second)),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await fetched()).toEqual([1, 1]);
    await setOpenPlatformBehaviour(app, { api: "normal" });
    app.clock.advance(2 * 3_600_000);
    expect((await signUrl(`${app.url}/`)).status).toBe(200);
    expect(await fetched()).toEqual([2, 2]);
    await second.close();
  });

  test("a failure of WeChat is returned, and not cached", async () => {
    for (const api of ["down", "garbage", "error"] as const) {
      await setOpenPlatformBehaviour(app, { api });
      expect(await signUrl(`${app.url}/`)).toMatchObject({ status: 502, error: "wechat_failed" });
    }
    await setOpenPlatformBehaviour(app, { api: "normal" });
    expect((await signUrl(`${app.url}/`)).status).toBe(200);
  });

  test("a process that died while fetching blocks the others only briefly", async () => {
    const until = new Date(app.clock.now().getTime() + 10_000);
    await app.sql("insert into cache_entries values ('wechat:jsapi-ticket:turn', '\"dead\"', $1)", [until]);
    app.clock.advance(10_001);
    expect((await signUrl(`${app.url}/`)).status).toBe(200);
  });

  test("a token that WeChat revoked is replaced once", async () => {
    let tokens = 0;
    hostile.answer = (request, response) => {
      const isToken = request.url?.startsWith("/cgi-bin/stable_token");
      if (isToken) tokens += 1;
      const good = new URL(request.url!, hostile.url).searchParams.get("access_token") === "token-2";
      const ticketAnswer = good
        ? { errcode: 0, ticket: "new-ticket", expires_in: 7200 }
        : { errcode: 40001, errmsg: "invalid credential" };
      const answer = isToken ? { access_token: `token-${tokens}`, expires_in: 7200 } : ticketAnswer;
      response.end(JSON.stringify(answer));
    };
    const server = await startOtherServer({ WECHAT_API_BASE_URL: hostile.url });
    const { data } = await signUrl(`${app.url}/`, server);
    const { nonceStr, timestamp } = data;
    expect(data.signature).toBe(
      signPageUrl({ ticket: "new-ticket", nonceStr, timestamp, url: `${app.url}/` }),
    );
    expect(tokens).toBe(2);
    await server.close();
  });

  test.each([
    ["too long", "x".repeat(70_000)],
    ["without a ticket", '{"errcode":0}'],
    ["of another kind", '{"access_token":5,"expires_in":"soon"}'],
    ["empty", ""],
  ])("an answer that is %s is a failure", async (_how, text) => {
    hostile.answer = (_request, response) => void response.end(text);
    const server = await startOtherServer({ WECHAT_API_BASE_URL: hostile.url });
    expect(await signUrl(`${app.url}/`, server)).toMatchObject({ status: 502, error: "wechat_failed" });
    await server.close();
  });
});
