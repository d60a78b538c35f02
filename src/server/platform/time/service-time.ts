import { minuteOfDay, startOfDay } from "./local-time.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Daily hours as "HH:mm" in Asia/Shanghai; an end at or before the start runs over midnight. */
export interface DailyHours {
  from: string;
  to: string;
}

/** Returns the time at which `ms` milliseconds of service hours have passed since `at`. */
export function addServiceTime(at: Date, hours: DailyHours, ms: number): Date {
  const from = minuteOfDay(hours.from) * minuteMs;
  const until = minuteOfDay(hours.to) * minuteMs;
  const lengthMs = until > from ? until - from : until + dayMs - from;
  let left = ms;
  // Hours that began the day before may extend into this one.
  for (let day = startOfDay(at).getTime() - dayMs; ; day += dayMs) {
    const start = Math.max(day + from, at.getTime());
    const end = day + from + lengthMs;
    if (end < start) continue;
    if (end - start >= left) return new Date(start + left);
    left -= end - start;
  }
}
