import { chatMessages } from "../../chatMessages.ts";

const words = chatMessages.moments;
const dayMs = 86_400_000;
/** Shanghai has had no summer time since 1991. */
const shanghaiMs = 8 * 3_600_000;

/** When something was said, as people say it: `今天 09:08`, `昨天 21:30`, `11月3日 12:00`, `2025年11月3日 12:00`. */
export function sayMoment(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return "";
  const date = new Date(time + shanghaiMs);
  const clock = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
  return `${sayDay(date, dayOf(now) - dayOf(time), new Date(now + shanghaiMs))} ${clock}`;
}

/** Days of Shanghai's calendar since 1970. */
export function dayOf(time: number): number {
  return Math.floor((time + shanghaiMs) / dayMs);
}

function sayDay(date: Date, daysAgo: number, today: Date): string {
  if (daysAgo === 0) return words.today;
  if (daysAgo === 1) return words.yesterday;
  const year = date.getUTCFullYear();
  const day = words.day(date.getUTCMonth() + 1, date.getUTCDate());
  return year === today.getUTCFullYear() ? day : words.year(year) + day;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
