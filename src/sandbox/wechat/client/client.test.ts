import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { merchantClient } from "../../testing/merchantClient.ts";
import { postJson, testSandbox } from "../../testing/testSandbox.ts";
import { clientScript } from "./script/clientScript.ts";
import { USER_AGENTS } from "./userAgents.ts";
import { toWgs84 } from "./wgs84.ts";

const PAGE = "<!doctype html><html><head lang='x'><script>first()</script></head><body>食单</body></html>";

/** Starts a product server that echoes requests, and a client in front of it. */
async function setUpClient() {
  const requested: { request: IncomingMessage; body: string }[] = [];
  const app = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requested.push({ request, body: Buffer.concat(chunks).toString() });
      const isPage = !request.url?.startsWith("/api");
      response.writeHead(request.url === "/gone" ? 404 : 200, {
        "content-type": isPage ? "text/html; charset=utf-8" : "application/json",
        "content-security-policy": "script-src 'self'",
        etag: '"1"',
      });
      response.end(isPage ? PAGE : '{"code":200}');
    });
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    app.closeAllConnections();
    app.close();
  });
  const appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  const sandbox = await testSandbox({ appUrl });
  const post = async (path: string, body: object) =>
    (await (await postJson(`${sandbox.wechatUrl}/__wechat/${path}`, body)).json()) as Record<string, unknown>;
  return { ...sandbox, requested, post };
}

describe("the proxy", () => {
  test("inserts its script before anything else of a page and leaves the rest unchanged", async () => {
    const { wechatUrl, requested } = await setUpClient();
    const headers = { accept: "text/html", "if-none-match": '"1"', "accept-encoding": "gzip" };
    const answer = await fetch(`${wechatUrl}/menu?a=1`, { headers });
    const script = '<script src="/__wechat/client.js"></script>';
    expect(await answer.text()).toBe(PAGE.replace("<head lang='x'>", `<head lang='x'>${script}`));
    expect(answer.headers.get("content-security-policy")).toBe("script-src 'self'");
    expect(answer.headers.get("etag")).toBeNull();
    expect(requested[0]?.request.url).toBe("/menu?a=1");
    expect(requested[0]?.request.headers["if-none-match"]).toBeUndefined();
  });

  test("forwards to https too, and says when nothing answers there", async () => {
    // Nothing listens on port 1.
    const { wechatUrl } = await testSandbox({ appUrl: "https://127.0.0.1:1" });
    for (let nth = 1; nth <= 2; nth++) {
      const answer = await fetch(`${wechatUrl}/menu`);
      expect(answer.status).toBe(502);
      expect(await answer.text()).toContain("https://127.0.0.1:1");
    }
  });

  test("forwards requests unchanged, except for WeChat's user agent", async () => {
    const { wechatUrl, requested, post } = await setUpClient();
    const send = (agent: string) =>
      fetch(`${wechatUrl}/api/x`, {
        method: "POST",
        headers: { "user-agent": agent, "content-type": "application/json", authorization: "Bearer t" },
        body: '{"a":1}',
      });
    const answer = await send("Chrome/140");
    expect([await answer.json(), answer.headers.get("etag")]).toEqual([{ code: 200 }, '"1"']);
    await post("behaviour", { platform: "ios" });
    await send("Chrome/140");
    await send("iPhone MicroMessenger/8.0.1");
    expect(requested.map(({ body }) => body)).toEqual(Array(3).fill('{"a":1}'));
    expect(requested[0]?.request.headers.authorization).toBe("Bearer t");
    expect(requested.map(({ request }) => request.headers["user-agent"])).toEqual([
      USER_AGENTS.android,
      USER_AGENTS.ios,
      "iPhone MicroMessenger/8.0.1",
    ]);
  });

  test("reports an unreachable app, and forwards other responses", async () => {
    const { wechatUrl } = await setUpClient();
    expect((await fetch(`${wechatUrl}/gone`)).status).toBe(404);
    const alone = await testSandbox({ appUrl: "http://127.0.0.1:9" });
    expect((await fetch(`${alone.wechatUrl}/`)).status).toBe(502);
  });
});

