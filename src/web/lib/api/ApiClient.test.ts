import { afterEach, expect, test, vi } from "vitest";
import { requestTimeoutMs } from "#contract/constants.ts";
import { endpoint, type Principal } from "#contract/endpoint.ts";
import { commonMessages } from "../commonMessages.ts";
import { ApiClient } from "./ApiClient.ts";
import { ApiError, isAbortError } from "./ApiError.ts";

const mine = endpoint<{ query?: unknown; data: unknown }>("GET", "/api/v1/thing/:id", "customer");
const open = endpoint<{ body?: unknown; data: unknown }>("POST", "/api/v1/open", "public");
const staff = endpoint<{ data: unknown }>("GET", "/api/v1/chat/admin/sessions", "staff");

const tokens: Record<Principal, string | null> = {
  public: "c-token",
  customer: "c-token",
  staff: "s-token",
  either: "c-token",
};

function clientOf(answer: typeof fetch, tokenFor = (principal: Principal) => tokens[principal]) {
  const expired: Principal[] = [];
  const onUnauthenticated = (principal: Principal) => expired.push(principal);
  return { client: new ApiClient({ tokenFor, onUnauthenticated, fetch: answer }), expired };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  vi.fn<typeof fetch>(async () => new Response(JSON.stringify(body), { status, headers }));
const failureOf = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error("the call did not fail")),
    (error) => error,
  );

afterEach(() => vi.useRealTimers());

test("fills the path and the query, sends the token of its principal, and unwraps data", async () => {
  const send = json({ code: 200, msg: "ok", data: [1] });
  const { client } = clientOf(send);
  const input = { params: { id: "a/b" }, query: { page: 1, none: undefined, nil: null } };
  await expect(client.call(mine, input)).resolves.toEqual([1]);
  expect(send.mock.calls[0]?.[0]).toBe("/api/v1/thing/a%2Fb?page=1");
  expect(new Headers(send.mock.calls[0]?.[1]?.headers).get("Authorization")).toBe("Bearer c-token");
  await client.call(staff);
  expect(new Headers(send.mock.calls[1]?.[1]?.headers).get("Authorization")).toBe("Bearer s-token");
});

test("sends a body as JSON, a form as it is, and no header without a token", async () => {
  const send = json({ code: 200, data: null });
  const { client } = clientOf(send, () => null);
  await client.call(open, { body: { a: 1 } });
  const init = send.mock.calls[0]?.[1];
  expect(init?.body).toBe('{"a":1}');
  expect(new Headers(init?.headers).get("Content-Type")).toBe("application/json");
  expect(new Headers(init?.headers).has("Authorization")).toBe(false);
  const form = new FormData();
  await client.call(open, { body: form });
  expect(send.mock.calls[1]?.[1]?.body).toBe(form);
});

test("fetchBody returns the whole body, also if it is a bare array", async () => {
  await expect(clientOf(json([1, 2])).client.fetchBody(open)).resolves.toEqual([1, 2]);
});

test.each([
  [
    409,
    { code: 409, msg: "价格有变动", data: { error: "price_changed", quote: {} } },
    "price_changed",
    "价格有变动",
  ],
  [
    200,
    { code: 422, msg: "未达到起送金额", data: { error: "below_minimum" } },
    "below_minimum",
    "未达到起送金额",
  ],
  [404, { detail: "没有" }, "not_found", "没有"],
  [500, { code: 500, msg: "" }, "internal", commonMessages.failed],
  [418, {}, "internal", commonMessages.failed],
])("maps the response %i %j to the failure %s with a sentence", async (status, body, failure, message) => {
  const error = await failureOf(clientOf(json(body, status)).client.call(open));
  expect(error).toBeInstanceOf(ApiError);
  expect([error.code, error.message]).toEqual([failure, message]);
});

test("keeps the failure's data and retry delay", async () => {
  const body = { code: 429, msg: "太频繁", data: { error: "rate_limited", left: 3 } };
  const error = await failureOf(clientOf(json(body, 429, { "Retry-After": "12" })).client.call(open));
  expect([error.status, error.retryAfterS, error.data.left]).toEqual([429, 12, 3]);
});

test("reports the age of stale responses until the same endpoint returns a fresh one", async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const send = json({ code: 200, data: [] }, 200, { Age: "180" });
  const { client } = clientOf(send);
  expect(client.freshness.staleSince).toBeNull();
  await client.call(open);
  expect(client.freshness.staleSince).toBe(1_000_000 - 180_000);
  send.mockImplementation(async () => new Response('{"code":200,"data":[]}'));
  await client.call(mine, { params: { id: "1" } });
  expect(client.freshness.staleSince).not.toBeNull();
  await client.call(open);
  expect(client.freshness.staleSince).toBeNull();
});

test.each(["<html>", "", "{"])("fails with bad_reply on a response that is not JSON (%j)", async (text) => {
  const { client } = clientOf(async () => new Response(text, { status: 200 }));
  expect((await failureOf(client.call(open))).code).toBe("bad_reply");
  const broken = clientOf(async () => new Response(text, { status: 502 }));
  expect(await failureOf(broken.client.call(open))).toMatchObject({ code: "internal", status: 502 });
});

test("call fails with bad_reply on a response without data", async () => {
  expect((await failureOf(clientOf(json({ code: 200 })).client.call(open))).code).toBe("bad_reply");
});

test("fails with offline without a network, in Chinese", async () => {
  const { client } = clientOf(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await failureOf(client.call(open))).toMatchObject({
    code: "offline",
    message: commonMessages.offline,
  });
});

/** Server that never responds, but rejects on abort. */
const silent: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    const stop = () => reject(new DOMException("aborted", "AbortError"));
    if (init?.signal?.aborted === true) stop();
    init?.signal?.addEventListener("abort", stop);
  });

test("fails with timeout after 15 seconds", async () => {
  vi.useFakeTimers();
  const failed = failureOf(clientOf(silent).client.call(open));
  await vi.advanceTimersByTimeAsync(requestTimeoutMs - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await failed).toMatchObject({ code: "timeout", message: commonMessages.timeout });
  expect(vi.getTimerCount()).toBe(0);
});

test("reports a caller's abort as AbortError, not as a failure to show", async () => {
  const stop = new AbortController();
  const failed = failureOf(clientOf(silent).client.call(open, { signal: stop.signal }));
  stop.abort();
  expect(isAbortError(await failed)).toBe(true);
  expect(isAbortError(await failureOf(clientOf(silent).client.call(open, { signal: stop.signal })))).toBe(
    true,
  );
});

const refused = json({ code: 401, msg: "登录已过期", data: { error: "unauthenticated" } }, 401);

test("announces ten parallel 401s once, because the first one drops the token", async () => {
  let token: string | null = "old";
  const expired: Principal[] = [];
  const client = new ApiClient({
    tokenFor: () => token,
    onUnauthenticated: (principal) => {
      expired.push(principal);
      token = null;
    },
    fetch: refused,
  });
  const failures = await Promise.all(Array.from({ length: 10 }, () => failureOf(client.call(mine))));
  expect(failures.map((error) => error.code)).toEqual(Array(10).fill("unauthenticated"));
  expect(expired).toEqual(["customer"]);
});

test("announces a 401 for the token's principal, and never for public endpoints", async () => {
  const { client, expired } = clientOf(refused);
  await failureOf(client.call(staff));
  await failureOf(client.call(open));
  expect(expired).toEqual(["staff"]);
});
