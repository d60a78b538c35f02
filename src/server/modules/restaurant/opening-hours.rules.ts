import { type DayPart, dayParts } from "#contract/constants.ts";
import { minuteOfDay, toLocalTime } from "../../platform/time/local-time.ts";

/** Fields that decide whether a restaurant is open; times are "HH:mm" in Asia/Shanghai. */
export interface OpeningHours {
  startTime: string;
  endTime: string;
  pausedUntil: Date | null;
  acceptsOrders: boolean;
  closedAt: Date | null;
}

/** Returns whether `minute` of a day lies in the hours; an end at or before the start runs over midnight. */
export function isWithinHours(startTime: string, endTime: string, minute: number): boolean {
  const start = minuteOfDay(startTime);
  const end = minuteOfDay(endTime);
  return end > start ? minute >= start && minute < end : minute >= start || minute < end;
}

/** Open: inside the hours. Immediate: open, not paused, and with a kitchen that takes orders now. */
export function getOpeningStatus(
  hours: OpeningHours,
  now: Date,
): { isOpen: boolean; isPaused: boolean; isImmediate: boolean } {
  const isOpen =
    hours.closedAt === null && isWithinHours(hours.startTime, hours.endTime, toLocalTime(now).minute);
  const isPaused = hours.pausedUntil !== null && hours.pausedUntil > now;
  return { isOpen, isPaused, isImmediate: isOpen && !isPaused && hours.acceptsOrders };
}

/** Returns the part of the day at a timestamp; null in the small hours. */
export function findDayPart(at: Date): DayPart | null {
  const { minute } = toLocalTime(at);
  return dayParts.find(([, from, until]) => minute >= from && minute < until)?.[0] ?? null;
}

/** Lists the parts of the day that overlap a restaurant's hours. */
export function listDayParts(hours: Pick<OpeningHours, "startTime" | "endTime">): DayPart[] {
  return dayParts
    .filter(([, from, until]) => {
      for (let minute = from; minute < until; minute++)
        if (isWithinHours(hours.startTime, hours.endTime, minute)) return true;
      return false;
    })
    .map(([name]) => name);
}
