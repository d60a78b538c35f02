// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Session } from "#web/lib/session/Session.ts";
import { readText, writeText } from "#web/lib/storage/storage.ts";
import { RootStore } from "../../app/RootStore.ts";
import { userStore } from "./UserStore.ts";
import { findWechatAuthSession, takeWechatAuthResult } from "./WechatAuthSession.ts";
import { WechatStore } from "./WechatStore.ts";

type Send = NonNullable<ConstructorParameters<typeof ApiClient>[0]["fetch"]>;
type Answer = [status: number, body: unknown];

let answers: Record<string, Answer>;
let sent: { path: string; query: Record<string, string>; token: string | null }[];
let left: string[];

const answer: Send = async (url, init) => {
  const { pathname, searchParams } = new URL(String(url), "http://shop.test");
  const path = pathname.replace("/api/v1/", "");
  const token = new Headers(init?.headers).get("Authorization");
  sent.push({ path, query: Object.fromEntries(searchParams), token });
  const [status, reply] = answers[path] ?? [404, {}];
  return new Response(JSON.stringify(reply), { status });
};

/** Module state of a document: every load creates a new one. */
function load() {
  const session = new Session();
  session.restore();
  const api = new ApiClient({ tokenFor: session.tokenFor, onUnauthenticated: session.expire, fetch: answer });
  const root = new RootStore(api, session);
  const place = { origin: () => "http://shop.test", replace: (url: string) => void left.push(url) };
  return { session, user: root.get(userStore), wechat: new WechatStore(root, place) };
}

const person = { user_id: "u1", phone: null, nickname: "小满", points: 0, has_wechat: true };
const come = (query: string) => load().wechat.completeAuthorization(new URLSearchParams(query));
const refusal = (status: number, error: string): Answer => [status, { code: status, data: { error } }];

/** Makes storage refuse all writes; undone after each test. */
function refuseStorage(): void {
  for (const name of ["localStorage", "sessionStorage"] as const)
    vi.spyOn(window, name, "get").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
}

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  sent = [];
  left = [];
  answers = {
    "wechat/auth-url": [200, { code: 200, data: { url: "https://open.test/a", state: "S1" } }],
    "wechat/callback": [200, { code: 200, data: { token: "t1", is_new: true, user: person } }],
  };
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

test("a login goes to WeChat's page silently and returns to its target, with the invite code", async () => {
  writeText("invite_code", "ABCD2345");
  await load().wechat.startAuthorization({ purpose: "login", target: "/takeaway-menu?x=1" });
  expect(sent[0]?.query).toEqual({
    redirect_uri: "http://shop.test/wechat-callback",
    scope: "snsapi_base",
    target: "/takeaway-menu?x=1",
  });
  await come("code=C1&state=S1");
  expect(sent[1]).toMatchObject({
    path: "wechat/callback",
    query: { code: "C1", scope: "snsapi_base", invite_code: "ABCD2345", state: "S1" },
    token: null,
  });
  expect(left).toEqual(["https://open.test/a", "/takeaway-menu?x=1"]);
  expect([readText("token"), readText("invite_code"), findWechatAuthSession("S1")]).toEqual([
    "t1",
    null,
    null,
  ]);
});

test("the login starts by itself once per visit, across document loads", () => {
  const first = load().wechat;
  expect([first.tryAutoLogin(), first.tryAutoLogin(), load().wechat.tryAutoLogin()]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ["a refusal", "state=S1", "refused"],
  ["a refusal in words", "code=&state=S1", "refused"],
])("%s falls back to the login by SMS, and no code is sent", async (_what, query, result) => {
  await load().wechat.startAuthorization({ purpose: "login", target: "/orders" });
  await come(query);
  expect(left[1]).toBe(`/login?redirect=%2Forders&wechat=${result}`);
  expect(sent.map(({ path }) => path)).toEqual(["wechat/auth-url"]);
  expect([readText("token"), findWechatAuthSession("S1")]).toEqual([null, null]);
});

test.each<[Answer, string]>([
  [refusal(401, "bad_code"), "failed"],
  [refusal(502, "wechat_failed"), "failed"],
  [refusal(422, "snapshot_user"), "snapshot"],
  [[200, { code: 200, data: {} }], "failed"],
])("an exchange answered with %j falls back to the login by SMS", async (reply, result) => {
  answers["wechat/callback"] = reply;
  await load().wechat.startAuthorization({ purpose: "login", target: "/" });
  await come("code=C1&state=S1");
  expect(left[1]).toBe(`/login?wechat=${result}`);
  expect(readText("token")).toBeNull();
});

test.each(["code=C1&state=other", "code=C1", "code=C1&state=S1-"])(
  "a redirect with %s that was not started here asks the customer first",
  async (query) => {
    await load().wechat.startAuthorization({ purpose: "login", target: "/orders" });
    expect(await come(query)).toEqual({ kind: "unknown", target: "/", code: "C1" });
    expect([left, readText("token")]).toEqual([["https://open.test/a"], null]);
    expect(sent.map(({ path }) => path)).not.toContain("wechat/callback");
    // The own redirect still works.
    await come("code=C2&state=S1");
    expect(left[1]).toBe("/orders");
  },
);

test("a redirect that was not started here, without a code, falls back to the login by SMS", async () => {
  expect([await come("state=S9"), left]).toEqual([{ kind: "left" }, ["/login?wechat=refused"]]);
});

test("when both storages were lost, the server returns the target, and the tap fetches a fresh code", async () => {
  answers["wechat/auth-state"] = [200, { code: 200, data: { purpose: "login", target: "/orders" } }];
  const { wechat } = load();
  const arrival = await wechat.completeAuthorization(new URLSearchParams("code=C1&state=S9"));
  expect(arrival).toEqual({ kind: "unknown", target: "/orders", code: "C1" });
  expect(await wechat.continueLogin({ target: "/orders", code: "C1" })).toEqual({ kind: "left" });
  expect(sent.map(({ path }) => path)).toEqual(["wechat/auth-state", "wechat/auth-url"]);
  await come("code=C2&state=S1");
  expect(left).toEqual(["https://open.test/a", "/orders"]);
});

test.each(["sessionStorage", "localStorage"] as const)(
  "a session survives the loss of the %s",
  async (name) => {
    await load().wechat.startAuthorization({ purpose: "login", target: "/orders" });
    window[name].clear();
    await come("code=C1&state=S1");
    expect([left[1], readText("token")]).toEqual(["/orders", "t1"]);
  },
);

test("a session expires after ten minutes", async () => {
  await load().wechat.startAuthorization({ purpose: "login", target: "/orders" });
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 600_000);
  expect(await come("code=C1&state=S1")).toMatchObject({ kind: "unknown" });
});

