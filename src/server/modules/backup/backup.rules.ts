import type { BackupAlarm } from "#contract/events.ts";

/** When what was backed up last; null while nothing was. */
export interface BackupState {
  /** End of the last complete base backup; undefined where the database's own server makes them. */
  base: Date | null | undefined;
  /** Time of the last archived WAL file. */
  wal: Date | null;
}

/** Ages in ms from which a backup is late; `first` is for what was not backed up once since the start. */
export interface BackupAgeLimits {
  baseMs: number;
  walMs: number;
  firstMs: number;
}

/** Returns which backups are late. */
export function findLateBackups(
  state: BackupState,
  { now, startedAt }: { now: Date; startedAt: Date },
  limits: BackupAgeLimits,
): BackupAlarm["what"][] {
  const isOlder = (at: Date, ms: number) => now.getTime() - at.getTime() > ms;
  const isLate = (at: Date | null, ms: number) =>
    at === null ? isOlder(startedAt, limits.firstMs) : isOlder(at, ms);
  const late: BackupAlarm["what"][] = [];
  if (state.base !== undefined && isLate(state.base, limits.baseMs)) late.push("base");
  if (isLate(state.wal, limits.walMs)) late.push("wal");
  return late;
}
