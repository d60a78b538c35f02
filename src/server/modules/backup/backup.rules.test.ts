import { expect, test } from "vitest";
import { limits } from "../../limits.ts";
import { type BackupState, findLateBackups } from "./backup.rules.ts";

const now = new Date("2026-11-27T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const started = minutesAgo(600);

test.each<[string, Partial<BackupState>, Date, string[]]>([
  ["fresh ones", { base: minutesAgo(24 * 60), wal: minutesAgo(3) }, started, []],
  ["an old base backup", { base: minutesAgo(30 * 60 + 1), wal: minutesAgo(3) }, started, ["base"]],
  ["old WAL", { base: minutesAgo(60), wal: minutesAgo(16) }, started, ["wal"]],
  ["none at all", { base: null, wal: null, pictures: null }, started, ["base", "wal", "pictures"]],
  ["old pictures", { pictures: minutesAgo(16) }, started, ["pictures"]],
  ["old ones just after a start", { base: minutesAgo(2_000), wal: minutesAgo(60) }, minutesAgo(10), []],
  ["problems", { problems: ["removal", "other_database"] }, now, ["removal", "other_database"]],
  ["none just after the start", { base: null, wal: null }, minutesAgo(10), []],
  ["base backups that others make", { base: undefined, wal: minutesAgo(3) }, started, []],
])("%s", (_what, state, startedAt, late) => {
  const fresh: BackupState = { base: now, wal: now, pictures: now, problems: [] };
  expect(findLateBackups({ ...fresh, ...state }, { now, startedAt }, limits.backup)).toEqual(late);
});
