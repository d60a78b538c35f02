import { expect, test } from "vitest";
import { publicDetailPerMinute } from "#contract/constants.ts";
import { publicPollIntervalMs } from "./publicPollInterval.ts";

test("a shared order is fetched every 5 s in the first three minutes, every 15 s later, and never before a named wait", () => {
  expect([0, 179_999, 180_000].map((ms) => publicPollIntervalMs(ms, 0))).toEqual([5_000, 5_000, 15_000]);
  expect(publicPollIntervalMs(0, 20)).toBe(20_000);
  expect(publicPollIntervalMs(600_000, 3)).toBe(15_000);
});

test("two new viewers behind one IP address stay within the server's rate limit", () => {
  expect((2 * 60_000) / publicPollIntervalMs(0, 0)).toBeLessThanOrEqual(publicDetailPerMinute);
});
