// Shanghai has had no summer time since 1991, so its clock is UTC plus eight hours, whatever the device's zone.
const shanghaiOffsetMs = 8 * 3_600_000;
const dayMs = 86_400_000;

/** Formats a time (ms) in Shanghai with year and seconds: `2026-11-21 09:08:05`; empty when it is invalid. */
export function toShanghaiText(time: number): string {
  if (Number.isNaN(time)) return "";
  return new Date(time + shanghaiOffsetMs).toISOString().slice(0, 19).replace("T", " ");
}

/** Formats a timestamp (ISO, UTC) in Shanghai time as `11-21 09:08`; empty when it is invalid. */
export function formatDateTime(iso: string): string {
  return toShanghaiText(Date.parse(iso)).slice(5, 16);
}

/** Formats a timestamp (ISO, UTC) with the year: `2026-11-21 09:08`; empty when it is invalid. */
export function formatTimestamp(iso: string): string {
  return toLocalTime(Date.parse(iso));
}

/** Formats only the date of a timestamp (ISO, UTC): `2026-11-21`; empty when it is invalid. */
export function formatDate(iso: string): string {
  return toLocalDate(Date.parse(iso));
}

/** Formats with year and seconds: `2026-11-21 09:08:05`. */
export function formatFullDateTime(iso: string): string {
  return toShanghaiText(Date.parse(iso));
}

/** Formats only the time of day: `09:08`. */
export function formatTimeOfDay(iso: string): string {
  return formatDateTime(iso).slice(6);
}

/** Formats a time (ms) without the date when it is on the day of `now` (ms): `09:08`, else `11-21 09:08`. */
export function formatRecentTime(time: number, now: number): string {
  return toShanghaiText(time).slice(toDayNumber(time) === toDayNumber(now) ? 11 : 5, 16);
}

/** Returns the date in Shanghai at a time (ms), in the API's format: "YYYY-MM-DD". */
export function toLocalDate(time: number): string {
  return toShanghaiText(time).slice(0, 10);
}

/** Returns the time in Shanghai at a time (ms), in the API's format: "YYYY-MM-DD HH:mm". */
export function toLocalTime(time: number): string {
  return toShanghaiText(time).slice(0, 16);
}

/** Formats a local time of the API (`2026-11-21 12:15`) without the year: `11-21 12:15`. */
export function formatLocalTime(text: string): string {
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(text) ? text.slice(5) : text;
}

/** Parses a local time of the API (`2026-11-21 12:15`) to epoch ms; null when it is invalid. */
export function parseLocalTimeMs(text: string): number | null {
  const time = Date.parse(`${text.replace(" ", "T")}:00+08:00`);
  return Number.isNaN(time) ? null : time;
}

/** Returns the number of days since 1970 in Shanghai's calendar at a time (ms). */
export function toDayNumber(time: number): number {
  return Math.floor((time + shanghaiOffsetMs) / dayMs);
}

/** Formats a countdown in minutes and seconds: `14:05`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${pad(Math.floor(whole / 60))}:${pad(whole % 60)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
