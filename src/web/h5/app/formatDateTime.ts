const shanghaiOffsetMs = 8 * 3_600_000;

/** Formats a timestamp (ISO, UTC) in Shanghai time as `11-21 09:08`; empty when it is invalid. */
export function formatDateTime(iso: string): string {
  const parts = toDateParts(iso);
  return parts === null ? "" : `${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`;
}

/** Formats with year and seconds: `2026-11-21 09:08:05`. */
export function formatFullDateTime(iso: string): string {
  const parts = toDateParts(iso);
  if (parts === null) return "";
  const { year, month, day, hour, minute, second } = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** Formats only the time of day: `09:08`. */
export function formatTimeOfDay(iso: string): string {
  return formatDateTime(iso).slice(6);
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

/** Formats a countdown in minutes and seconds: `14:05`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${pad(Math.floor(whole / 60))}:${pad(whole % 60)}`;
}

/** Shanghai has had no summer time since 1991, so its time is UTC+8 in any time zone of the phone. */
function toDateParts(iso: string) {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return null;
  const date = new Date(time + shanghaiOffsetMs);
  return {
    year: String(date.getUTCFullYear()),
    month: pad(date.getUTCMonth() + 1),
    day: pad(date.getUTCDate()),
    hour: pad(date.getUTCHours()),
    minute: pad(date.getUTCMinutes()),
    second: pad(date.getUTCSeconds()),
  };
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
