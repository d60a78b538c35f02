import { type DayPart, dayParts } from "#contract/constants.ts";
import { minuteOf, wallTime } from "../../platform/shanghai.ts";

/** What decides whether a store is open; times are "HH:mm" in Asia/Shanghai. */
export interface Hours {
  startTime: string;
  endTime: string;
  pausedUntil: Date | null;
  takesOrders: boolean;
  closedAt: Date | null;
}

/** Whether `minute` of a day lies in the hours; an end at or before the start runs over midnight. */
export function isWithin(startTime: string, endTime: string, minute: number): boolean {
  const start = minuteOf(startTime);
  const end = minuteOf(endTime);
  return end > start ? minute >= start && minute < end : minute >= start || minute < end;
}

/** Open: inside the hours. Immediate: open, not paused, and with a kitchen that takes orders now. */
export function openingAt(
  hours: Hours,
  now: Date,
): { isOpen: boolean; isPaused: boolean; isImmediate: boolean } {
  const isOpen = hours.closedAt === null && isWithin(hours.startTime, hours.endTime, wallTime(now).minute);
  const isPaused = hours.pausedUntil !== null && hours.pausedUntil > now;
  return { isOpen, isPaused, isImmediate: isOpen && !isPaused && hours.takesOrders };
}

/** The part of the day at a moment, or null in the small hours. */
export function dayPartAt(at: Date): DayPart | null {
  const { minute } = wallTime(at);
  return dayParts.find(([, from, until]) => minute >= from && minute < until)?.[0] ?? null;
}

/** The parts of the day that a store's hours touch. */
export function dayPartsOf(hours: Pick<Hours, "startTime" | "endTime">): DayPart[] {
  return dayParts
    .filter(([, from, until]) => {
      for (let minute = from; minute < until; minute++)
        if (isWithin(hours.startTime, hours.endTime, minute)) return true;
      return false;
    })
    .map(([name]) => name);
}
