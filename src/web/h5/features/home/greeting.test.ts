import { expect, test } from "vitest";
import { greetingAt } from "./greeting.ts";

test.each([
  ["2026-01-01T21:00:00Z", "早上好"],
  ["2026-01-02T02:59:59Z", "早上好"],
  ["2026-01-02T03:00:00Z", "中午好"],
  ["2026-01-02T05:00:00Z", "下午好"],
  ["2026-01-02T10:00:00Z", "晚上好"],
  ["2026-01-02T15:00:00Z", "夜深了"],
  ["2026-01-01T20:59:59Z", "夜深了"],
])("at %s people in Shanghai read %s, in any time zone of the device", (timestamp, greeting) => {
  expect(greetingAt(new Date(timestamp))).toBe(greeting);
});
