// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { QuotaLimitedStorage } from "./QuotaLimitedStorage.ts";
import {
  onStorageChange,
  readJson,
  readText,
  removeItem,
  type StorageKey,
  storageKeys,
  writeJson,
  writeText,
} from "./storage.ts";

const keys = ["token", "service_token", "selectedAddress", "nearestRestaurant", "takeawayCart"] as const;
const parse = (raw: unknown) =>
  typeof raw === "object" && raw !== null && "n" in raw && typeof raw.n === "number" ? { n: raw.n } : null;

/** Replaces the device's storage. */
function useStorage(storage: QuotaLimitedStorage): QuotaLimitedStorage {
  vi.spyOn(window, "localStorage", "get").mockReturnValue(storage as unknown as Storage);
  return storage;
}

beforeEach(() => window.localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  for (const key of Object.values(storageKeys)) removeItem(key);
});

test("uses fixed storage keys", () => {
  expect(Object.values(storageKeys)).toEqual(expect.arrayContaining([...keys]));
});

test.each(keys)("removes broken, mistyped and huge values under %s", (key: StorageKey) => {
  for (const bad of ["{", "null", "[]", "7", '"x"', '{"n":"1"}', "x".repeat(1_000_000), ""]) {
    window.localStorage.setItem(key, bad);
    expect(readJson(key, parse)).toBeNull();
    expect(window.localStorage.getItem(key)).toBeNull();
  }
});

test("treats a throwing parser as a broken value", () => {
  writeJson("takeawayCart", { n: 1 });
  const failing = () => {
    throw new TypeError("no such field");
  };
  expect(readJson("takeawayCart", failing)).toBeNull();
  expect(readText("takeawayCart")).toBeNull();
});

test("returns the written value", () => {
  writeJson("takeawayCart", { n: 3 });
  expect(readJson("takeawayCart", parse)).toEqual({ n: 3 });
  removeItem("takeawayCart");
  expect(readText("takeawayCart")).toBeNull();
});

test("replaces a storage that refuses everything by memory", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(readText("token")).toBeNull();
  writeText("token", "abc");
  expect(readText("token")).toBe("abc");
  removeItem("token");
  expect(readText("token")).toBeNull();
});

test("prefers the newest value over the stored one when the quota is full", () => {
  const device = useStorage(new QuotaLimitedStorage(30));
  device.setItem("takeawayCart", '{"n":1}');
  device.setItem("token", "1234");
  writeJson("takeawayCart", { n: 22222 });
  expect(device.getItem("takeawayCart")).toBe('{"n":1}');
  expect(readJson("takeawayCart", parse)).toEqual({ n: 22222 });
  writeJson("takeawayCart", { n: 3 });
  expect(device.getItem("takeawayCart")).toBe('{"n":3}');
  expect(readJson("takeawayCart", parse)).toEqual({ n: 3 });
});

test("a full storage evicts cached responses before it refuses a customer's choice", () => {
  const device = useStorage(new QuotaLimitedStorage(100));
  device.setItem("kept_menu_takeaway", "x".repeat(70));
  writeJson("takeawayCart", { n: 4 });
  expect(device.getItem("takeawayCart")).toBe('{"n":4}');
  expect(device.getItem("kept_menu_takeaway")).toBeNull();
});

test("reports changes of other tabs until unsubscribed", () => {
  const received: (string | null)[] = [];
  const stop = onStorageChange((key) => received.push(key));
  window.dispatchEvent(new StorageEvent("storage", { key: "token" }));
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  stop();
  window.dispatchEvent(new StorageEvent("storage", { key: "token" }));
  expect(received).toEqual(["token", null]);
});
