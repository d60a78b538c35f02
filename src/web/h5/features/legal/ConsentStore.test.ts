import { afterEach, expect, test, vi } from "vitest";
import type { ConsentStatus } from "#contract/legal/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { removeSessionItem, sessionKeys, writeSessionItem } from "#web/lib/storage/sessionStorage.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { ConsentStore, consentStore } from "./ConsentStore.ts";
import { requestConsent } from "./requestConsent.ts";
import { withConsent } from "./withConsent.ts";

const orderEndpoint = { method: "POST", path: "/api/v1/order/create", principal: "customer" } as const;

function status(is_current: boolean, privacy = 1, is_withdrawn = false): ConsentStatus {
  const agreed_version = is_current ? 0 : null;
  const document = { changed_at: null, agreed_version, agreed_at: null, is_current };
  return {
    is_current,
    is_withdrawn,
    documents: [
      { name: "agreement", title: "用户协议", version: 0, ...document },
      { name: "privacy", title: "隐私政策", version: privacy, ...document },
    ],
  };
}

let isLoggedIn = true;

afterEach(() => {
  isLoggedIn = true;
  removeSessionItem(sessionKeys.isWechatLogin);
  vi.useRealTimers();
});

/** Sets up a store whose requests are answered in turn; an answer that is an error is thrown. */
function setUp(...answers: unknown[]) {
  const sent: { path: string; body: unknown }[] = [];
  const call = async (endpoint: { path: string }, input?: { body?: unknown }) => {
    sent.push({ path: endpoint.path, body: input?.body });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const api = { call, hasToken: () => isLoggedIn } as unknown as Pick<ApiClient, "call">;
  const store = new ConsentStore(api);
  const root = { api, get: (key: unknown) => (key === consentStore ? store : undefined) };
  return { store, root: root as unknown as RootStore, sent };
}

const refusal = new ApiError("consent_required", "请先同意", { status: 422 });

test("who lacks consent is asked at a visit, who withdrew it is not", async () => {
  const { store } = setUp(status(false), status(false, 1, true));
  await store.check();
  expect(store.isAsking).toBe(true);
  store.dismiss();
  await store.check();
  expect(store.isAsking).toBe(false);
});

test("a tap is answered though the check of the visit begins meanwhile", async () => {
  const call = (_endpoint: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      setTimeout(() => resolve(status(true)), 0);
    });
  const store = new ConsentStore({ call } as unknown as Pick<ApiClient, "call">);
  const [isAgreed] = await Promise.all([store.request(), store.check()]);
  expect(isAgreed).toBe(true);
});

test("a refused request is sent again, unchanged, once the customer agrees", async () => {
  const { store, root, sent } = setUp(refusal, status(false), status(true), { order_id: "o1" });
  const body = { client_key: "key-1" };
  const answer = withConsent(root).call(orderEndpoint as never, { body } as never);
  await vi.waitFor(() => expect(store.isAsking).toBe(true));
  await store.agree();
  expect(await answer).toEqual({ order_id: "o1" });
  expect(sent[2]?.body).toEqual({ shown: { agreement: 0, privacy: 1 }, via: "update" });
  expect([sent[0], sent[3]].map((one) => one?.body)).toEqual([body, body]);
});

test("without an agreement the refusal stands, as do other refusals", async () => {
  const other = new ApiError("price_changed", "", { status: 409 });
  const { store, root } = setUp(refusal, status(false), other);
  const answer = withConsent(root).call(orderEndpoint as never);
  answer.catch(() => undefined);
  await vi.waitFor(() => expect(store.isAsking).toBe(true));
  store.dismiss();
  await expect(answer).rejects.toBe(refusal);
  await expect(withConsent(root).call(orderEndpoint as never)).rejects.toBe(other);
});

test.each([
  ["the state of the consent cannot be had", new ApiError("timeout", "")],
  ["the agreement does not load", new TypeError("error loading dynamically imported module")],
])("when %s, the refusal stands instead of an unknown outcome", async (_, failure) => {
  const { root } = setUp(refusal, failure);
  await expect(withConsent(root).call(orderEndpoint as never)).rejects.toBe(refusal);
});

test("a question that is answered by a logout counts as aborted", async () => {
  const { store, root } = setUp(refusal, status(false));
  const answer = withConsent(root).call(orderEndpoint as never);
  answer.catch(() => undefined);
  await vi.waitFor(() => expect(store.isAsking).toBe(true));
  isLoggedIn = false;
  store.resetCustomerData();
  await expect(answer).rejects.toMatchObject({ name: "AbortError" });
});

test("a question that nothing can ask ends by itself, and one whose prompt ends does so too", async () => {
  vi.useFakeTimers();
  const { store } = setUp(status(false), status(false));
  const unasked = store.request();
  await vi.runAllTimersAsync();
  expect(await unasked).toBe(false);
  const endPrompt = store.startPrompt();
  const answer = store.request();
  await vi.runAllTimersAsync();
  expect(store.isAsking).toBe(true);
  endPrompt();
  expect(await answer).toBe(false);
});

test("an agreement names the login as its way only after one through WeChat, and not after a withdrawal", async () => {
  const { store, sent } = setUp(status(false), status(true), status(false, 1, true), status(true));
  writeSessionItem(sessionKeys.isWechatLogin, "1");
  for (const via of ["wechat_login", "update"]) {
    await store.load();
    await store.agree();
    expect(sent.at(-1)?.body).toMatchObject({ via });
  }
});

test("a text that changed meanwhile keeps the question open with the newest version", async () => {
  const { store } = setUp(status(false), status(false, 2), status(true, 2));
  await store.check();
  await store.agree();
  expect([store.isAsking, store.hasChangedMeanwhile]).toEqual([true, true]);
  await store.agree();
  expect([store.isAsking, store.hasChangedMeanwhile]).toEqual([false, false]);
});

test("a host without legal texts asks for nothing", async () => {
  const { root } = setUp(new ApiError("not_found", "", { status: 404 }));
  expect(await requestConsent(root)).toBe(true);
});

test("a logout ends what waits for the answer", async () => {
  const { store } = setUp(status(false));
  const answer = store.request();
  await vi.waitFor(() => expect(store.isAsking).toBe(true));
  store.resetCustomerData();
  expect(await answer).toBe(false);
});
