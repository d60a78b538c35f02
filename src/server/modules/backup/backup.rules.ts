import type { BackupAlarm } from "#contract/events.ts";

/** What is wrong with the backups beside their age. */
export type BackupProblem = Exclude<BackupAlarm["what"], "base" | "wal" | "pictures">;

/** When what was backed up last; null while nothing was. */
export interface BackupState {
  /** End of the last complete base backup; undefined where other programs make them. */
  base: Date | null | undefined;
  /** Time of the last archived WAL file. */
  wal: Date | null;
  /** Time of the last copy of pictures; undefined where the server copies none. */
  pictures: Date | null | undefined;
  problems: BackupProblem[];
}

/** Ages in ms from which a backup is late; after a start nothing is late for `firstMs`. */
export interface BackupAgeLimits {
  baseMs: number;
  walMs: number;
  firstMs: number;
}

/** Returns which backups are late, and what is wrong with them. */
export function findLateBackups(
  state: BackupState,
  { now, startedAt }: { now: Date; startedAt: Date },
  limits: BackupAgeLimits,
): BackupAlarm["what"][] {
  const isOlder = (at: Date, ms: number) => now.getTime() - at.getTime() > ms;
  const isLate = (at: Date | null | undefined, ms: number) =>
    at !== undefined && isOlder(startedAt, limits.firstMs) && (at === null || isOlder(at, ms));
  const late: BackupAlarm["what"][] = [];
  if (isLate(state.base, limits.baseMs)) late.push("base");
  if (isLate(state.wal, limits.walMs)) late.push("wal");
  if (isLate(state.pictures, limits.walMs)) late.push("pictures");
  return [...late, ...state.problems];
}
