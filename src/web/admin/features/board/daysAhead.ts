import { toLocalTime } from "#web/lib/time/formatTime.ts";

/** Returns the number of days from today in Shanghai to a "YYYY-MM-DD HH:mm"; `now` in ms. */
export function daysAhead(time: string, now: number): number {
  const day = (text: string) => Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / 86_400_000;
  return day(time) - day(toLocalTime(now));
}
