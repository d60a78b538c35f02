import { bookingMessages } from "./messages.ts";

const dayMs = 86_400_000;

/** Returns whether a text is a time in the API's format: "YYYY-MM-DD HH:mm". */
export function isBookingTime(text: unknown): text is string {
  return typeof text === "string" && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(text);
}

/** Formats a day: 今天, 明天, 后天, else 11-24. */
export function formatDay(date: string, today: string): string {
  const daysAhead = Math.round((Date.parse(date) - Date.parse(today)) / dayMs);
  return bookingMessages.days[daysAhead] ?? date.slice(5);
}

/** Formats the day of the week: 周六. */
export function formatWeekday(date: string): string {
  return bookingMessages.weekdays[new Date(Date.parse(date)).getUTCDay()] ?? "";
}

/** Formats only the time of day: 12:15. */
export function formatClockTime(time: string): string {
  return time.slice(11);
}

/** Formats a booked time: 今天 12:15; as soon as possible when it is null. */
export function formatBookingTime(time: string | null, today: string): string {
  return time === null
    ? bookingMessages.asap
    : `${formatDay(time.slice(0, 10), today)} ${formatClockTime(time)}`;
}
