// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prefetch, takePrefetched } from "./prefetch.ts";

const init = (token: string) => ({
  headers: { Accept: "application/json", Authorization: `Bearer ${token}` },
});
const fetched = vi.fn(async () => new Response("later"));
const take = async (url: string, token: string) => (await takePrefetched(url, init(token))).text();

beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response("ahead"));
  prefetch("/start", init("t"));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  window.early = undefined;
  vi.unstubAllGlobals();
});

test("returns the response of an identical request once", async () => {
  expect([await take("/start", "t"), await take("/start", "t")]).toEqual(["ahead", "later"]);
});

test.each([
  ["another URL", "/start?address_id=a", "t"],
  ["the token of a login meanwhile", "/start", "t2"],
])("sends a request with %s itself", async (_, url, token) => {
  expect(await take(url, token)).toBe("later");
});
