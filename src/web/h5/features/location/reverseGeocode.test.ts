// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mapsTimeoutMs } from "#contract/constants.ts";
import { parseCity, reverseGeocodeCity } from "./reverseGeocode.ts";

const answer = (addressComponent: unknown) => ({ status: "1", regeocode: { addressComponent } });

test.each([
  [answer({ province: "浙江省", city: "杭州市" }), "杭州"],
  [answer({ province: "上海市", city: [] }), "上海"],
  [answer({ province: "重庆市", city: "" }), "重庆"],
  [answer({ province: [], city: [] }), null],
  [{ status: "0", info: "INVALID_USER_KEY" }, null],
  [{ status: "1" }, null],
  [answer(null), null],
  [answer({ province: "上海市", city: "<img src=x onerror=alert(1)>" }), null],
  [answer({ province: "上海市", city: "上海市 https://evil.example" }), null],
  [answer({ province: "上海市", city: "海".repeat(21) }), null],
  [answer({ province: { toString: "上海市" }, city: 7 }), null],
  ["<html>", null],
  [null, null],
])("%j lies in %j", (reply, city) => {
  expect(parseCity(reply)).toBe(city);
});

const settings = { maps_base_url: "https://maps.invalid/amap/", maps_browser_key: "k&1" };
const shanghai = { lat: 31.1898, lng: 121.437 };
/** The opened frames, each with its own window. */
let frames: HTMLIFrameElement[];

beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.spyOn(document.body, "append").mockImplementation((...nodes) => {
    for (const node of nodes)
      if (node instanceof HTMLIFrameElement) {
        Object.defineProperty(node, "contentWindow", { value: { nth: frames.length } });
        frames.push(node);
      }
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const format = (data: unknown, source: unknown = frames.at(-1)?.contentWindow) =>
  window.dispatchEvent(Object.assign(new Event("message"), { data, source }));
const failureOf = (promise: Promise<string>) =>
  promise.then(
    () => "no failure",
    (error: Error) => error.message,
  );

test("requests in a hidden frame without an origin, and leaves nothing behind", async () => {
  const city = reverseGeocodeCity(shanghai, settings);
  const [frame] = frames as [HTMLIFrameElement];
  expect([frame.getAttribute("sandbox"), frame.hidden]).toEqual(["allow-scripts", true]);
  const [document, question = ""] = frame.src.split("#");
  expect(document).toMatch(/\/locate\.html$/);
  const url = new URL(decodeURIComponent(question));
  expect(url.origin + url.pathname).toBe("https://maps.invalid/amap/v3/geocode/regeo");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    key: "k&1",
    location: "121.437000,31.189800",
    output: "JSON",
  });
  const removed = vi.spyOn(frame, "remove");
  format({ answer: answer({ province: "上海市", city: [] }) });
  await expect(city).resolves.toBe("上海");
  expect([removed.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});

test("accepts messages of its own frame only", async () => {
  const failed = failureOf(reverseGeocodeCity(shanghai, settings));
  const good = { answer: answer({ province: "上海市", city: [] }) };
  for (const source of [null, window, {}]) format(good, source);
  for (const nonsense of [null, "上海", 7, undefined]) format(nonsense);
  await vi.advanceTimersByTimeAsync(mapsTimeoutMs);
  expect(await failed).toContain("silent");
});

test("gives up after 10 seconds without a response", async () => {
  const failed = failureOf(reverseGeocodeCity(shanghai, settings));
  await vi.advanceTimersByTimeAsync(mapsTimeoutMs - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await failed).toContain("silent");
  expect(vi.getTimerCount()).toBe(0);
});

test("a script that fails, or loads without responding, ends the wait at once", async () => {
  const unreachable = failureOf(reverseGeocodeCity(shanghai, settings));
  format({ failure: "the map service cannot be reached" });
  expect(await unreachable).toContain("reached");
});

test.each([
  { lat: Number.NaN, lng: 121 },
  { lat: 91, lng: 121 },
  { lat: 31, lng: -181 },
])("sends no request for an invalid position: %j", async (position) => {
  expect(await failureOf(reverseGeocodeCity(position, settings))).toContain("no such place");
  expect(frames).toEqual([]);
});
