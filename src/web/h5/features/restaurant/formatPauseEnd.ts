const shanghaiOffsetMs = 8 * 3_600_000;

/**
 * Formats the end of a pause in Shanghai time: 14:30 on the same day, else 11-22 09:00; empty once it has
 * ended.
 */
export function formatPauseEnd(until: string | null, now: number): string {
  const end = until === null ? Number.NaN : Date.parse(until);
  if (Number.isNaN(end) || end <= now) return "";
  const localTime = new Date(end + shanghaiOffsetMs).toISOString();
  const isToday = localTime.slice(0, 10) === new Date(now + shanghaiOffsetMs).toISOString().slice(0, 10);
  return localTime.slice(isToday ? 11 : 5, 16).replace("T", " ");
}
