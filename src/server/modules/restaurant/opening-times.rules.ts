import type {
  OpeningSpan,
  OpeningSpans,
  SpecialDay,
  WeekHours,
} from "#contract/restaurant/opening-hours.schema.ts";
import { weekdayNames } from "#contract/restaurant/opening-hours.ts";
import { ruleBroken } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { isDate, minuteOfDay, toLocalTime } from "../../platform/time/local-time.ts";

const dayMinutes = 1440;

/** Sorts the special days and the times of each, so that the same days are always stored alike. */
export function sortSpecialDays(specialDays: readonly SpecialDay[]): SpecialDay[] {
  return specialDays
    .map(({ date, spans }) => ({ date, spans: sortSpans(spans) }))
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** Sorts the times of a day. */
export function sortSpans(spans: OpeningSpans): OpeningSpans {
  return [...spans].sort(([a], [b]) => minuteOfDay(a) - minuteOfDay(b));
}

/** Returns the special days that may still change anything: from yesterday on, whose hours may run over midnight. */
export function listCurrentDays(specialDays: readonly SpecialDay[], now: Date): SpecialDay[] {
  const yesterday = toLocalTime(addMs(now, -dayMinutes * 60_000)).date;
  return specialDays.filter(({ date }) => date >= yesterday);
}

/** Throws "rule_broken" for sorted hours that overlap, also over midnight, and for a week without any. */
export function assertWeekHours(weekHours: WeekHours): void {
  for (const [day, spans] of weekHours.entries()) {
    const name = weekdayNames[day] ?? "";
    assertSpans(spans, name, "week_hours");
    const [next] = weekHours[(day + 1) % weekHours.length] ?? [];
    const last = spans.at(-1);
    if (next === undefined || last === undefined) continue;
    if (endOf(last) - dayMinutes > minuteOfDay(next[0]))
      throw ruleBroken(`${name}的营业时间与第二天重叠`, "week_hours");
  }
  if (weekHours.every((spans) => spans.length === 0))
    throw ruleBroken("请至少填写一天的营业时间", "week_hours");
}

/** Throws "rule_broken" for sorted special days that are no dates or come twice, or whose hours overlap. */
export function assertSpecialDays(specialDays: readonly SpecialDay[]): void {
  for (const [n, { date, spans }] of specialDays.entries()) {
    if (!isDate(date)) throw ruleBroken(`${date} 不是日期`, "special_days");
    if (specialDays[n - 1]?.date === date) throw ruleBroken(`${date} 重复了`, "special_days");
    assertSpans(spans, date, "special_days");
  }
}

/** Throws "rule_broken" for sorted times of one day that overlap, or begin and end at the same time. */
export function assertSpans(spans: OpeningSpans, day: string, field: string): void {
  for (const [n, span] of spans.entries()) {
    const [begin, end] = span;
    if (begin === "24:00") throw ruleBroken(`${day}的开始时间请写成 00:00`, field);
    if (begin === end) throw ruleBroken(`${day}的开始和结束时间不能相同`, field);
    const next = spans[n + 1];
    if (next !== undefined && endOf(span) > minuteOfDay(next[0]))
      throw ruleBroken(`${day}的营业时间有重叠`, field);
  }
}

/** Minutes from the midnight before the begin to the end. */
function endOf([begin, end]: OpeningSpan): number {
  const until = minuteOfDay(end);
  return until > minuteOfDay(begin) ? until : until + dayMinutes;
}
