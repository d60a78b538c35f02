import { invalid } from "../../platform/http/AppError.ts";
import { parseLocalTime } from "../../platform/time/local-time.ts";
import { findDayPart } from "../restaurant/opening-hours.rules.ts";
import type { MenuRow } from "./menu.repository.ts";

/** Returns whether a dish is sold at a timestamp: always, or only in its parts of the day. */
export function isAvailableAt(row: Pick<MenuRow, "dayParts">, at: Date): boolean {
  if (row.dayParts === null) return true;
  const dayPart = findDayPart(at);
  return dayPart !== null && row.dayParts.includes(dayPart);
}

/** Parses "YYYY-MM-DD HH:mm" of Asia/Shanghai. Throws a 400 for a day that does not exist. */
export function parseBookingTime(text: string): Date {
  const at = parseLocalTime(text);
  if (at === null) throw invalid("时间格式不正确", "booking_time");
  return at;
}
