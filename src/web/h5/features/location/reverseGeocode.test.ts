// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mapsTimeoutMs } from "#contract/constants.ts";
import { cityAt, cityOfAnswer } from "./reverseGeocode.ts";

const answer = (addressComponent: unknown) => ({ status: "1", regeocode: { addressComponent } });

test.each([
  [answer({ province: "浙江省", city: "杭州市" }), "杭州"],
  [answer({ province: "上海市", city: [] }), "上海"],
  [answer({ province: "重庆市", city: "" }), "重庆"],
  [answer({ province: [], city: [] }), null],
  [{ status: "0", info: "INVALID_USER_KEY" }, null],
  [{ status: "1" }, null],
  [answer(null), null],
  ["<html>", null],
  [null, null],
])("%j lies in %j", (reply, city) => {
  expect(cityOfAnswer(reply)).toBe(city);
});

const settings = { maps_base_url: "https://maps.invalid/amap/", maps_browser_key: "k&1" };
const shanghai = { lat: 31.1898, lng: 121.437 };
let scripts: HTMLScriptElement[];

beforeEach(() => {
  scripts = [];
  vi.useFakeTimers();
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) scripts.push(node);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const receiver = () => (window as unknown as Record<string, unknown>).shidanRegeo;
const failureOf = (promise: Promise<string>) =>
  promise.then(
    () => "no failure",
    (error: Error) => error.message,
  );

test("asks by a script with a fixed callback name, and leaves nothing behind", async () => {
  const city = cityAt(shanghai, settings);
  const url = new URL(scripts[0]?.src ?? "");
  expect(url.origin + url.pathname).toBe("https://maps.invalid/amap/v3/geocode/regeo");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    key: "k&1",
    location: "121.437000,31.189800",
    output: "JSON",
    callback: "shidanRegeo",
  });
  const removed = vi.spyOn(scripts[0] as HTMLScriptElement, "remove");
  (receiver() as (reply: unknown) => void)(answer({ province: "上海市", city: [] }));
  await expect(city).resolves.toBe("上海");
  expect(removed).toHaveBeenCalled();
  expect([receiver(), vi.getTimerCount()]).toEqual([undefined, 0]);
});

test("C12: gives up after 10 seconds of silence", async () => {
  const failed = failureOf(cityAt(shanghai, settings));
  await vi.advanceTimersByTimeAsync(mapsTimeoutMs - 1);
  expect(receiver()).toBeDefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(await failed).toContain("silent");
  expect(receiver()).toBeUndefined();
});

test("C12: a script that fails, or loads without answering, ends the wait at once", async () => {
  const unreachable = failureOf(cityAt(shanghai, settings));
  scripts[0]?.onerror?.(new Event("error"));
  expect(await unreachable).toContain("reached");
  const mute = failureOf(cityAt(shanghai, settings));
  scripts[1]?.onload?.(new Event("load"));
  expect(await mute).toContain("did not answer");
});
