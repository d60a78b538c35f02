import { expect, test, vi } from "vitest";
import type { ConsentStatus } from "#contract/legal/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { ConsentStore, consentStore } from "./ConsentStore.ts";
import { requestConsent } from "./requestConsent.ts";
import { withConsent } from "./withConsent.ts";

const orderEndpoint = { method: "POST", path: "/api/v1/order/create", principal: "customer" } as const;

function status(is_current: boolean, privacy = 1, is_withdrawn = false): ConsentStatus {
  const document = { changed_at: null, agreed_version: 0, agreed_at: null, is_current };
  return {
    is_current,
    is_withdrawn,
    documents: [
      { name: "agreement", title: "用户协议", version: 0, ...document },
      { name: "privacy", title: "隐私政策", version: privacy, ...document },
    ],
  };
}

/** Sets up a store whose requests are answered in turn; an answer that is an error is thrown. */
function setUp(...answers: unknown[]) {
  const sent: { path: string; body: unknown }[] = [];
  const call = async (endpoint: { path: string }, input?: { body?: unknown }) => {
    sent.push({ path: endpoint.path, body: input?.body });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const api = { call } as unknown as Pick<ApiClient, "call">;
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

test("a refused request is sent again, unchanged, once the customer agrees", async () => {
  const { store, root, sent } = setUp(refusal, status(false), status(true), { order_id: "o1" });
  const body = { client_key: "key-1" };
  const answer = withConsent(root).call(orderEndpoint as never, { body } as never);
  await vi.waitFor(() => expect(store.isAsking).toBe(true));
  await store.agree("update");
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

test("a text that changed meanwhile keeps the question open with the newest version", async () => {
  const { store } = setUp(status(false), status(false, 2), status(true, 2));
  await store.check();
  await store.agree("update");
  expect([store.isAsking, store.hasChangedMeanwhile]).toEqual([true, true]);
  await store.agree("update");
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
