import { expect, test } from "vitest";
import { createByteCache } from "./byte-cache.ts";

test("drops the least recently used values beyond its bytes", () => {
  const cache = createByteCache(10);
  for (const key of ["a", "b"]) cache.set(key, { bytes: 5 });
  cache.get("a");
  cache.set("c", { bytes: 5 });
  expect([...cache.keys()].sort()).toEqual(["a", "c"]);
});

test("keeps nothing with 0 bytes", () => {
  const cache = createByteCache(0);
  cache.set("menu", { bytes: 2_500 });
  expect(cache.size).toBe(0);
});

test("keeps a value of 0 bytes, such as the menu of a new restaurant", () => {
  const cache = createByteCache(10);
  cache.set("empty", { bytes: 0 });
  expect(cache.get("empty")).toEqual({ bytes: 0 });
});