test("without storage, one tap uses the present code, and the app continues inside the document", async () => {
  refuseStorage();
  const { wechat, session } = load();
  expect(await wechat.continueLogin({ target: "/orders", code: "C1" })).toEqual({
    kind: "inside",
    target: "/orders",
  });
  expect([left, session.token]).toEqual([[], "t1"]);
  session.clearToken();
});

test("a device that cannot store an attempt gets none after it has returned with nothing", () => {
  refuseStorage();
  expect([load().wechat.tryAutoLogin(true), load().wechat.tryAutoLogin()]).toEqual([false, false]);
});

test("an unknown redirect leads a logged-in customer to the target of the state, and sends no code", async () => {
  writeText("token", "t0");
  await come("code=C1&state=S1");
  answers["wechat/auth-state"] = [200, { code: 200, data: { purpose: "login", target: "//evil.test" } }];
  await come("code=C1&state=S1");
  answers["wechat/auth-state"] = [200, { code: 200, data: { purpose: "login", target: "/orders" } }];
  await come("code=C1&state=S1");
  expect(left).toEqual(["/", "/", "/orders"]);
  expect(sent.map(({ path }) => path)).not.toContain("wechat/callback");
});

test("a payer's redirect continues by the state signed by the server, since it is bound to the session", async () => {
  writeText("token", "t0");
  answers["wechat/auth-state"] = [200, { code: 200, data: { purpose: "payer", target: "/order/o1" } }];
  answers["wechat/payer"] = [200, { code: 200, data: { order_id: "o1" } }];
  await come("code=C1&state=S1");
  expect([left, takeWechatAuthResult("payer")]).toEqual([["/order/o1"], "done"]);
});

test("going back into a finished login does not use its code again", async () => {
  await load().wechat.startAuthorization({ purpose: "login", target: "/orders" });
  writeText("token", "t0");
  await come("code=C1&state=S1");
  expect(left[1]).toBe("/orders");
  expect(sent).toHaveLength(1);
});

test("an authorization for paying proves the payer, keeps the customer and stores the result for the order", async () => {
  writeText("token", "t0");
  answers["wechat/payer-auth-url"] = [200, { code: 200, data: { url: "https://open.test/a", state: "S1" } }];
  answers["wechat/payer"] = [200, { code: 200, data: { order_id: "o1" } }];
  await load().wechat.startAuthorization({ purpose: "payer", target: "/order/o1", orderId: "o1" });
  await come("code=C1&state=S1");
  expect(sent.map(({ path, token }) => [path, token])).toEqual([
    ["wechat/payer-auth-url", "Bearer t0"],
    ["wechat/payer", "Bearer t0"],
  ]);
  expect([left[1], readText("token")]).toEqual(["/order/o1", "t0"]);
  expect([
    takeWechatAuthResult("profile"),
    takeWechatAuthResult("payer"),
    takeWechatAuthResult("payer"),
  ]).toEqual([null, "done", null]);
});

test("another person's WeChat account is not bound, and the customer stays logged in", async () => {
  writeText("token", "t0");
  answers["wechat/callback"] = refusal(409, "conflict");
  await load().wechat.startAuthorization({ purpose: "profile", target: "/profile" });
  expect(sent[0]?.query.scope).toBe("snsapi_userinfo");
  await come("code=C1&state=S1");
  expect([left[1], takeWechatAuthResult("profile"), readText("token")]).toEqual(["/profile", "taken", "t0"]);
});

test.each([
  [[501, {}] as Answer],
  [[200, { code: 200, data: { url: "javascript:alert(1)", state: "S" } }] as Answer],
  [[200, { code: 200, data: { url: "https://open.test/a", state: "" } }] as Answer],
])("an authorization page like %j is refused, and the login is by SMS", async (reply) => {
  answers["wechat/auth-url"] = reply;
  const { wechat, user } = load();
  await expect(wechat.startAuthorization({ purpose: "login", target: "/" })).rejects.toBeInstanceOf(Error);
  expect([left, user.hasWechatFailed, findWechatAuthSession("S1")]).toEqual([[], true, null]);
});

test.each([
  "{",
  "[]",
  '{"state":"","purpose":"login"}',
  '{"state":"S1","purpose":"rob"}',
  '{"state":"S1","purpose":"login"}',
])("a stored session like %s is none", (stored) => {
  window.sessionStorage.setItem("wechat_trip", stored);
  expect(findWechatAuthSession("S1")).toBeNull();
});

test("an authorization leads into this app only", async () => {
  window.sessionStorage.setItem(
    "wechat_trip",
    JSON.stringify({
      state: "S1",
      purpose: "login",
      target: "https://evil.test/",
      expiresAt: Date.now() + 9_000,
    }),
  );
  await come("code=C1&state=S1");
  expect(left).toEqual(["/"]);
});
