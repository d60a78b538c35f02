const offsetMs = 8 * 3_600_000;
const dayMs = 86_400_000;

/** Local time in Asia/Shanghai, which has had UTC+8 without summer time since 1991 (IANA tz database). */
export interface LocalTime {
  /** "YYYY-MM-DD" */
  date: string;
  /** Minutes since midnight, 0 to 1439. */
  minute: number;
}

export function toLocalTime(at: Date): LocalTime {
  return { date: new Date(at.getTime() + offsetMs).toISOString().slice(0, 10), minute: toLocalMinute(at) };
}

/** Returns the minutes since midnight in Asia/Shanghai, 0 to 1439. */
export function toLocalMinute(at: Date): number {
  const shifted = at.getTime() + offsetMs;
  return Math.floor((((shifted % dayMs) + dayMs) % dayMs) / 60_000);
}

/** Returns the midnight in Asia/Shanghai at which a timestamp's day began. */
export function startOfDay(at: Date): Date {
  return new Date(Math.floor((at.getTime() + offsetMs) / dayMs) * dayMs - offsetMs);
}

/** Returns the minutes since midnight of "HH:mm"; "24:00" is 1440. */
export function minuteOfDay(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

/** Formats a timestamp as "YYYY-MM-DD HH:mm" in Asia/Shanghai, the API's format of booking times. */
export function formatLocalTime(at: Date): string {
  return new Date(at.getTime() + offsetMs).toISOString().slice(0, 16).replace("T", " ");
}

/** Formats a timestamp as "YYYY-MM-DD HH:mm:ss" in Asia/Shanghai. */
export function formatLocalSecond(at: Date): string {
  return new Date(at.getTime() + offsetMs).toISOString().slice(0, 19).replace("T", " ");
}

/** Parses "YYYY-MM-DD HH:mm" of Asia/Shanghai; null for a day or an hour that does not exist. */
export function parseLocalTime(text: string): Date | null {
  const at = new Date(`${text.replace(" ", "T")}:00+08:00`);
  // Date rolls 30 February over into March: only a time that formats back to the same text exists.
  return !Number.isNaN(at.getTime()) && formatLocalTime(at) === text ? at : null;
}

/** Returns whether "YYYY-MM-DD" is a calendar date. */
export function isDate(text: string): boolean {
  return parseLocalTime(`${text} 00:00`) !== null;
}

/** Returns the day of the week of "YYYY-MM-DD", from 1 for Monday to 7. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}
