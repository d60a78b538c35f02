import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { forEachAtOnce } from "./for-each-at-once.ts";

test("after a failure all work has ended before it is reported, and no further work begins", async () => {
  const begun: number[] = [];
  let underWay = 0;
  const work = forEachAtOnce([1, 2, 3, 4], { count: 2 }, async (item, signal) => {
    begun.push(item);
    underWay += 1;
    try {
      if (item === 1) throw new Error("the disk broke");
      while (!signal.aborted) await setImmediate();
    } finally {
      await setImmediate();
      underWay -= 1;
    }
  });
  await expect(work).rejects.toThrow("the disk broke");
  expect([begun, underWay]).toEqual([[1, 2], 0]);
});

test("an abort ends the work", async () => {
  const abort = new AbortController();
  const begun: number[] = [];
  const work = forEachAtOnce([1, 2], { count: 1, signal: abort.signal }, async (item) => {
    begun.push(item);
    abort.abort();
  });
  await expect(work).rejects.toBe(abort.signal.reason);
  expect(begun).toEqual([1]);
});
