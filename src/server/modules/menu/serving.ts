import { invalid } from "../../platform/AppError.ts";
import { parseWall } from "../../platform/shanghai.ts";
import { dayPartAt } from "../restaurant/opening.ts";
import type { MenuRow } from "./menu.repository.ts";

/** Whether a dish is sold at a moment: always, or only in the parts of the day it names. */
export function isServedAt(row: Pick<MenuRow, "dayParts">, at: Date): boolean {
  if (row.dayParts === null) return true;
  const part = dayPartAt(at);
  return part !== null && row.dayParts.includes(part);
}

/** "YYYY-MM-DD HH:mm" of Asia/Shanghai as a moment. Throws a 400 for a day that does not exist. */
export function parseBookingTime(text: string): Date {
  const at = parseWall(text);
  if (at === null) throw invalid("时间格式不正确", "booking_time");
  return at;
}
