import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { geolocation as limits } from "#contract/constants.ts";
import { getBrowserPosition } from "./geolocation.ts";

type Request = Geolocation["getCurrentPosition"];

function browserWith(getCurrentPosition: Request | undefined): void {
  const geolocation = getCurrentPosition === undefined ? undefined : { getCurrentPosition };
  vi.stubGlobal("navigator", getCurrentPosition === undefined ? {} : { geolocation });
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("returns the browser's position, requested with the configured limits", async () => {
  let requested: PositionOptions | undefined;
  browserWith((done, _fail, options) => {
    requested = options;
    done({ coords: { latitude: 31.2, longitude: 121.4 } } as GeolocationPosition);
  });
  await expect(getBrowserPosition()).resolves.toEqual({ lat: 31.2, lng: 121.4 });
  expect(requested).toEqual({ enableHighAccuracy: true, timeout: 7_000, maximumAge: 300_000 });
  expect(vi.getTimerCount()).toBe(0);
});

test("gives up after 5 seconds without a response of the browser", async () => {
  browserWith(() => undefined);
  const failed = getBrowserPosition().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(limits.totalTimeoutMs);
  expect(await failed).toMatchObject({ name: "PositionError", reason: "timeout" });
});

test.each([
  [1, "refused"],
  [2, "unavailable"],
  [3, "timeout"],
])("maps the browser's error %i to %s", async (code, reason) => {
  browserWith((_done, fail) => fail?.({ code, TIMEOUT: 3 } as GeolocationPositionError));
  await expect(getBrowserPosition()).rejects.toMatchObject({ reason });
});

test("fails at once in a browser without geolocation", async () => {
  browserWith(undefined);
  await expect(getBrowserPosition()).rejects.toMatchObject({ reason: "unsupported" });
});
