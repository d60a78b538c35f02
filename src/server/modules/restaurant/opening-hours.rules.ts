import { type DayPart, dayParts, specialDaysMax } from "#contract/constants.ts";
import type { OpeningSpans, SpecialDay, WeekHours } from "#contract/restaurant/opening-hours.schema.ts";
import { addMs } from "../../platform/time/clock.ts";
import {
  minuteOfDay,
  startOfDay,
  toLocalMinute,
  toLocalTime,
  weekdayOf,
} from "../../platform/time/local-time.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Days in which the next or last opening is searched: longer than all special days can close every week. */
const searchedDays = 7 * (specialDaysMax + 1);

/** When a restaurant is open, in Asia/Shanghai. */
export interface OpeningTimes {
  weekHours: WeekHours;
  /** Dates with other times than their weekday has. */
  specialDays: SpecialDay[];
}

/** Fields that decide whether a restaurant takes orders. */
export interface OpeningHours extends OpeningTimes {
  pausedUntil: Date | null;
  acceptsOrders: boolean;
  closedAt: Date | null;
}

/** A time of opening; `until` is the first moment after it. */
export interface OpeningPeriod {
  from: Date;
  until: Date;
}

/** Returns the times of opening that begin on a date ("YYYY-MM-DD"). */
export function spansOn({ weekHours, specialDays }: OpeningTimes, date: string): OpeningSpans {
  const special = specialDays.find((day) => day.date === date);
  return special?.spans ?? weekHours[weekdayOf(date) - 1] ?? [];
}

/** Returns the times of opening that begin on the day of a midnight. */
function periodsOn(times: OpeningTimes, midnight: Date): OpeningPeriod[] {
  return spansOn(times, toLocalTime(midnight).date).map(([begin, end]) => {
    const [from, until] = [minuteOfDay(begin), minuteOfDay(end)];
    return {
      from: addMs(midnight, from * minuteMs),
      until: addMs(midnight, until * minuteMs + (until > from ? 0 : dayMs)),
    };
  });
}

/** Returns whether `minute` of a day lies in daily hours; an end at or before the start runs over midnight. */
export function isWithinHours(startTime: string, endTime: string, minute: number): boolean {
  const start = minuteOfDay(startTime);
  const end = minuteOfDay(endTime);
  return end > start ? minute >= start && minute < end : minute >= start || minute < end;
}

/** Returns whether a restaurant has hours at a timestamp. */
export function isWithinTimes(times: OpeningTimes, at: Date): boolean {
  return isWithinPeriods(listPeriods(times, at, 1), at);
}

/** Lists the times of opening of `days` days from that of a timestamp on, and of the day before it. */
export function listPeriods(times: OpeningTimes, from: Date, days: number): OpeningPeriod[] {
  const midnight = startOfDay(from);
  return Array.from({ length: days + 1 }, (_, n) =>
    periodsOn(times, addMs(midnight, (n - 1) * dayMs)),
  ).flat();
}

export function isWithinPeriods(periods: readonly OpeningPeriod[], at: Date): boolean {
  return periods.some(({ from, until }) => from <= at && at < until);
}

/** When a restaurant closes; `isLast` unless it opens again on that business day. */
interface Closing {
  at: Date;
  isLast: boolean;
}

/** Returns when a restaurant that is open closes, over hours that follow each other; null if it is closed or open all of the next day. */
export function findClosing(times: OpeningTimes, now: Date): Closing | null {
  const periods = listPeriods(times, now, 2);
  let end = periods.find(({ from, until }) => from <= now && now < until)?.until ?? null;
  for (const { from, until } of periods) if (end !== null && from <= end && until > end) end = until;
  if (end === null || end >= addMs(now, dayMs)) return null;
  return { at: end, isLast: end >= findBusinessDay(now, times).until };
}

/** Open: inside the hours. Immediate: open, not paused, and with a kitchen that takes orders now. */
export function getOpeningStatus(
  hours: OpeningHours,
  now: Date,
): { isOpen: boolean; isPaused: boolean; isImmediate: boolean } {
  const isOpen = hours.closedAt === null && isWithinTimes(hours, now);
  const isPaused = hours.pausedUntil !== null && hours.pausedUntil > now;
  return { isOpen, isPaused, isImmediate: isOpen && !isPaused && hours.acceptsOrders };
}

/**
 * Returns the last business day that had begun at a timestamp: from the first opening of a date to its last closing.
 * Without one, the timestamp's day.
 */
export function findBusinessDay(at: Date, times: OpeningTimes): OpeningPeriod {
  const midnight = startOfDay(at);
  for (let back = 0; back < searchedDays; back++) {
    const periods = periodsOn(times, addMs(midnight, -back * dayMs));
    const [first, last] = [periods[0], periods.at(-1)];
    if (first !== undefined && last !== undefined && first.from <= at)
      return { from: first.from, until: last.until };
  }
  return { from: midnight, until: addMs(midnight, dayMs) };
}

/**
 * Returns when the next business day begins, with the first opening of a date; null if the restaurant does not open any
 * more.
 */
export function nextBusinessDayAt(after: Date, times: OpeningTimes): Date | null {
  const midnight = startOfDay(after);
  for (let ahead = 0; ahead < searchedDays; ahead++) {
    const first = periodsOn(times, addMs(midnight, ahead * dayMs))[0];
    if (first !== undefined && first.from > after) return first.from;
  }
  return null;
}

/** Returns the date of the business day: yesterday while hours run over midnight that began then, else today. */
export function findBusinessDate(times: OpeningTimes, now: Date): string {
  const yesterday = addMs(startOfDay(now), -dayMs);
  const isRunning = periodsOn(times, yesterday).some(({ from, until }) => from <= now && now < until);
  return toLocalTime(isRunning ? yesterday : now).date;
}

/**
 * Returns the date whose hours customers are told: that of the business day, or the next day on which the restaurant
 * opens.
 */
export function findShownDate(times: OpeningTimes, now: Date): string {
  const date = findBusinessDate(times, now);
  if (spansOn(times, date).length > 0) return date;
  return toLocalTime(nextBusinessDayAt(now, times) ?? now).date;
}

/** Returns the part of the day at a timestamp; null in the small hours. */
export function findDayPart(at: Date): DayPart | null {
  const minute = toLocalMinute(at);
  return dayParts.find(([, from, until]) => minute >= from && minute < until)?.[0] ?? null;
}

/** Lists the parts of the day that overlap times of opening. */
export function listDayParts(spans: OpeningSpans): DayPart[] {
  return dayParts
    .filter(([, from, until]) => {
      for (let minute = from; minute < until; minute++)
        if (spans.some(([begin, end]) => isWithinHours(begin, end, minute))) return true;
      return false;
    })
    .map(([name]) => name);
}
