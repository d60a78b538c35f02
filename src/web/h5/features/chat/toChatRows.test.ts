import { describe, expect, test } from "vitest";
import type { ChatItem } from "./ChatItem.ts";
import { formatMessageTime, toChatRows } from "./toChatRows.ts";

const now = Date.parse("2026-11-21T04:00:00Z");

describe("the time of a message", () => {
  test.each([
    ["2026-11-21T01:08:00Z", "今天 09:08"],
    ["2026-11-20T16:00:00Z", "今天 00:00"],
    ["2026-11-20T15:59:59Z", "昨天 23:59"],
    ["2026-11-03T04:00:00Z", "11月3日 12:00"],
    ["2025-12-31T15:00:00Z", "2025年12月31日 23:00"],
    ["2025-12-31T16:00:00Z", "1月1日 00:00"],
    ["nonsense", ""],
  ])("%s is formatted as %s", (iso, shown) => {
    expect(formatMessageTime(iso, now)).toBe(shown);
  });
});

const item = (key: string, at: string, more: Partial<ChatItem> = {}): ChatItem => ({
  key,
  side: "own",
  name: "",
  type: "text",
  text: key,
  image: null,
  previewUrl: null,
  order: null,
  at,
  state: "sent",
  progress: 0,
  problem: "",
  ...more,
});

test("the time stands above the first message, after a pause of five minutes, and above a new day", () => {
  const rows = toChatRows(
    [
      item("a", "2026-11-20T15:50:00Z"),
      item("b", "2026-11-20T15:55:00Z"),
      item("c", "2026-11-20T15:59:59Z"),
      item("d", "2026-11-20T16:00:01Z"),
      item("e", "2026-11-20T16:05:02Z"),
    ],
    now,
  );
  expect(rows.map(({ time }) => time)).toEqual(["昨天 23:50", "", "", "今天 00:00", "今天 00:05"]);
});

test("a name is shown when the author changes, and again after a pause", () => {
  const staff = (name: string) => ({ side: "staff", name }) as const;
  const rows = toChatRows(
    [
      item("a", "2026-11-20T15:50:00Z"),
      item("b", "2026-11-20T15:50:01Z", staff("小林")),
      item("c", "2026-11-20T15:50:02Z", staff("小林")),
      item("d", "2026-11-20T15:50:03Z", staff("小周")),
      item("e", "2026-11-20T15:59:00Z", staff("小周")),
    ],
    now,
  );
  expect(rows.map(({ isTurn }) => isTurn)).toEqual([true, true, false, true, true]);
});
