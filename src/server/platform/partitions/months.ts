import { formatLocalTime, parseLocalTime } from "../time/local-time.ts";

/** Returns the calendar month of a time in Asia/Shanghai, "YYYY-MM". */
export function monthOf(at: Date): string {
  return formatLocalTime(at).slice(0, 7);
}

/** Returns the month that comes a number of months after another. */
export function addMonths(month: string, count: number): string {
  const [year, nth] = month.split("-").map(Number) as [number, number];
  const months = year * 12 + nth - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
}

/**
 * Returns the moment at which a month begins in Asia/Shanghai.
 * @throws Error for what is no month
 */
export function startOfMonth(month: string): Date {
  const start = parseLocalTime(`${month}-01 00:00`);
  if (start === null) throw new Error(`${month} is no month`);
  return start;
}

/** Lists the months from one to another, both included; none where the first is later. */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}
