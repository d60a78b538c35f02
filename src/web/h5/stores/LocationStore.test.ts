// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { PositionError } from "#web/bridge/geolocation.ts";
import { readText, writeText } from "#web/shared/storage.ts";
import { recallPlace } from "../features/location/lastPlace.ts";
import { LocationStore, type Locator } from "./LocationStore.ts";

const shanghai = { lat: 31.19, lng: 121.43 };
const working: Locator = { position: async () => shanghai, cityAt: async () => "上海" };
const storeWith = (part: Partial<Locator>) => new LocationStore(async () => ({ ...working, ...part }));

beforeEach(() => {
  window.localStorage.clear();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

test("starts at the fallback city without asking anybody", () => {
  expect(storeWith({})).toMatchObject({ state: "idle", city: "北京", place: null });
});

test("finds the city and remembers it for the next visit", async () => {
  const store = storeWith({});
  await store.locate();
  expect(store).toMatchObject({ state: "located", city: "上海", place: { position: shanghai } });
  expect(recallPlace()).toEqual({ city: "上海", position: shanghai });
});

test("calls at the same time ask once", async () => {
  const position = vi.fn(working.position);
  const store = storeWith({ position });
  await Promise.all([store.locate(), store.locate()]);
  expect(position).toHaveBeenCalledTimes(1);
});

test.each([
  ["unsupported", "unsupported"],
  ["timeout", "failed"],
  ["refused", "failed"],
] as const)("C12: without a position (%s) it falls back to Beijing", async (reason, state) => {
  const store = storeWith({ position: () => Promise.reject(new PositionError(reason)) });
  await store.locate();
  expect(store).toMatchObject({ state, city: "北京", place: { position: null } });
});

test("C12: without an answer of the map service the city is Beijing, but the position stays known", async () => {
  const store = storeWith({ cityAt: () => Promise.reject(new Error("silent")) });
  await store.locate();
  expect(store).toMatchObject({ state: "failed", city: "北京", place: { position: shanghai } });
});

test("after a failure it can be asked again", async () => {
  const position = vi.fn(working.position).mockRejectedValueOnce(new PositionError("timeout"));
  const store = storeWith({ position });
  await store.locate();
  await store.locate();
  expect(store.state).toBe("located");
});

test.each(["{", "[]", '{"city":"上海"}', '{"city":"上海","position":{"lat":99,"lng":1}}', '{"city":1}'])(
  "C7: a remembered place like %s is cleaned away",
  (bad) => {
    writeText("last_position", bad);
    expect([recallPlace(), readText("last_position")]).toEqual([null, null]);
  },
);
