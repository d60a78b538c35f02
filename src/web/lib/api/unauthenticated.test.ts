// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endpoint, type Principal } from "#contract/endpoint.ts";
import { ApiClient } from "./ApiClient.ts";
import { buildInit } from "./buildRequest.ts";
import { EventStream } from "./EventStream.ts";
import { fetchFile } from "./fetchFile.ts";
import { prefetch, takePrefetched } from "./prefetch.ts";
import { uploadFile } from "./uploadFile.ts";

/** The 401 rule, for each kind of request. */

const order = endpoint<{ data: unknown }>("GET", "/api/v1/order", "customer");
const image = endpoint<{ data: unknown }>("POST", "/api/v1/image", "staff");
const refusal = { code: 401, msg: "登录已过期", data: { error: "unauthenticated" } };
const wrongCode = { code: 401, msg: "验证码错误或已过期", data: { error: "bad_code" } };

let body: unknown;
let token: string | null;
let expired: Principal[];
/** Runs while the request is under way. */
let meanwhile: () => void;

/** Response of the server to every request. */
function respond(): Response {
  meanwhile();
  return new Response(JSON.stringify(body), { status: 401 });
}

class FakeXhr {
  upload = {};
  status = 401;
  responseText = "";
  onload: () => void = () => undefined;
  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null;
  }
  send(): void {
    meanwhile();
    this.responseText = JSON.stringify(body);
    this.onload();
  }
}

const signal = new AbortController().signal;
const createClient = () =>
  new ApiClient({
    tokenFor: () => token,
    onUnauthenticated: (principal) => {
      expired.push(principal);
      token = null;
    },
    isExpired: (principal) => expired.includes(principal),
    fetch: takePrefetched,
  });

const requests: Record<string, [Principal, (api: ApiClient) => Promise<unknown>]> = {
  call: ["customer", (api) => api.call(order)],
  "response requested by the document": [
    "customer",
    (api) => {
      prefetch(order.path, buildInit(order, {}, token));
      vi.stubGlobal("fetch", () => Promise.reject(new Error("requested twice")));
      return api.call(order);
    },
  ],
  file: ["staff", (api) => fetchFile(api, { principal: "staff", url: "/api/v1/image/1", signal })],
  upload: [
    "staff",
    (api) => uploadFile(api, image, new Blob(["x"]), { onProgress: () => undefined, signal }),
  ],
  "event stream": [
    "staff",
    async (api) => {
      const ignore = () => undefined;
      const options = { url: "/events", principal: "staff", onMessage: ignore, onConnected: ignore } as const;
      const stream = new EventStream({ ...options, api });
      stream.start();
      await new Promise((resolve) => setTimeout(resolve, 10));
      stream.stop();
    },
  ],
};
const kinds = Object.entries(requests).map(([kind, [principal, send]]) => ({ kind, principal, send }));

beforeEach(() => {
  [body, token, expired] = [refusal, "t1", []];
  meanwhile = () => undefined;
  vi.stubGlobal("fetch", () => Promise.resolve().then(respond));
  vi.stubGlobal("XMLHttpRequest", FakeXhr);
});
afterEach(() => {
  window.early = undefined;
  vi.unstubAllGlobals();
});

describe.each(kinds)("a 401 to a $kind", ({ principal, send }) => {
  test("ends the session of its principal once", async () => {
    const api = createClient();
    await send(api).catch(() => undefined);
    await send(api).catch(() => undefined);
    expect(expired).toEqual([principal]);
  });

  test("is ignored if the token was replaced meanwhile", async () => {
    meanwhile = () => {
      token = "t2";
    };
    await send(createClient()).catch(() => undefined);
    expect([token, expired]).toEqual(["t2", []]);
  });
});

// A stream takes no code.
test.each(kinds.filter(({ kind }) => kind !== "event stream"))(
  "a wrong text-message code sent by a $kind ends no session",
  async ({ send }) => {
    body = wrongCode;
    await send(createClient()).catch(() => undefined);
    expect([token, expired]).toEqual(["t1", []]);
  },
);
