// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { distanceMetres } from "#contract/distance.ts";
import { BrowserBridge } from "./BrowserBridge.ts";

const bridge = new BrowserBridge();
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)";
const spot = { position: { lat: 31.2, lng: 121.4 }, name: "徐家汇店", address: "漕溪北路" };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("converts the browser's position to the Chinese map datum", async () => {
  vi.stubGlobal("navigator", {
    geolocation: {
      getCurrentPosition: (done: PositionCallback) =>
        done({ coords: { latitude: 39.9073, longitude: 116.3912 } } as GeolocationPosition),
    },
  });
  const located = await bridge.locate("tap");
  expect(distanceMetres(located, { lat: 39.9087, lng: 116.3974 })).toBeLessThan(30);
});

test("requests a denied permission once per visit, and again on a tap", async () => {
  window.sessionStorage.clear();
  const request = vi.fn((_done: PositionCallback, fail: (error: object) => void) => fail({ code: 1 }));
  vi.stubGlobal("navigator", { geolocation: { getCurrentPosition: request } });
  for (const reason of ["page", "page", "tap"] as const)
    await expect(bridge.locate(reason)).rejects.toMatchObject({ reason: "refused" });
  expect(request).toHaveBeenCalledTimes(2);
  request.mockImplementation((done) =>
    done({ coords: { latitude: 39.9073, longitude: 116.3912 } } as GeolocationPosition),
  );
  await bridge.locate("tap");
  await bridge.locate("page");
  expect(request).toHaveBeenCalledTimes(4);
});

test.each([
  [iphone, `maps:?ll=31.2,121.4&q=${encodeURIComponent("徐家汇店")}`],
  ["Mozilla/5.0 (Linux; Android 13)", `geo:31.2,121.4?q=31.2,121.4(${encodeURIComponent("徐家汇店")})`],
])("on %s opens a location as %s", async (userAgent, url) => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  vi.stubGlobal("navigator", { userAgent });
  await bridge.openLocation(spot);
  expect(assign).toHaveBeenCalledWith(url);
});

test("rejects paying and scanning as unsupported", async () => {
  await expect(bridge.pay()).rejects.toMatchObject({ reason: "unsupported" });
  await expect(bridge.scan()).rejects.toMatchObject({ reason: "unsupported" });
});
