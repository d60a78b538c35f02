import { invalid } from "../../platform/http/AppError.ts";
import { parseLocalTime, toLocalTime, weekdayOf } from "../../platform/time/local-time.ts";
import { findDayPart } from "../restaurant/opening-hours.rules.ts";
import type { MenuRow } from "./menu.repository.ts";

type Calendar = Pick<MenuRow, "dayParts" | "weekdays" | "soldFrom" | "soldUntil">;

/** Returns whether a dish is sold at a timestamp: on its days, and in its parts of the day. */
export function isAvailableAt(row: Calendar, at: Date): boolean {
  if (dependsOnDate(row) && !isAvailableOn(row, toLocalTime(at).date)) return false;
  if (row.dayParts === null) return true;
  const dayPart = findDayPart(at);
  return dayPart !== null && row.dayParts.includes(dayPart);
}

/** Returns whether a dish is sold on some days only. */
export function dependsOnDate({ weekdays, soldFrom, soldUntil }: Omit<Calendar, "dayParts">): boolean {
  return weekdays !== null || soldFrom !== null || soldUntil !== null;
}

function isAvailableOn({ weekdays, soldFrom, soldUntil }: Calendar, date: string): boolean {
  if (weekdays !== null && !weekdays.includes(weekdayOf(date))) return false;
  // Dates of this form sort as text.
  return (soldFrom === null || soldFrom <= date) && (soldUntil === null || date <= soldUntil);
}

/** Parses "YYYY-MM-DD HH:mm" of Asia/Shanghai. Throws a 400 for a day that does not exist. */
export function parseBookingTime(text: string): Date {
  const at = parseLocalTime(text);
  if (at === null) throw invalid("时间格式不正确", "booking_time");
  return at;
}
