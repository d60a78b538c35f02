// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Session } from "#web/lib/session/Session.ts";
import { readSessionItem } from "#web/lib/storage/sessionStorage.ts";
import { readText, writeText } from "#web/lib/storage/storage.ts";
import { defineStore, RootStore } from "../../app/RootStore.ts";
import { hideSelectedAddress } from "../address/hideSelectedAddress.ts";
import { UserStore } from "./UserStore.ts";

type Send = NonNullable<ConstructorParameters<typeof ApiClient>[0]["fetch"]>;
type Answer = [status: number, body: unknown];

let answers: Record<string, Answer>;
let sent: { call: string; body: unknown; token: string | null }[];

const answer: Send = async (url, init) => {
  const call = `${init?.method} ${String(url).replace("/api/v1/", "")}`;
  const body = typeof init?.body === "string" ? JSON.parse(init.body) : null;
  sent.push({ call, body, token: new Headers(init?.headers).get("Authorization") });
  const [status, reply] = answers[call.replace(/\?.*/, "")] ?? [404, {}];
  return new Response(JSON.stringify(reply), { status });
};

function setUp(isInWechat = false) {
  const session = new Session();
  session.restore();
  const api = new ApiClient({ tokenFor: session.tokenFor, onUnauthenticated: session.expire, fetch: answer });
  const root = new RootStore(api, session);
  return { session, root, user: new UserStore(root, isInWechat) };
}

const person = (user_id: string) => ({ user_id, phone: "13812345678", nickname: "小满", points: 1 });
const entered = (token: string, id: string): Answer => [
  200,
  { code: 200, data: { token, user: person(id) } },
];
const credentials = { phone: "13812345678", code: "123456", inviteCode: "" };

