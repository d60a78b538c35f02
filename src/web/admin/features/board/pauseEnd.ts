import { formatTimestamp } from "../../ui/formatTimestamp.ts";

const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;

/** The time of Shanghai after so many minutes, "YYYY-MM-DD HH:mm", rounded up to the whole minute. */
export function pauseEndAfter(minutes: number, now: number): string {
  return formatTimestamp(Math.ceil(now / minuteMs) * minuteMs + minutes * minuteMs);
}

/** What a date-and-time field ("YYYY-MM-DDTHH:mm", Shanghai) says, or null when no pause can end then. */
export function parsePauseEnd(field: string, now: number): string | null {
  const at = Date.parse(`${field}:00+08:00`);
  return Number.isNaN(at) || at <= now || at > now + weekMs ? null : field.replace("T", " ");
}
