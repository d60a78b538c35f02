import {
  figureDailyMax,
  figureDaysMax,
  figureFirstDay,
  figureLastDay,
} from "#contract/staff/figures/limits.ts";
import { invalid } from "../../platform/http/AppError.ts";
import { isDate } from "../../platform/time/local-time.ts";
import type { FigureSpan } from "../../schema/figures.ts";

const dayMs = 86_400_000;

/** First and last day, "YYYY-MM-DD". */
export interface DayRange {
  from: string;
  to: string;
}

const toTime = (date: string) => Date.parse(`${date}T00:00:00Z`);
const toDate = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the date `days` days later. */
export function addDays(date: string, days: number): string {
  return toDate(toTime(date) + days * dayMs);
}

/** Counts the days of a range. */
export function countDays({ from, to }: DayRange): number {
  return (toTime(to) - toTime(from)) / dayMs + 1;
}

/**
 * Throws "validation" for days that do not exist or are outside of the years 2000 to 2100, for an end before the start,
 * and for more than ten years.
 */
export function assertRange({ from, to }: DayRange): void {
  if (!isDate(from)) throw invalid("没有这一天，请重新选择开始日期", "from");
  if (!isDate(to)) throw invalid("没有这一天，请重新选择结束日期", "to");
  if (from < figureFirstDay) throw invalid("只能查看2000年到2100年的数据", "from");
  if (to > figureLastDay) throw invalid("只能查看2000年到2100年的数据", "to");
  if (to < from) throw invalid("结束日期不能早于开始日期", "to");
  if (countDays({ from, to }) > figureDaysMax) throw invalid("最多查看十年，请缩短日期范围", "from");
}

/** Returns the range of the same length that ends on the day before. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) };
}

/** Whole calendar spans from `from` to `to`, the starts of the first and of the last. */
export interface SpanRange extends DayRange {
  span: FigureSpan;
}

function nextStart(date: string, span: FigureSpan): string {
  if (span === "day") return addDays(date, 1);
  const [year = 0, month = 0] = date.split("-").map(Number);
  return toDate(Date.UTC(span === "year" ? year + 1 : year, span === "year" ? 0 : month, 1));
}

function longestSpanAt(date: string, to: string): FigureSpan {
  const end = addDays(to, 1);
  if (date.endsWith("-01-01") && nextStart(date, "year") <= end) return "year";
  if (date.endsWith("-01") && nextStart(date, "month") <= end) return "month";
  return "day";
}

/** Splits a range into as few rows of sums as possible: whole years, whole months, and the days that are left. */
export function splitRange({ from, to }: DayRange): SpanRange[] {
  const ranges: SpanRange[] = [];
  for (let at = from; at <= to; ) {
    const span = longestSpanAt(at, to);
    const last = ranges.at(-1);
    if (last?.span === span) last.to = at;
    else ranges.push({ span, from: at, to: at });
    at = nextStart(at, span);
  }
  return ranges;
}

/** Returns whether the points of a range are days; else they are months. */
export function isDaily(range: DayRange): boolean {
  return countDays(range) <= figureDailyMax;
}

/** Lists the days of a range, or its months as "YYYY-MM" if it is long. */
export function listPoints(range: DayRange): string[] {
  const span = isDaily(range) ? "day" : "month";
  const cut = (date: string) => (span === "day" ? date : date.slice(0, 7));
  const points: string[] = [];
  const start = span === "day" ? range.from : `${range.from.slice(0, 7)}-01`;
  for (let at = start; at <= range.to; at = nextStart(at, span)) points.push(cut(at));
  return points;
}
