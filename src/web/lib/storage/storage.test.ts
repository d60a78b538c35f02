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

/** Puts another storage in the place of the device's. */
function useStorage(storage: QuotaLimitedStorage): QuotaLimitedStorage {
  vi.spyOn(window, "localStorage", "get").mockReturnValue(storage as unknown as Storage);
  return storage;
}

beforeEach(() => window.localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  for (const key of Object.values(storageKeys)) removeItem(key);
});

test("the names of the specification are kept", () => {
  expect(Object.values(storageKeys)).toEqual(expect.arrayContaining([...keys]));
});

test.each(keys)("C7: broken, mistyped and huge values under %s are cleaned away", (key: StorageKey) => {
  for (const bad of ["{", "null", "[]", "7", '"x"', '{"n":"1"}', "x".repeat(1_000_000), ""]) {
    window.localStorage.setItem(key, bad);
    expect(readJson(key, parse)).toBeNull();
    expect(window.localStorage.getItem(key)).toBeNull();
  }
});

test("C7: a parser that throws counts as broken", () => {
  writeJson("takeawayCart", { n: 1 });
  const failing = () => {
    throw new TypeError("no such field");
  };
  expect(readJson("takeawayCart", failing)).toBeNull();
  expect(readText("takeawayCart")).toBeNull();
});

test("what was written comes back", () => {
  writeJson("takeawayCart", { n: 3 });
  expect(readJson("takeawayCart", parse)).toEqual({ n: 3 });
  removeItem("takeawayCart");
  expect(readText("takeawayCart")).toBeNull();
});

test("C8: a store that refuses everything is replaced by memory", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(readText("token")).toBeNull();
  writeText("token", "abc");
  expect(readText("token")).toBe("abc");
  removeItem("token");
  expect(readText("token")).toBeNull();
});

test("C8: when the quota is full the newest value wins over the old one in the store", () => {
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

test("a full store gives up copies of answers before it refuses what a customer chose", () => {
  const device = useStorage(new QuotaLimitedStorage(100));
  device.setItem("kept_menu_takeaway", "x".repeat(70));
  writeJson("takeawayCart", { n: 4 });
  expect(device.getItem("takeawayCart")).toBe('{"n":4}');
  expect(device.getItem("kept_menu_takeaway")).toBeNull();
});

test("C11: changes of other tabs are heard until one stops listening", () => {
  const heard: (string | null)[] = [];
  const stop = onStorageChange((key) => heard.push(key));
  window.dispatchEvent(new StorageEvent("storage", { key: "token" }));
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  stop();
  window.dispatchEvent(new StorageEvent("storage", { key: "token" }));
  expect(heard).toEqual(["token", null]);
});
