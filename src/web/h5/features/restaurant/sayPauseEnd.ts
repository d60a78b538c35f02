const shanghaiMs = 8 * 3_600_000;

/** When a pause ends, as Shanghai reads it: 14:30 on the same day, else 11-22 09:00; nothing once it has ended. */
export function sayPauseEnd(until: string | null, now: number): string {
  const end = until === null ? Number.NaN : Date.parse(until);
  if (Number.isNaN(end) || end <= now) return "";
  const there = new Date(end + shanghaiMs).toISOString();
  const isToday = there.slice(0, 10) === new Date(now + shanghaiMs).toISOString().slice(0, 10);
  return there.slice(isToday ? 11 : 5, 16).replace("T", " ");
}