describe("the phone", () => {
  test("shows the page in the web-view of a mini-program, and records the page's calls to it", async () => {
    const { wechatUrl, post, requested } = await setUpClient();
    await post("behaviour", { container: "mini_program", storage: "full" });
    const script = await (await fetch(`${wechatUrl}/__wechat/client.js`)).text();
    expect(script).toContain('"agentMark":" MiniProgramEnv/android"');
    expect(script).toContain('"isMiniProgram":true');
    expect(script).toContain('"storage":"full"');
    await fetch(`${wechatUrl}/api/x`);
    expect(requested.at(-1)?.request.headers["user-agent"]).toBe(
      `${USER_AGENTS.android} MiniProgramEnv/android`,
    );
    await post("behaviour", { container: "mini_program_unnamed" });
    await fetch(`${wechatUrl}/api/x`);
    expect(requested.at(-1)?.request.headers["user-agent"]).toBe(USER_AGENTS.android);
    const call = { name: "navigateTo", arg: { url: "/pages/pay?order_id=o1" } };
    await post("mini-program", call);
    expect(await (await fetch(`${wechatUrl}/__wechat/log`)).json()).toMatchObject({ mini_program: [call] });
  });

  test("is changed by the panel's form and by JSON, and rejects unknown values", async () => {
    const { url, wechatUrl, post } = await setUpClient();
    const form = new URLSearchParams({
      platform: "harmony",
      font_size: "4",
      latitude: "30.5",
      authorize: "snapshot",
    });
    const saved = await fetch(`${wechatUrl}/__wechat/behaviour`, {
      method: "POST",
      body: form,
      redirect: "manual",
    });
    expect([saved.status, saved.headers.get("location")]).toEqual([303, "/__wechat"]);
    const state = await (await fetch(`${wechatUrl}/__wechat/behaviour`)).json();
    expect(state).toMatchObject({ platform: "harmony", font_size: 4, latitude: 30.5, authorize: "snapshot" });
    expect(await (await fetch(`${wechatUrl}/__wechat`)).text()).toContain(
      '<option value="harmony" selected>鸿蒙</option>',
    );
    const change = await post("behaviour", { user: "oSomebody", authorize: "normal" });
    expect(change).toMatchObject({ user: "oSomebody", authorize: "normal" });
    expect(await (await fetch(`${url}/wechat/behaviour`)).json()).toMatchObject({
      user: "oSomebody",
      authorize: "normal",
    });
    expect((await postJson(`${wechatUrl}/__wechat/behaviour`, { platform: "symbian" })).status).toBe(400);
  });

  test("returns the position in the requested coordinate system", async () => {
    const { wechatUrl, post } = await setUpClient();
    await post("behaviour", { latitude: 31.1898, longitude: 121.437, location: "denied" });
    const position = async (type: string) =>
      (await (await fetch(`${wechatUrl}/__wechat/position?type=${type}`)).json()) as object;
    expect(await position("gcj02")).toEqual({
      outcome: "denied",
      accuracy: 30,
      latitude: 31.1898,
      longitude: 121.437,
    });
    expect(await position("wgs84")).toMatchObject(toWgs84(31.1898, 121.437));
  });

  test("runs a script that parses with any content", () => {
    const script = clientScript({
      userAgent: `x"'</script>\u2028`,
      agentMark: "",
      fontSize: 2,
      storage: "normal",
      isMiniProgram: false,
      isSnapshot: true,
      isLate: true,
    });
    expect(() => new Function(script)).not.toThrow();
  });

  test("counts all calls, of which it stores the last ones", async () => {
    const { wechatUrl, post } = await setUpClient();
    for (let call = 0; call < 501; call += 1) await post("log", { name: "scanQRCode", result: "ok" });
    const log = await (await fetch(`${wechatUrl}/__wechat/log`)).json();
    expect(log).toMatchObject({ calls: { length: 500 }, call_counts: { scanQRCode: 501 } });
  });

  test("stores calls and shares for tests to read", async () => {
    const { wechatUrl, post } = await setUpClient();
    await post("log", { name: "geoLocation", result: "geo_location:ok" });
    await post("share", { kind: "friend", card: { title: "食单" } });
    await post("share", { kind: "friend", card: { title: "食单" }, isSent: true });
    expect(await (await fetch(`${wechatUrl}/__wechat/log`)).json()).toEqual({
      calls: [{ name: "geoLocation", result: "geo_location:ok" }],
      call_counts: { geoLocation: 1 },
      mini_program: [],
      shares: { friend: { title: "食单" } },
      sent: [{ kind: "friend", card: { title: "食单" }, isSent: true }],
    });
  });
});

test("WGS-84 coordinates are some hundred metres from GCJ-02 ones", () => {
  // Shanghai: published pairs differ by about 0.0019 degrees north and 0.0045 degrees east.
  const { latitude, longitude } = toWgs84(31.1898, 121.437);
  expect(31.1898 - latitude).toBeCloseTo(-0.0019, 3);
  expect(121.437 - longitude).toBeCloseTo(0.0045, 3);
});

test("a sheet with a forged signature, or for another person, is not shown", async () => {
  const { env, post, url } = await setUpClient();
  const { user } = (await (await fetch(`${url}/wechat/behaviour`)).json()) as { user: string };
  const { data } = await merchantClient(env).post("v3/pay/transactions/jsapi", {
    appid: env.WECHAT_PAY_APPID,
    mchid: env.WECHAT_PAY_MCHID,
    description: "食单订单",
    out_trade_no: "trade-sheet",
    notify_url: "http://127.0.0.1:9/notify",
    amount: { total: 4_280, currency: "CNY" },
    payer: { openid: user },
  });
  const { createSign } = await import("node:crypto");
  const sheet = (prepay: string, more: object = {}) => {
    const request = {
      appId: env.WECHAT_APPID,
      timeStamp: "1700000000",
      nonceStr: "n",
      package: `prepay_id=${prepay}`,
    };
    const text = `${request.appId}\n${request.timeStamp}\n${request.nonceStr}\n${request.package}\n`;
    const paySign = createSign("RSA-SHA256").update(text).sign(env.WECHAT_PAY_PRIVATE_KEY, "base64");
    return post("pay/check", { ...request, signType: "RSA", paySign, ...more });
  };
  const prepay = String(data.prepay_id);
  expect(await sheet(prepay)).toEqual({
    outcome: "ask",
    prepay_id: prepay,
    description: "食单订单",
    amount: "¥42.80",
  });
  for (const more of [{ nonceStr: "other" }, { signType: "SHA1" }, { appId: "wx0" }])
    expect(await sheet(prepay, more)).toMatchObject({ fault: expect.any(String) });
  expect(await sheet("wx-unknown")).toMatchObject({ fault: expect.any(String) });
  await post("behaviour", { user: "oSomebodyElse" });
  expect(await sheet(prepay)).toMatchObject({ fault: expect.stringContaining("不是同一个人") });
  await post("behaviour", { user });
  expect(await post("pay/cancel", { prepay_id: prepay })).toEqual({});
  expect(await post("pay/confirm", { prepay_id: prepay })).toEqual({});
  expect(await sheet(prepay)).toMatchObject({ fault: "该订单已支付" });
});
