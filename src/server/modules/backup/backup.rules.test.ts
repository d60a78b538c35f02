import { expect, test } from "vitest";
import { limits } from "../../limits.ts";
import { type BackupState, findLateBackups } from "./backup.rules.ts";

const now = new Date("2026-11-27T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const started = minutesAgo(600);

test.each<[string, BackupState, Date, string[]]>([
  ["fresh ones", { base: minutesAgo(24 * 60), wal: minutesAgo(3) }, started, []],
  ["an old base backup", { base: minutesAgo(30 * 60 + 1), wal: minutesAgo(3) }, started, ["base"]],
  ["old WAL", { base: minutesAgo(60), wal: minutesAgo(16) }, started, ["wal"]],
  ["none at all", { base: null, wal: null }, started, ["base", "wal"]],
  ["none just after the start", { base: null, wal: null }, minutesAgo(10), []],
  ["base backups that others make", { base: undefined, wal: minutesAgo(3) }, started, []],
])("%s", (_what, state, startedAt, late) => {
  expect(findLateBackups(state, { now, startedAt }, limits.backup)).toEqual(late);
});
