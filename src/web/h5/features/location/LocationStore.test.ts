// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PositionError } from "#web/bridge/geolocation.ts";
import { readText, writeText } from "#web/lib/storage/storage.ts";
import { LocationStore, type Locator } from "./LocationStore.ts";
import { readLastLocation } from "./lastLocation.ts";

const shanghai = { lat: 31.19, lng: 121.43 };
const working: Locator = { position: async () => shanghai, findCity: async () => "上海" };
const storeWith = (part: Partial<Locator>) => new LocationStore(async () => ({ ...working, ...part }));

beforeEach(() => {
  window.localStorage.clear();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

test("starts at the fallback city without a request", () => {
  expect(storeWith({})).toMatchObject({ state: "idle", city: "北京", result: null });
});

test("finds the city and stores it for the next visit", async () => {
  const store = storeWith({});
  await store.locate("tap");
  expect(store).toMatchObject({ state: "located", city: "上海", result: { position: shanghai } });
  expect(readLastLocation()).toEqual({ city: "上海", position: shanghai });
});

test("simultaneous calls share one request", async () => {
  const position = vi.fn(working.position);
  const store = storeWith({ position });
  await Promise.all([store.locate("tap"), store.locate("tap")]);
  expect(position).toHaveBeenCalledTimes(1);
});

test.each([
  ["unsupported", "unsupported"],
  ["timeout", "failed"],
  ["refused", "failed"],
] as const)("without a position (%s) it falls back to Beijing", async (reason, state) => {
  const store = storeWith({ position: () => Promise.reject(new PositionError(reason)) });
  await store.locate("tap");
  expect(store).toMatchObject({ state, city: "北京", result: { position: null } });
});

test("without a response of the map service the city is Beijing, but the position stays known", async () => {
  const store = storeWith({ findCity: () => Promise.reject(new Error("silent")) });
  await store.locate("tap");
  expect(store).toMatchObject({ state: "failed", city: "北京", result: { position: shanghai } });
});

describe("an attempt limited to five seconds", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each([
    ["the code that locates", { load: 9_000 }],
    ["the position", { position: 9_000 }],
    ["the city", { city: 9_000 }],
    ["each of them", { load: 2_000, position: 2_000, city: 2_000 }],
  ])(
    "with %s being slow, it ends at the fallback city, and a later result still counts",
    async (_what, slow) => {
      const { load = 0, position = 0, city = 0 } = slow as Record<string, number>;
      const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
      const store = new LocationStore(async () => {
        await pass(load);
        return {
          position: async () => {
            await pass(position);
            return shanghai;
          },
          findCity: async () => {
            await pass(city);
            return "上海";
          },
        };
      });
      const located = store.locate("tap");
      await vi.advanceTimersByTimeAsync(4_999);
      expect(store.state).toBe("locating");
      await vi.advanceTimersByTimeAsync(1);
      await located;
      expect(store).toMatchObject({ state: "failed", city: "北京" });
      await vi.advanceTimersByTimeAsync(5_000);
      expect(store).toMatchObject({ state: "located", city: "上海", result: { position: shanghai } });
    },
  );

  test("a late result of an earlier attempt does not overwrite a new one", async () => {
    const answers: ((position: typeof shanghai) => void)[] = [];
    const store = storeWith({ position: () => new Promise((resolve) => answers.push(resolve)) });
    void store.locate("tap");
    await vi.advanceTimersByTimeAsync(5_000);
    void store.locate("tap");
    await vi.advanceTimersByTimeAsync(0);
    answers[0]?.({ lat: 1, lng: 1 });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state).toBe("locating");
    answers[1]?.(shanghai);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.result?.position).toEqual(shanghai);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("after a failure it can be requested again", async () => {
  const position = vi.fn(working.position).mockRejectedValueOnce(new PositionError("timeout"));
  const store = storeWith({ position });
  await store.locate("tap");
  await store.locate("tap");
  expect(store.state).toBe("located");
});

test.each(["{", "[]", '{"city":"上海"}', '{"city":"上海","position":{"lat":99,"lng":1}}', '{"city":1}'])(
  "a stored location like %s is removed",
  (bad) => {
    writeText("last_position", bad);
    expect([readLastLocation(), readText("last_position")]).toEqual([null, null]);
  },
);
