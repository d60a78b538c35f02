// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fingerprintToken } from "#contract/ssr/ssr-state.ts";
import { removeItem, writeJson } from "./lib/storage/storage.ts";

const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response("{}"));

/** Runs the script in a document with this URL. */
async function open(url: string): Promise<void> {
  window.history.replaceState(null, "", url);
  vi.resetModules();
  await import("./entry-early.ts");
}

beforeEach(() => {
  window.localStorage.clear();
  document.documentElement.removeAttribute("class");
  document.documentElement.removeAttribute("style");
  fetched.mockClear();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

test("does nothing for a guest but keep the invite of a link", async () => {
  await open("/?invite_code=abcd2345");
  expect(window.localStorage.getItem("invite_code")).toBe("ABCD2345");
  expect([document.documentElement.className, fetched.mock.calls.length]).toEqual(["", 0]);
});

test("reserves the space of a customer's orders, and hides what is below them on the home page only", async () => {
  window.localStorage.setItem("token", "t");
  window.localStorage.setItem("home_orders", "120px");
  await open("/orders");
  const { style, classList } = document.documentElement;
  expect([style.getPropertyValue("--orders"), classList.contains("awaits-orders")]).toEqual(["120px", false]);
  await open("/");
  expect(classList.contains("awaits-orders")).toBe(true);
});

test("requests a customer's takeaway for the selected address, unless its menu is cached", async () => {
  window.localStorage.setItem("token", "t");
  window.localStorage.setItem("selectedAddress", '{"id":"a 1"}');
  await open("/takeaway-menu");
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe("/api/v1/takeaway-menu/start?address_id=a+1");
  expect(new Headers(init?.headers).get("Authorization")).toBe("Bearer t");
  window.localStorage.setItem("kept_menu_takeaway", "x");
  await open("/takeaway-menu");
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("tells the server of a customer's pages, and does not request the takeaway that came with the document", async () => {
  window.localStorage.setItem("token", "t");
  document.documentElement.setAttribute("data-rendered", "");
  await open("/takeaway-menu");
  expect(fetched).not.toHaveBeenCalled();
  document.documentElement.removeAttribute("data-rendered");
  const fingerprint = fingerprintToken("t");
  expect(document.cookie).toContain(`ssr_state=${fingerprint}.`);
  writeJson("selectedAddress", { id: "a1" });
  expect(document.cookie).toContain(`ssr_state=${fingerprint}.a1`);
  removeItem("token");
  expect(document.cookie).not.toContain(fingerprint);
});

test("hides WeChat's menu on a voucher's page as soon as WeChat is there", async () => {
  const call = vi.fn();
  await open("/self-service?third_party_order_id=V-1");
  vi.stubGlobal("WeixinJSBridge", { call });
  document.dispatchEvent(new Event("WeixinJSBridgeReady"));
  await expect.poll(() => call.mock.calls).toEqual([["hideOptionMenu"]]);
});
