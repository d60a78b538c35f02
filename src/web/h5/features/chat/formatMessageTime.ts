import { chatMessages } from "./messages.ts";

const messages = chatMessages.dateLabels;
const dayMs = 86_400_000;
/** Shanghai has had no summer time since 1991. */
const shanghaiOffsetMs = 8 * 3_600_000;

/** Formats a message time: `今天 09:08`, `昨天 21:30`, `11月3日 12:00`, `2025年11月3日 12:00`. */
export function formatMessageTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return "";
  const date = new Date(time + shanghaiOffsetMs);
  const clock = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
  return `${formatDay(date, toDayNumber(now) - toDayNumber(time), new Date(now + shanghaiOffsetMs))} ${clock}`;
}

/** Returns the number of days since 1970 in Shanghai's calendar. */
export function toDayNumber(time: number): number {
  return Math.floor((time + shanghaiOffsetMs) / dayMs);
}

function formatDay(date: Date, daysAgo: number, today: Date): string {
  if (daysAgo === 0) return messages.today;
  if (daysAgo === 1) return messages.yesterday;
  const year = date.getUTCFullYear();
  const day = messages.day(date.getUTCMonth() + 1, date.getUTCDate());
  return year === today.getUTCFullYear() ? day : messages.year(year) + day;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
