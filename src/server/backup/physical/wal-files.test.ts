import { expect, test } from "vitest";
import {
  formatHistoryName,
  formatSegment,
  parseHistory,
  parseHistoryName,
  parseLsn,
  parseSegment,
  segmentNumberAt,
} from "./wal-files.ts";

test("the segment after the last one of a log file is the first one of the next", () => {
  const last = parseSegment("0000000200000003000000FF");
  expect(last).toEqual({ timeline: 2, number: 3n * 256n + 255n });
  expect(formatSegment({ timeline: 2, number: (last?.number ?? 0n) + 1n })).toBe("000000020000000400000000");
});

test.each([
  "00000002.history",
  "000000010000000000000003.00000028.backup",
  "000000010000000000000003.partial",
])("%s is no segment", (name) => expect(parseSegment(name)).toBeNull());

test("a position lies in the segment that PostgreSQL names for it", () => {
  // select pg_walfile_name('A/12345678') on timeline 1
  const number = segmentNumberAt(parseLsn("A/12345678"));
  expect(formatSegment({ timeline: 1, number })).toBe("000000010000000A00000012");
});

test("a history file names the forks of all ancestors", () => {
  const content = "1\t0/A000198\tno recovery target specified\n\n2\t0/C000000\tbefore 2026-11-27\n";
  expect(parseHistory(content)).toEqual([
    { timeline: 1, lsn: 0xa000198n },
    { timeline: 2, lsn: 0xc000000n },
  ]);
  expect(parseHistoryName(formatHistoryName(18))).toBe(18);
  expect(parseHistoryName("000000010000000000000003")).toBeNull();
});
