// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiClient } from "#web/shared/api/ApiClient.ts";
import { Session } from "#web/shared/Session.ts";
import { readText, writeText } from "#web/shared/storage.ts";
import { readTrip, takeOutcome } from "../features/user/WechatTrip.ts";
import { RootStore } from "../RootStore.ts";
import { userStore } from "./UserStore.ts";
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

/** What a document holds: a new one is made by every load. */
function load() {
  const session = new Session();
  session.restore();
  const api = new ApiClient({ tokenFor: session.tokenFor, onUnauthenticated: session.expire, fetch: answer });
  const root = new RootStore(api, session);
  const place = { origin: () => "http://shop.test", leave: (url: string) => void left.push(url) };
  return { session, user: root.get(userStore), wechat: new WechatStore(root, place) };
}

const person = { user_id: "u1", phone: null, nickname: "小满", points: 0, has_wechat: true };
const come = (query: string) => load().wechat.arrive(new URLSearchParams(query));
const refusal = (status: number, error: string): Answer => [status, { code: status, data: { error } }];

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

test("a login leaves for WeChat's page silently and comes back to where it was wanted, with the invite code", async () => {
  writeText("invite_code", "ABCD2345");
  await load().wechat.depart("login", "/takeaway-menu?x=1");
  expect(sent[0]?.query).toEqual({
    redirect_uri: "http://shop.test/wechat-callback",
    scope: "snsapi_base",
  });
  await come("code=C1&state=S1");
  expect(sent[1]).toMatchObject({
    path: "wechat/callback",
    query: { code: "C1", scope: "snsapi_base", invite_code: "ABCD2345" },
    token: null,
  });
  expect(left).toEqual(["https://open.test/a", "/takeaway-menu?x=1"]);
  expect([readText("token"), readText("invite_code"), readTrip()]).toEqual(["t1", null, null]);
});

test("the login starts by itself once a visit, over loads of the document", () => {
  const first = load().wechat;
  expect([first.tryOnce(), first.tryOnce(), load().wechat.tryOnce()]).toEqual([true, false, false]);
});

test("who has logged out is not logged in again by the page itself", async () => {
  answers["user/logout"] = [200, { code: 200, data: null }];
  const { user, wechat } = load();
  await user.logout();
  expect(wechat.tryOnce()).toBe(false);
});

test.each([
  ["a forged state", "code=C1&state=other", "failed"],
  ["no state", "code=C1", "failed"],
  ["a refusal", "state=S1", "refused"],
  ["a refusal in words", "code=&state=S1", "refused"],
])("%s ends at the login by SMS, and no code is sent", async (_what, query, result) => {
  await load().wechat.depart("login", "/orders");
  await come(query);
  expect(left[1]).toBe(`/login?redirect=%2Forders&wechat=${result}`);
  expect(sent.map(({ path }) => path)).toEqual(["wechat/auth-url"]);
  expect([readText("token"), readTrip()]).toEqual([null, null]);
});

test.each<[Answer, string]>([
  [refusal(401, "bad_code"), "failed"],
  [refusal(502, "wechat_failed"), "failed"],
  [refusal(422, "snapshot_user"), "snapshot"],
  [[200, { code: 200, data: {} }], "failed"],
])("an exchange answered with %j ends at the login by SMS", async (reply, result) => {
  answers["wechat/callback"] = reply;
  await load().wechat.depart("login", "/");
  await come("code=C1&state=S1");
  expect(left[1]).toBe(`/login?wechat=${result}`);
  expect(readText("token")).toBeNull();
});

test("a return that nobody left for is not believed, whoever is logged in", async () => {
  await come("code=C1&state=S1");
  writeText("token", "t0");
  await come("code=C1&state=S1");
  expect([left, sent]).toEqual([["/login?wechat=failed", "/"], []]);
});

test("going back into a finished login does not use its code again", async () => {
  await load().wechat.depart("login", "/orders");
  writeText("token", "t0");
  await come("code=C1&state=S1");
  expect(left[1]).toBe("/orders");
  expect(sent).toHaveLength(1);
});

test("a trip for paying keeps the customer and leaves word for the order", async () => {
  writeText("token", "t0");
  await load().wechat.depart("openid", "/order/o1");
  await come("code=C1&state=S1");
  expect(sent[1]?.token).toBe("Bearer t0");
  expect(left[1]).toBe("/order/o1");
  expect([takeOutcome("profile"), takeOutcome("openid"), takeOutcome("openid")]).toEqual([
    null,
    "done",
    null,
  ]);
});

test("a stranger's WeChat account is not taken over, and the customer stays logged in", async () => {
  writeText("token", "t0");
  answers["wechat/callback"] = refusal(409, "conflict");
  await load().wechat.depart("profile", "/profile");
  expect(sent[0]?.query.scope).toBe("snsapi_userinfo");
  await come("code=C1&state=S1");
  expect([left[1], takeOutcome("profile"), readText("token")]).toEqual(["/profile", "taken", "t0"]);
});

test.each([
  [[501, {}] as Answer],
  [[200, { code: 200, data: { url: "javascript:alert(1)", state: "S" } }] as Answer],
  [[200, { code: 200, data: { url: "https://open.test/a", state: "" } }] as Answer],
])("a page of authorisation like %j is not gone to, and the login is by SMS", async (reply) => {
  answers["wechat/auth-url"] = reply;
  const { wechat, user } = load();
  await expect(wechat.depart("login", "/")).rejects.toBeInstanceOf(Error);
  expect([left, user.hasWechatFailed, readTrip()]).toEqual([[], true, null]);
});

test.each(["{", "[]", '{"state":"","purpose":"login"}', '{"state":"S1","purpose":"rob"}'])(
  "a kept trip like %s is none",
  (kept) => {
    window.sessionStorage.setItem("wechat_trip", kept);
    expect(readTrip()).toBeNull();
  },
);

test("a trip leads into this app only", async () => {
  window.sessionStorage.setItem(
    "wechat_trip",
    JSON.stringify({ state: "S1", purpose: "login", target: "https://evil.test/" }),
  );
  await come("code=C1&state=S1");
  expect(left).toEqual(["/"]);
});
