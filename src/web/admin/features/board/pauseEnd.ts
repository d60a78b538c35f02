import { toLocalTime } from "#web/lib/time/formatTime.ts";

const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;

/**
 * Returns the Shanghai time after a number of minutes, "YYYY-MM-DD HH:mm", rounded up to the whole minute.
 */
export function pauseEndAfter(minutes: number, now: number): string {
  return toLocalTime(Math.ceil(now / minuteMs) * minuteMs + minutes * minuteMs);
}

/** Parses a date-and-time field ("YYYY-MM-DDTHH:mm", Shanghai); null if no pause can end then. */
export function parsePauseEnd(field: string, now: number): string | null {
  const at = Date.parse(`${field}:00+08:00`);
  return Number.isNaN(at) || at <= now || at > now + weekMs ? null : field.replace("T", " ");
}
