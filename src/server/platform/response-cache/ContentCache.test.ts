import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ContentCache, type ContentEntry } from "./ContentCache.ts";

const maxOutdatedMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function createCache(...keys: string[]): ContentCache<ContentEntry> {
  const cache = new ContentCache<ContentEntry>({ maxBytes: 1_000, maxOutdatedMs });
  for (const key of keys) cache.set(key, { bytes: 10, outdatedAt: null });
  return cache;
}

test("an outdated entry is removed after its time, counted from the first change, without being read", () => {
  const cache = createCache("a", "b", "c");
  cache.markOutdated("a");
  vi.advanceTimersByTime(maxOutdatedMs / 2);
  cache.markAllOutdated();
  cache.set("c", { bytes: 10, outdatedAt: null });
  vi.advanceTimersByTime(maxOutdatedMs / 2 - 1);
  expect(cache.get("a")).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(["a", "b", "c"].map((key) => cache.get(key) !== undefined)).toEqual([false, true, true]);
  vi.advanceTimersByTime(maxOutdatedMs / 2);
  expect(["b", "c"].map((key) => cache.get(key) !== undefined)).toEqual([false, true]);
  expect(vi.getTimerCount()).toBe(0);
});

test("an entry that has grown counts with its new size", () => {
  const cache = createCache("a", "b");
  const grown = { bytes: 10, outdatedAt: null };
  cache.set("c", grown);
  grown.bytes = 995;
  cache.set("c", grown);
  expect(["a", "b", "c"].map((key) => cache.get(key) !== undefined)).toEqual([false, false, true]);
});
