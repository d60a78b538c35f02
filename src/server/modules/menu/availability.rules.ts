import { invalid } from "../../platform/http/AppError.ts";
import { parseLocalTime } from "../../platform/time/local-time.ts";
import { findDayPart } from "../restaurant/opening-hours.rules.ts";
import type { MenuRow } from "./menu.repository.ts";

/** Whether a dish is sold at a moment: always, or only in the parts of the day it names. */
export function isAvailableAt(row: Pick<MenuRow, "dayParts">, at: Date): boolean {
  if (row.dayParts === null) return true;
  const dayPart = findDayPart(at);
  return dayPart !== null && row.dayParts.includes(dayPart);
}

/** "YYYY-MM-DD HH:mm" of Asia/Shanghai as a moment. Throws a 400 for a day that does not exist. */
export function parseBookingTime(text: string): Date {
  const at = parseLocalTime(text);
  if (at === null) throw invalid("时间格式不正确", "booking_time");
  return at;
}