beforeEach(() => {
  window.localStorage.clear();
  sent = [];
  answers = { "POST user/login": entered("t1", "u1"), "POST user/logout": [200, { code: 200, data: null }] };
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

test("a login by SMS stores the token and the customer, and sends an invite code only when there is one", async () => {
  const { user, session } = setUp();
  await user.login(credentials);
  expect(sent[0]?.body).toEqual({ phone: "13812345678", code: "123456", loginType: "sms" });
  expect([session.token, user.user?.user_id]).toEqual(["t1", "u1"]);
  writeText("invite_code", "ABCD2345");
  await user.login({ ...credentials, inviteCode: "ABCD2345" });
  expect(sent[1]?.body).toMatchObject({ invite_code: "ABCD2345" });
  expect(readText("invite_code")).toBeNull();
});

test("a refused login changes nothing and carries the server's message", async () => {
  answers["POST user/login"] = [401, { code: 401, msg: "验证码错误或已过期", data: { error: "bad_code" } }];
  const { user, session } = setUp();
  await expect(user.login(credentials)).rejects.toMatchObject({ message: "验证码错误或已过期" });
  expect([session.token, session.expiredPrincipal]).toEqual([null, null]);
});

test("a login without a token is a failure", async () => {
  answers["POST user/login"] = [200, { code: 200, data: {} }];
  await expect(setUp().user.login(credentials)).rejects.toMatchObject({ code: "bad_reply" });
});

test("another customer on the same device does not find the addresses of the previous one", async () => {
  const { user } = setUp();
  await user.login(credentials);
  writeText("selectedAddress", '{"id":"a"}');
  await user.login(credentials);
  expect(readText("selectedAddress")).not.toBeNull();
  answers["POST user/login"] = entered("t2", "u2");
  await user.login(credentials);
  expect(readText("selectedAddress")).toBeNull();
});

describe("on a host whose login does not name the customer", () => {
  const namesOnlyToken = (token: string): Answer => [200, { code: 200, token }];

  function setUpWithStore() {
    const { user, root } = setUp();
    const resetCustomerData = vi.fn();
    root.get(defineStore(() => ({ resetCustomerData })));
    return { user, resetCustomerData };
  }

  test.each([
    ["resets nothing for the same customer", "u1", 0],
    ["resets the customer's stores for another one", "u2", 1],
  ])("%s", async (_, id, resets) => {
    const { user, resetCustomerData } = setUpWithStore();
    await user.login(credentials);
    answers["POST user/login"] = namesOnlyToken("t2");
    answers["GET user/info"] = [200, { code: 200, data: person(id) }];
    await user.login(credentials);
    expect(sent.at(-1)).toMatchObject({ call: "GET user/info", token: "Bearer t2" });
    expect([user.user?.user_id, resetCustomerData.mock.calls.length]).toEqual([id, resets]);
  });

  test("resets the customer's stores before and after a customer who stays unknown", async () => {
    const { user, resetCustomerData } = setUpWithStore();
    await user.login(credentials);
    writeText("selectedAddress", '{"id":"a"}');
    answers["POST user/login"] = namesOnlyToken("t2");
    await user.login(credentials);
    expect([resetCustomerData.mock.calls.length, readText("selectedAddress")]).toEqual([1, null]);
    answers["POST user/login"] = entered("t3", "u1");
    await user.login(credentials);
    expect(resetCustomerData).toHaveBeenCalledTimes(2);
  });

  test("keeps what a guest chose before the first login", async () => {
    const { user, resetCustomerData } = setUpWithStore();
    answers["POST user/login"] = namesOnlyToken("t1");
    await user.login(credentials);
    expect(resetCustomerData).not.toHaveBeenCalled();
  });
});

describe("an address that was selected before the login expired", () => {
  const address = { id: "a", recipient: "王", phone: "13812345678", poi_location: "121.4,31.2" };

  test("leaves the device except for its id, and is restored for the same customer", async () => {
    const { user } = setUp();
    await user.login(credentials);
    writeText("selectedAddress", JSON.stringify(address));
    hideSelectedAddress();
    expect([readText("selectedAddress"), readText("hidden_address")]).toEqual([null, "a"]);
    answers["GET address/list"] = [200, { code: 200, data: [{ ...address, id: "b" }, address] }];
    await user.login(credentials);
    expect(JSON.parse(readText("selectedAddress") ?? "null")).toMatchObject(address);
    expect(readText("hidden_address")).toBeNull();
  });

  test("is not restored for another customer", async () => {
    const { user } = setUp();
    await user.login(credentials);
    writeText("selectedAddress", JSON.stringify(address));
    hideSelectedAddress();
    answers["POST user/login"] = entered("t2", "u2");
    answers["GET address/list"] = [200, { code: 200, data: [address] }];
    await user.login(credentials);
    expect([readText("selectedAddress"), readText("hidden_address")]).toEqual([null, null]);
  });

  test("does not delay the login when it cannot be loaded", async () => {
    const { user, session } = setUp();
    await user.login(credentials);
    writeText("selectedAddress", JSON.stringify(address));
    hideSelectedAddress();
    answers["GET address/list"] = [500, {}];
    await user.login(credentials);
    expect([session.isLoggedIn, readText("selectedAddress")]).toEqual([true, null]);
  });
});

test("the login page does not log a customer in again after a logout", async () => {
  const { user } = setUp(true);
  await user.logout();
  expect(readSessionItem("wechat_tried")).not.toBeNull();
});

test("logout ends the session here at once and on the server, and keeps the staff token", async () => {
  const { user, session } = setUp();
  await user.login(credentials);
  session.setServiceToken("s");
  writeText("selectedAddress", '{"id":"a"}');
  await user.logout();
  expect(sent.at(-1)).toMatchObject({ call: "POST user/logout", token: "Bearer t1" });
  expect([session.token, session.serviceToken, user.user]).toEqual([null, "s", undefined]);
  expect(readText("selectedAddress")).toBeNull();
});

test.each<Answer>([
  [401, { code: 401, data: { error: "unauthenticated" } }],
  [500, {}],
])("a logout answered with %i is still a logout, without an expiry message", async (...reply) => {
  const { user, session } = setUp();
  await user.login(credentials);
  answers["POST user/logout"] = reply;
  await user.logout();
  expect([session.token, session.expiredPrincipal]).toEqual([null, null]);
});

test("customer data belongs to the token it was fetched with", async () => {
  answers["GET user/info"] = [200, { code: 200, data: person("u1") }];
  const { user, session } = setUp();
  session.setToken("t1");
  await user.load();
  expect(user.user?.nickname).toBe("小满");
  session.setToken("t2");
  expect(user.user).toBeUndefined();
});

test("the wait before another code is the server's, else a minute", async () => {
  answers["POST user/send-code"] = [200, { code: 200, data: { resend_after: 42, expires_in: 300 } }];
  expect(await setUp().user.sendCode("13812345678", () => undefined)).toBe(42);
  answers["POST user/send-code"] = [200, { code: 200, msg: "ok" }];
  expect(await setUp().user.sendCode("13812345678", () => undefined)).toBe(60);
});

test("the login type is WeChat inside WeChat until anything there fails", () => {
  expect(setUp(false).user.loginType).toBe("sms");
  const { user } = setUp(true);
  expect(user.loginType).toBe("wechat");
  user.markWechatFailed();
  expect([user.loginType, user.hasWechatFailed]).toEqual(["sms", true]);
});

test("binding a phone keeps the customer logged in and clears the data fetched before", async () => {
  const { user, session } = setUp();
  await user.login(credentials);
  answers["PUT user/info"] = [200, { code: 200, data: person("u0") }];
  await user.bindPhone("13900001111", "123456");
  expect(sent.at(-1)?.body).toEqual({ phone: "13900001111", code: "123456" });
  expect([session.token, user.user?.user_id, readText("last_user")]).toEqual(["t1", "u0", "u0"]);
});

test("a wrong code while binding a phone does not end the session", async () => {
  const { user, session } = setUp();
  await user.login(credentials);
  answers["PUT user/info"] = [401, { code: 401, msg: "验证码错误或已过期", data: { error: "bad_code" } }];
  await expect(user.bindPhone("13900001111", "1")).rejects.toMatchObject({ code: "bad_code" });
  expect([session.token, session.expiredPrincipal]).toEqual(["t1", null]);
});
