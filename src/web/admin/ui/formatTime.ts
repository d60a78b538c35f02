const shanghaiOffsetMs = 8 * 3_600_000;
const dayMs = 86_400_000;

/** Formats the time of day in Shanghai: `09:08`; empty for an invalid timestamp. */
export function formatClockTime(iso: string): string {
  return toShanghaiIso(iso).slice(11, 16);
}

/** Formats date and time in Shanghai: `11-21 09:08`. */
export function formatDateTime(iso: string): string {
  return toShanghaiIso(iso).slice(5, 16).replace("T", " ");
}

/** Formats the date in Shanghai: `2026-11-21`. */
export function formatDay(iso: string): string {
  return toShanghaiIso(iso).slice(0, 10);
}

/** Formats the time of day for today, else the date: `09:08`, `11-20`. `now` in ms. */
export function formatShortTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  const isToday =
    Math.floor((time + shanghaiOffsetMs) / dayMs) === Math.floor((now + shanghaiOffsetMs) / dayMs);
  return isToday ? formatClockTime(iso) : toShanghaiIso(iso).slice(5, 10);
}

/**
 * Shanghai has had no summer time since 1991, so its clock is UTC plus eight hours, whatever the device's
 * zone.
 */
function toShanghaiIso(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? "" : new Date(time + shanghaiOffsetMs).toISOString();
}
