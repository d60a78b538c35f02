import { expect, test } from "vitest";
import { formatPauseEnd } from "./formatPauseEnd.ts";

const now = Date.parse("2026-11-21T15:50:00Z");

test.each([
  ["2026-11-21T15:59:00.000Z", "23:59"],
  ["2026-11-21T16:30:00.000Z", "11-22 00:30"],
  ["2026-11-21T15:50:00.000Z", ""],
  ["2026-11-21T15:00:00.000Z", ""],
  ["soon", ""],
  [null, ""],
])("a pause until %s ends at %j, in Shanghai time", (until, shown) => {
  expect(formatPauseEnd(until, now)).toBe(shown);
});
